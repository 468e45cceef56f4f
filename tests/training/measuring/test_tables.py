import dataclasses

import numpy as np
import pytest
from rich.console import Console

from hofspiele.training.measuring.estimates import Estimate
from hofspiele.training.measuring.evaluation import AgentResult, Evaluation, opponents_table
from hofspiele.training.measuring.ladder import Ladder


def result(agent, seats):
    share = Estimate(0.6, 0.55, 0.625)
    points = Estimate(101.25, 91.25, 111.25)
    return AgentResult(agent, seats, share, share, points, points, [share] * 4)


EVALUATION = Evaluation(
    ["results-of-a-run", "greedy", "greedy", "search-100"], 4000, 1000, 1, 0.25,
    [result("results-of-a-run", 1), result("greedy", 2), result("search-100", 1)],
)  # fmt: skip
LADDER = Ladder(["greedy", "random", "search-100"], [(0, 1), (1, 2), (0, 2)])
LADDER.add_round(np.array([[[[1, 2]] * 2, [[2, 1]] * 2, [[1, 1]] * 2]] * 40, np.int16))


def lines(table):
    console = Console(width=80)
    with console.capture() as shown:
        console.print(table)
    return shown.get().splitlines()


@pytest.mark.parametrize(
    ("table", "row"),
    [
        (opponents_table([EVALUATION]), "2 × greedy, 1 × search-100"),
        (EVALUATION.agents_table(), "2 × greedy"),
        (EVALUATION.ranks_table(), "2 × greedy"),
        (LADDER.table(), "search-100"),
        (LADDER.matrix_table(), "search-100"),
    ],
    ids=["opponents", "agents", "ranks", "ladder", "matrix"],
)
def test_nothing_is_cut_off_in_80_columns(table, row):
    shown = lines(table)
    text = "".join(shown)
    assert "…" not in text
    assert all(word in text for word in row.split())


def test_every_agent_has_a_row_with_its_results():
    assert len(EVALUATION.agents_table().rows) == len(EVALUATION.ranks_table().rows) == 3
    assert len(opponents_table([EVALUATION]).rows) == 1
    assert len(LADDER.table().rows) == len(LADDER.matrix_table().rows) == 3
    (row,) = [line for line in lines(EVALUATION.agents_table()) if "2 ×" in line]
    for text in ("60.0 % [55.0, 62.5]", " 101.2 ± 10.0", "+101.2 ± 10.0"):
        assert text in row


def test_notebooks_show_them_with_intervals_and_names_as_text():
    hostile = dataclasses.replace(EVALUATION, agents=[result("<script>alert(1)</script>", 1)])
    shown = hostile.agents_table()._repr_mimebundle_([], [])["text/html"]
    assert "60.0 % [55.0, 62.5]" in shown
    assert "&lt;script&gt;" in shown
    assert "<script" not in shown
