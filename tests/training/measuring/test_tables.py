import numpy as np
import pytest
from rich.console import Console

from hofspiele.training.measuring.estimates import Estimate
from hofspiele.training.measuring.evaluation import AgentResult, Evaluation
from hofspiele.training.measuring.ladder import Ladder
from hofspiele.training.measuring.tables import (
    agents_table,
    ladder_table,
    matrix_table,
    opponents_table,
    ranks_table,
)


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
        (agents_table(EVALUATION), "2 × greedy"),
        (ranks_table(EVALUATION), "2 × greedy"),
        (ladder_table(LADDER), "search-100"),
        (matrix_table(LADDER), "search-100"),
    ],
    ids=["opponents", "agents", "ranks", "ladder", "matrix"],
)
def test_nothing_is_cut_off_in_80_columns(table, row):
    shown = lines(table)
    text = "".join(shown)
    assert "…" not in text
    assert all(word in text for word in row.split())


def test_every_agent_has_a_row_with_its_figures():
    assert agents_table(EVALUATION).row_count == ranks_table(EVALUATION).row_count == 3
    assert opponents_table([EVALUATION]).row_count == 1
    assert ladder_table(LADDER).row_count == matrix_table(LADDER).row_count == 3
    (row,) = [line for line in lines(agents_table(EVALUATION)) if "2 ×" in line]
    for figure in ("60.0 % [55.0, 62.5]", " 101.2 ± 10.0", "+101.2 ± 10.0"):
        assert figure in row
