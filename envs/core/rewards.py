"""Rewards of finished games, by name or from the user's own function."""

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.outcomes import margin_utilities, rank_utilities, win_utilities
from hofspiele.envs.core.spec import Utilities
from hofspiele.envs.core.text.imported import import_named, is_import_name, place_of


class Result(NamedTuple):
    """The results of M games with P players."""

    scores: np.ndarray  # (M, P) float64, points
    ranks: np.ndarray  # (M, P) int16, 1 = best, ties share the better rank
    outcomes: np.ndarray  # (M, P) float64, utilities; see `Game.outcome`


def result_of(game: Game, states: np.ndarray) -> Result:
    """Return the result of M games, (M,) records, as if they ended now."""
    shape = (len(states), game.num_players)
    result = Result(np.zeros(shape), np.zeros(shape, np.int16), np.zeros(shape))
    game.engine.score_and_rank(game.params, states, *result)
    return result


# The user's own reward. It gets the points, (M, P) float64, and ranks, (M, P) int16 with 1 = best,
# of M finished games, and returns the rewards of all players, (M, P) finite numbers.
RewardFunction = Callable[[np.ndarray, np.ndarray], np.ndarray]
RewardName = Literal["outcome", "win", "rank", "margin", "outcome_and_margin"]
Reward = RewardName | RewardFunction

_REWARDS: dict[str, Callable[[Result], np.ndarray]] = {
    "outcome": lambda result: result.outcomes,
    "win": lambda result: win_utilities(result.ranks),
    "rank": lambda result: rank_utilities(result.ranks),
    "margin": lambda result: margin_utilities(result.scores),
    "outcome_and_margin": lambda result: (
        result.outcomes + (result.scores.shape[1] - 1) * margin_utilities(result.scores)
    ),
}


@dataclass(frozen=True)
class Objective:
    """A reward, as the environments of a game pay it."""

    name: str  #: the name of the reward or of the user's function
    function: RewardFunction | None  #: the user's function
    facts: Utilities  #: range, infinite for the user's function, and whether they sum to zero

    def pay(self, result: Result) -> np.ndarray:
        """Return the rewards of all players of M games: (M, P) float64.

        Raise ValueError if the user's function raised an error, or did not return finite numbers of
        this shape.
        """
        if self.function is None:
            return _REWARDS[self.name](result)
        scores, ranks = result.scores.copy(), result.ranks.copy()  # The function may change them.
        try:
            rewards = np.asarray(self.function(scores, ranks), np.float64)
        except Exception as error:  # The user's code may raise anything.
            raise ValueError(
                f"reward {self.name} raised {shown(error)}{place_of(error)}"
            ) from error
        if rewards.shape != result.scores.shape or not np.isfinite(rewards).all():
            raise ValueError(
                f"reward {self.name} returned {shown(rewards)} for the scores "
                f"{shown(result.scores)}, expected finite numbers of shape {result.scores.shape}"
            )
        return rewards

    @property
    def penalty(self) -> float:
        """What an illegal action costs: at least 1, and as much as the worst known reward."""
        return max(1.0, -self.facts.low) if math.isfinite(self.facts.low) else 1.0

    def forfeit(self, num_players: int, offenders: Collection[int]) -> list[float]:
        """Return the reward of each player when illegal actions of `offenders` end a game.

        The offenders share the loss of `penalty`, and the other seats share it as a gain. If all
        seats are offenders, all get 0.
        """
        others = num_players - len(offenders)
        if not others:
            return [0.0] * num_players
        lost, won = self.penalty / len(offenders), self.penalty / others
        return [-lost if seat in offenders else won for seat in range(num_players)]


def reward_of(reward: str | RewardFunction, game: Game) -> Objective:
    """Return the reward that `reward` means in `game`.

    Args:
        reward: a name, or the user's own function.

            - "outcome": the game's utilities (`Game.outcome`), by default the same as "win".
            - "win": (n/k - 1)/(n - 1) to each of k winners among n players, -1/(n - 1) to the
              others.
            - "rank": from 1 to the first to -1 to the last in equal steps; ties share the mean.
            - "margin": own points minus the mean of the others' points, divided by the sum of all
              absolute points.
            - "outcome_and_margin": the outcome plus n - 1 times the margin. The second part is
              about the lead over the mean points of all players, as a share of this mean.
            - a function that gets the points, (M, P) float64, and the ranks, (M, P) int16, 1 =
              best, of M finished games with P players, and returns the rewards, (M, P) finite
              numbers.
            - the name of such a function as ``module:name``, which is imported.

            The named rewards are zero-sum and in [-1, 1], or in [-n, n] for "outcome_and_margin".
            The outcome of a game with its own utilities may be neither.

    Raises:
        ValueError: there is no such reward, or the function fails for a game in which the first
            seat has most points and the last seat has none.
    """
    if isinstance(reward, str) and reward in _REWARDS:
        facts = game.spec.utilities if reward.startswith("outcome") else Utilities()
        if reward == "outcome_and_margin":
            most = game.num_players - 1
            facts = replace(facts, low=facts.low - most, high=facts.high + most)
        return Objective(reward, None, facts)
    name = reward if isinstance(reward, str) else getattr(reward, "__qualname__", shown(reward))
    if is_import_name(reward):
        reward = import_named("reward", name)
    if not callable(reward):
        raise ValueError(
            f"reward is {shown(reward)}, expected one of: {', '.join(_REWARDS)}; or a function of "
            "scores and ranks, or its name as module:name"
        )
    own = Objective(name, reward, Utilities(-math.inf, math.inf, zero_sum=False))
    places = np.arange(game.num_players)[None]
    own.pay(Result(places[:, ::-1].astype(np.float64), (places + 1).astype(np.int16), places))
    return own
