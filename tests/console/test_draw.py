import json

import pytest

from hofspiele import envs
from hofspiele.envs.pictures.presentation import presentation_of
from tests.training.commands import error_of, output_of


def test_positions_are_drawn_as_text_or_svg(tmp_path):
    game = envs.make("kardinal", num_players=3, vatikan=True)
    written, presentation = game.to_dict(game.new(1)), presentation_of(game)
    file, out = tmp_path / "position.json", tmp_path / "made" / "a.svg"
    file.write_text(json.dumps(written))
    assert output_of("draw", file) == f"{game.draw(written)}\n"
    options = ["game=kardinal", "components=null"]
    assert output_of("draw", file, "seat=1", *options) == f"{game.draw(written, 1)}\n"
    dark = presentation.picture(written, dark=True)
    assert output_of("draw", file, "to=svg", "dark=true") == dark.svg()
    assert output_of("draw", file, f"out={out}", "seat=2") == f"{out}\n"
    assert out.read_text(encoding="utf-8") == presentation.picture(written, 2).svg()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        *((text, "is not JSON") for text in ("{", "[" * 100_000)),
        *((text, f"is {text}, expected a JSON object") for text in ("[1]", "{}")),
        ('{"game": "chess"}', "unknown game 'chess'"),
        ('{"game": "kardinal", "num_players": 9}', "num_players is 9, expected"),
        ('{"game": "knatsch", "castels": []}', "did you mean 'castles'"),
    ],
)
def test_wrong_positions_are_reported(tmp_path, content, message):
    (tmp_path / "position.json").write_text(content)
    assert message in error_of("draw", tmp_path / "position.json")
