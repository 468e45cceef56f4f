import pytest

from hofspiele import envs
from hofspiele.training.cli.command_line import all_values
from hofspiele.training.cli.comments import comments_of
from hofspiele.training.cli.help import help_text
from tests.training.commands import command_line

LINES = [
    *(f"train game={game}" for game in envs.game_names()),
    "exploit", "tune", "rllib", "evaluate", "tournament", "dataset",
]  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_every_value_is_explained(line):
    parsed = command_line(line)
    text = help_text(line.split()[0], "About it.", parsed)
    for name, value in all_values(parsed.defaults):
        if isinstance(value, dict) or name.endswith("_target_"):
            continue
        assert parsed.comments.get(name), name
        assert f"  {name.removeprefix('game.options.')}=" in text
    assert "About it." in text
    assert max(map(len, text.splitlines())) <= 80


def test_defaults_and_choices_are_shown():
    text = help_text("train", "", command_line("train experiment=kardinal"))
    for line in (
        "usage: hofspiele train [NAME=VALUE …]",
        "  experiment=               kardinal, knatsch, kou_ka_roi",
        "  steps=18_000_000          decisions of the learner",
        "  resume=null               folder of an interrupted run to resume",
    ):
        assert line in text.splitlines()


def test_options_are_explained_for_the_chosen_game():
    for game in ("kardinal", "knatsch", "kou_ka_roi"):
        comments = command_line(f"train game={game}").comments
        assert f"envs/{game}/components.toml" in comments["game.options.components"]


def test_comments_stand_beside_their_values(tmp_path):
    (tmp_path / "base.yaml").write_text(
        "# about the file\na: 1   # one\n       # and more\n\n"
        "b:     # two\n  c: x # three\n  d: y\n"
    )
    (tmp_path / "own.yaml").write_text("defaults:\n  - base\n  - _self_\n\na: 2 # another\n")
    (tmp_path / "group").mkdir()
    (tmp_path / "group" / "one.yaml").write_text("e: 'f'  # four\n")
    assert comments_of(tmp_path, "own", ["group"]) == {
        "group.e": "four", "a": "another", "b": "two", "b.c": "three",
    }  # fmt: skip
    assert comments_of(tmp_path, "base", [])["a"] == "one and more"
