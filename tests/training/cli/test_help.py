import pytest

from hofspiele import envs
from hofspiele.training.cli.help import help_text
from tests.training.commands import KINDS, command_line

LINES = [*(f"train game={game}" for game in envs.game_names()), *KINDS]


@pytest.mark.parametrize("line", LINES)
def test_every_value_is_explained(line):
    parsed = command_line(line)
    text = help_text("About it.", parsed)
    explanations = parsed.explanations()
    sections = {name.rpartition(".")[0] for name in explanations} | {"game.options"}
    for name, explanation in explanations.items():
        if name not in sections:
            assert explanation, name
            assert f"  {name.removeprefix('game.options.')}=" in text
    assert "About it." in text
    assert max(map(len, text.splitlines())) <= 80


def test_defaults_and_choices_are_shown():
    text = help_text("", command_line("train experiment=kardinal"))
    for line in (
        "usage: hofspiele train [NAME=VALUE …]",
        "  experiment=               kardinal, knatsch, kou_ka_roi, quick",
        "  steps=18_000_000          number of the learner's decisions",
        "  resume=null               folder of an interrupted run to resume",
    ):
        assert line in text.splitlines()
