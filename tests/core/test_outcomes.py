import numpy as np
import pytest

from hofspiele.envs.core.outcomes import (
    expected_win_shares,
    margin_utilities,
    outcome_of_winning,
    rank_by,
    rank_utilities,
    win_shares,
    win_utilities,
)


@pytest.mark.parametrize(
    ("totals", "ranks", "outcome"),
    [
        ([3.0, 9.0], [2, 1], [-1, 1]),
        ([4.0, 4.0], [1, 1], [0, 0]),
        ([7.0, 7.0, 2.0], [1, 1, 3], [0.25, 0.25, -0.5]),
        ([1.0, 5.0, 1.0, 3.0], [3, 1, 3, 2], [-1 / 3, 1, -1 / 3, -1 / 3]),
        ([0.0, 0.0, 0.0, 0.0], [1, 1, 1, 1], [0, 0, 0, 0]),
        ([-2.0, -1.0, -2.0], [2, 1, 2], [-0.5, 1, -0.5]),
    ],
)
def test_ranks_and_outcomes_follow_from_totals(totals, ranks, outcome):
    found, utilities = np.zeros(len(totals), np.int16), np.zeros(len(totals))
    rank_by(np.array(totals), len(totals), found)
    outcome_of_winning(None, None, None, found, utilities)
    assert found.tolist() == ranks
    assert utilities == pytest.approx(outcome)
    assert win_utilities(found) == pytest.approx(outcome)
    assert expected_win_shares(utilities, len(totals)) == pytest.approx(win_shares(found))


@pytest.mark.parametrize(
    ("ranks", "utilities"),
    [
        ([1, 2], [1, -1]),
        ([1, 1], [0, 0]),
        ([2, 1, 3], [0, 1, -1]),
        ([1, 1, 3], [0.5, 0.5, -1]),
        ([1, 3, 3, 2], [1, -2 / 3, -2 / 3, 1 / 3]),
    ],
)
def test_rank_utilities_are_shared_by_ties(ranks, utilities):
    assert rank_utilities(np.array(ranks)) == pytest.approx(utilities)


@pytest.mark.parametrize(
    ("scores", "utilities"),
    [
        ([10, 0], [1, -1]),
        ([6, 2], [0.5, -0.5]),
        ([0, 0], [0, 0]),
        ([30, 20, 10], [1 / 4, 0, -1 / 4]),
        ([-10, 10], [-1, 1]),
    ],
)
def test_margin_utilities_are_shares_of_all_points(scores, utilities):
    assert margin_utilities(np.array(scores, float)) == pytest.approx(utilities)
