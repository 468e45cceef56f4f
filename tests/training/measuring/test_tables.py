import numpy as np
import pytest

from hofspiele.envs.agents import MatchResult
from hofspiele.training.measuring.evaluation import opponents_table
from hofspiele.training.measuring.ladder import Ladder

RANKS = np.array([[[1, 2, 3, 3]] * 4, [[2, 1, 2, 4]] * 4] * 20, np.int16)
AGENTS = ["results-of-a-run", "greedy", "greedy", "search-100"]
MATCH = MatchResult(AGENTS, 4.0 - RANKS, 1010.0 - 100 * RANKS, RANKS, [])
LADDER = Ladder(["greedy", "random", "search-100"], [(0, 1), (1, 2), (0, 2)])
LADDER.add_round(np.array([[[[1, 2]] * 2, [[2, 1]] * 2, [[1, 1]] * 2]] * 40, np.int16))


@pytest.mark.parametrize(
    ("table", "num_rows", "last"),
    [
        (opponents_table([MATCH]), 1, "2 × greedy, 1 × search-100"),
        (MATCH.agents_table(), 3, "search-100"),
        (MATCH.ranks_table(), 3, "search-100"),
        (LADDER.table(), 3, "random"),
        (LADDER.matrix_table(), 3, "random"),
    ],
    ids=["opponents", "agents", "ranks", "ladder", "matrix"],
)
def test_every_agent_has_a_row_in_80_columns(table, num_rows, last):
    shown = str(table)
    assert max(map(len, shown.splitlines())) <= 80
    assert len(table.rows) == num_rows
    assert all(word in shown for word in last.split())


def test_a_match_is_shown_with_intervals():
    (row,) = [line for line in str(MATCH).splitlines() if "2 × greedy" in line]
    share, score = MATCH.results[1].win_share, MATCH.results[1].score
    assert f"25.0 % [{100 * share.low:.1f}, {100 * share.high:.1f}]" in row
    assert f"{score.mean:.1f} ± {score.high - score.mean:.1f}" in row
    assert "25.0 % [" in MATCH._repr_html_()
