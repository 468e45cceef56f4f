"""What a finished game pays; every kind of reward sums to zero over the players."""

from collections.abc import Callable, Collection

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.envs.core.outcomes import margin_utilities, rank_utilities

Reward = Callable[[Game, np.record], np.ndarray]

_REWARDS: dict[str, Reward] = {
    "outcome": lambda game, state: game.outcome(state),
    "rank": lambda game, state: rank_utilities(game.ranks(state)),
    "margin": lambda game, state: margin_utilities(game.scores(state)),
}


def reward_of(name: str) -> Reward:
    """The function that says what each player of a finished game gets: float64, in [-1, 1].

    Args:
        name: "outcome" (who won), "rank" (1 for the first down to -1 for the last) or "margin"
            (own points less the others' mean, as a share of all points).
    """
    if name not in _REWARDS:
        raise ValueError(f"reward is {name!r}, expected one of: {', '.join(_REWARDS)}")
    return _REWARDS[name]


def forfeit_rewards(num_players: int, offenders: Collection[int]) -> list[float]:
    """What each player gets when a game ends by illegal actions.

    The offending seats share -1 and the others share +1; if all offended, nobody gets anything.
    """
    others = num_players - len(offenders)
    if not others:
        return [0.0] * num_players
    return [
        -1.0 / len(offenders) if seat in offenders else 1.0 / others for seat in range(num_players)
    ]
