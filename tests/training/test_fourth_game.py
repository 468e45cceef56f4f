"""A game of another package is trained and measured like ours."""

import io

import pytest
from rich.console import Console

from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.runs.run import carry_out
from hofspiele.training.runs.start_or_resume import new_run
from hofspiele.training.settings.train import Train
from tests.games import FOREIGN_CASES
from tests.training.commands import SMALL


@pytest.mark.parametrize("case", FOREIGN_CASES, ids=str)
def test_a_game_of_another_package_can_be_trained(case, tmp_path):
    values = [f"{name}={value}" for name, value in case.options.items()]
    values += [f"game={case.name}", *SMALL, "steps=1024", f"results={tmp_path}"]
    settings = CommandLine(Train, values).settings()
    run = new_run(settings, Console(file=io.StringIO()))
    evaluations = carry_out(run)
    assert run.parts.model.num_timesteps >= 1024
    assert [evaluation.line_up[1] for evaluation in evaluations] == ["random", "greedy"]
    for evaluation in evaluations:
        assert sum(rank.mean for rank in evaluation.agents[0].ranks) == pytest.approx(1)
