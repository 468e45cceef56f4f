"""Rewards of finished games; every kind of reward sums to zero over the players."""

from collections.abc import Callable, Collection
from typing import Literal, NamedTuple

import numpy as np

from hofspiele.envs.core.checks import check_choice
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.outcomes import margin_utilities, rank_utilities


class Result(NamedTuple):
    """The results of M games with P players.

    Attributes:
        scores: (M, P) float64, points.
        ranks: (M, P) int16, 1 = best, ties share the better rank.
        outcomes: (M, P) float64, zero-sum utilities in [-1, 1].
    """

    scores: np.ndarray
    ranks: np.ndarray
    outcomes: np.ndarray


def result_of(game: Game, states: np.ndarray) -> Result:
    """Return the result of M games, (M,) records, as if they ended now."""
    shape = (len(states), game.num_players)
    result = Result(np.zeros(shape), np.zeros(shape, np.int16), np.zeros(shape))
    game.engine.score_and_rank(game.params, states, *result)
    return result


Reward = Callable[[Result], np.ndarray]
RewardName = Literal["outcome", "rank", "margin"]

_REWARDS: dict[str, Reward] = {
    "outcome": lambda result: result.outcomes,
    "rank": lambda result: rank_utilities(result.ranks),
    "margin": lambda result: margin_utilities(result.scores),
}


def reward_of(name: str) -> Reward:
    """Return the function that maps a `Result` to all players' rewards: (M, P) float64 in [-1, 1].

    Args:
        name: "outcome" ((n/k - 1)/(n - 1) to each of k winners among n players and -1/(n - 1) to
            the others, or 0 to all in a draw), "rank" (from 1 for the first to -1 for the last,
            ties share the mean) or "margin" (own points minus the others' mean, as a share of all
            points).

    Raises:
        ValueError: there is no such reward.
    """
    check_choice("reward", name, _REWARDS)
    return _REWARDS[name]


def forfeit_rewards(num_players: int, offenders: Collection[int]) -> list[float]:
    """Return the reward of each player when illegal actions of `offenders` end a game.

    The offenders share -1 and the other seats share +1. If all seats are offenders, all get 0.
    """
    others = num_players - len(offenders)
    if not others:
        return [0.0] * num_players
    return [
        -1.0 / len(offenders) if seat in offenders else 1.0 / others for seat in range(num_players)
    ]
