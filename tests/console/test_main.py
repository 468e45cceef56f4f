import json
import subprocess

import pytest

from hofspiele import envs
from hofspiele.console import selfcheck
from hofspiele.console.__main__ import COMMANDS
from hofspiele.envs.pictures.presentation import presentation_of
from tests.pages import ROOT
from tests.processes import printed
from tests.training.commands import error_of, output_of, script


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ([], [f"\n  {name}" for name in COMMANDS]),
        (["games"], [*(f"{name}: " for name in envs.game_names()), "  vatikan=false "]),
        *(([name, "--help"], [f"usage: hofspiele {name}"]) for name in COMMANDS),
    ],
    ids=lambda value: " ".join(value),
)
def test_lists_and_help_fit_the_terminal(arguments, shown):
    found = output_of(*arguments)
    assert all(text in found for text in shown)
    assert max(map(len, found.splitlines())) <= 80


def test_version_is_printed():
    assert output_of("--version") == f"hofspiele {envs.__version__}\n"


def test_terminals_without_umlauts_get_question_marks():
    shown = printed("-m", "hofspiele.console", "games", PYTHONIOENCODING="ascii")
    assert "Kardinal & K?nig" in shown


def test_closed_output_ends_the_command():
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(script("games"), **pipes) as process:
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 1)


@pytest.mark.parametrize("name", ["kardinal", "knatsch", "kou_ka_roi"])
def test_written_components_equal_the_games_own_and_are_not_overwritten(name, tmp_path):
    file = tmp_path / "mine.toml"
    shown = output_of("components", name, f"to={file}")
    assert f"hofspiele play {name} components={file}" in shown
    mine, own = envs.make(name, components=str(file)), envs.make(name)
    assert mine.params.tobytes() == own.params.tobytes()
    file.write_text("mine")
    advice = f"error: {file} already exists; choose a different to=FILE\n"
    assert error_of("components", name, f"to={file}") == advice
    assert file.read_text() == "mine"


def test_examples_are_listed_and_written_but_do_not_replace_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = output_of("example")
    assert max(map(len, shown.splitlines())) <= 80
    files = {file.stem: file for file in (ROOT / "examples").glob("*.py")}
    assert [line.split()[0] for line in shown.splitlines()] == sorted(files)
    assert "wrote table_ppo.py" in output_of("example", "table_ppo")
    assert (tmp_path / "table_ppo.py").read_bytes() == files["table_ppo"].read_bytes()
    assert "table_ppo.py already exists" in error_of("example", "table_ppo")
    assert "did you mean 'sb3_ppo'" in error_of("example", "sb_ppo", "to=a.py")
    assert not (tmp_path / "a.py").exists()


def test_a_line_about_each_game():
    shown = output_of("selfcheck")
    assert [line.split()[0] for line in shown.splitlines()[3:]] == [*selfcheck.KNOWN_POINTS]
    assert shown.count("correct after") == shown.count("trained: ready") == 3
    assert max(map(len, shown.splitlines())) <= 80


def test_wrong_points_are_reported(monkeypatch):
    monkeypatch.setitem(selfcheck.KNOWN_POINTS, "kardinal", 7)
    error = error_of("selfcheck")
    assert "kardinal: the points of known games add up to" in error
    assert "expected 7" in error


def test_a_missing_library_for_the_bundled_agents_is_named_once(monkeypatch):
    def fail(self, game):
        raise ValueError("agent trained needs onnxruntime")

    monkeypatch.setattr("hofspiele.training.players.shipped.ShippedAgent.check", fail)
    shown = output_of("selfcheck")
    assert shown.count("trained: missing") == 3
    assert shown.count("agent trained needs onnxruntime") == 1


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
