"""Rewards of many games at once, compared with the rewards of each game alone."""

import numpy as np
import pytest

from hofspiele.envs.core.outcomes import margin_utilities, rank_utilities
from hofspiele.envs.core.rewards import forfeit_rewards, result_of, reward_of
from tests.play import table_after


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
        "rank": np.array([rank_utilities(ranks) for ranks in result.ranks]),
        "margin": np.array([margin_utilities(scores) for scores in result.scores]),
    }
    for name, rewards in expected.items():
        found = reward_of(name)(result)
        assert found.dtype == np.float64
        np.testing.assert_array_equal(found, rewards)
        np.testing.assert_allclose(found.sum(1), 0, atol=1e-12)


@pytest.mark.parametrize(
    ("offenders", "rewards"),
    [([1], [0.5, -1, 0.5]), ([0, 2], [-0.5, 1, -0.5]), ([0, 1, 2], [0, 0, 0])],
)
def test_forfeits_are_shared(offenders, rewards):
    assert forfeit_rewards(3, offenders) == rewards
