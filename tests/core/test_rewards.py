"""Rewards of many games at once, compared with the rewards of each game alone."""

import pickle

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.core import Table
from hofspiele.envs.core.outcomes import (
    expected_win_shares,
    margin_utilities,
    outcome_of_winning,
    rank_by,
    rank_utilities,
    win_shares,
    win_utilities,
)
from hofspiele.envs.core.rewards import result_of, reward_of
from hofspiele.envs.core.spec import Utilities
from tests.fourth_game import SPEC
from tests.play import random_actions, table_after


def test_results_of_many_games_equal_the_results_of_each(game):
    states = table_after(game, 6, plies=15, seed=1).states
    result = result_of(game, states)
    for i, state in enumerate(states):
        assert result.scores[i].tolist() == game.scores(state).tolist()
        assert result.ranks[i].tolist() == game.ranks(state).tolist()
        assert result.outcomes[i].tolist() == game.outcome(state).tolist()
    empty = result_of(game, states[:0])
    assert {array.shape for array in empty} == {(0, game.num_players)}


def test_rewards_of_many_games_equal_the_rewards_of_each_and_sum_to_zero(game):
    result = result_of(game, table_after(game, 6, plies=25, seed=2).states)
    expected = {
        "outcome": result.outcomes,
        "win": np.array([win_utilities(ranks) for ranks in result.ranks]),
        "rank": np.array([rank_utilities(ranks) for ranks in result.ranks]),
        "margin": np.array([margin_utilities(scores) for scores in result.scores]),
    }
    expected["outcome_and_margin"] = (
        expected["outcome"] + (game.num_players - 1) * expected["margin"]
    )
    for name, rewards in expected.items():
        objective = reward_of(name, game)
        found = objective.pay(result)
        assert (found >= objective.facts.low).all()
        assert (found <= objective.facts.high).all()
        assert found.dtype == np.float64
        np.testing.assert_array_equal(found, rewards)
        np.testing.assert_allclose(found.sum(1), 0, atol=1e-12)


@pytest.mark.parametrize(
    ("offenders", "rewards"),
    [([1], [0.5, -1, 0.5]), ([0, 2], [-0.5, 1, -0.5]), ([0, 1, 2], [0, 0, 0])],
)
def test_forfeits_are_shared(offenders, rewards):
    game = envs.make("kou_ka_roi", num_players=3)
    assert reward_of("outcome", game).forfeit(3, offenders) == rewards


def test_forfeits_cost_as_much_as_the_worst_utility():
    game = envs.make(SPEC.name, num_players=3)
    assert SPEC.utilities == Utilities(-3, 9)
    assert reward_of("outcome", game).forfeit(3, [1]) == [1.5, -3, 1.5]
    assert reward_of("win", game).forfeit(3, [1]) == [0.5, -1, 0.5]


def chips(scores, ranks):
    """Return points in chips, and spoil the arguments, which must be copies."""
    won = scores * 10 - ranks
    scores[:], ranks[:] = 0, 0
    return won


@pytest.mark.parametrize("reward", ["outcome", "win", chips, f"{__name__}:chips"])
def test_tables_pay_for_all_games_that_end(game, reward):
    table = Table(game, 16, seed=3, reward=reward)
    ended = np.zeros(16, np.bool_)
    for number in range(400):
        if number == 100:
            table = pickle.loads(pickle.dumps(table))
        table.step(random_actions(table.action_masks, number))
        ended |= table.finished
        expected = reward_of(reward, game).pay(result_of(game, table.final_states[ended]))
        np.testing.assert_array_equal(table.rewards[ended], expected)
        assert not table.rewards[~ended].any()
    assert ended.any()
    assert not table.rewards.flags.writeable


@pytest.mark.parametrize(
    ("reward", "message"),
    [
        (
            "money",
            "reward is 'money', expected one of: outcome, win, rank, margin, outcome_and_margin",
        ),
        (3, "reward is 3, expected one of: outcome"),
        (f"{__name__}:money", "has no attribute 'money'"),
        (lambda scores: scores, r"reward <lambda> raised TypeError.*test_rewards.py|positional"),
        (lambda scores, ranks: scores[0], r"reward <lambda> returned .* of shape \(1, 3\)"),
        (lambda scores, ranks: scores / 0, "expected finite numbers"),
        (lambda scores, ranks: 1 / 0, r"raised ZeroDivisionError.*test_rewards.py, line"),
    ],
)
def test_wrong_rewards_are_refused(reward, message):
    with np.errstate(all="ignore"), pytest.raises(ValueError, match=message):
        Table(envs.make("kou_ka_roi", num_players=3), 2, reward=reward)


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
