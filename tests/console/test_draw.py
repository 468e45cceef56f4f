import json

import pytest

from hofspiele import envs
from hofspiele.envs.pictures.presentation import presentation_of


@pytest.fixture
def position(tmp_path):
    """Return a game of Kardinal & König, a written position and its file."""
    game = envs.make("kardinal", num_players=3, vatikan=True)
    written = game.to_dict(game.new(1))
    (tmp_path / "position.json").write_text(json.dumps(written))
    return game, written, tmp_path / "position.json"


def test_positions_are_drawn_as_text(run, position):
    game, written, file = position
    assert run("draw", file) == (0, f"{game.draw(written)}\n", "")
    options = ["game=kardinal", "components=null"]
    assert run("draw", file, "seat=1", *options) == (0, f"{game.draw(written, 1)}\n", "")


def test_positions_are_drawn_as_svg(run, position):
    game, written, file = position
    presentation = presentation_of(game)
    assert (
        run("draw", file, "to=svg", "dark=true")[1]
        == presentation.picture(written, dark=True).svg()
    )
    out = file.with_name("made") / "a.svg"
    assert run("draw", file, f"out={out}", "seat=2") == (0, f"{out}\n", "")
    assert out.read_text(encoding="utf-8") == presentation.picture(written, 2).svg()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[1]", "is [1], expected a JSON object"),
        ("{}", "is {}, expected a JSON object"),
        ('{"game": "chess"}', "unknown game 'chess'"),
        ('{"game": "kardinal", "num_players": 9}', "num_players is 9, expected"),
        ('{"game": "knatsch", "castels": []}', "did you mean 'castles'"),
    ],
)
def test_wrong_positions_are_reported(run, tmp_path, content, message):
    (tmp_path / "position.json").write_text(content)
    status, printed, error = run("draw", tmp_path / "position.json")
    assert (status, printed) == (2, "")
    assert message in error
    assert error.count("\n") == 1
