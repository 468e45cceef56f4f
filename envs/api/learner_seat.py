"""The learner's seat among agents, as both Gymnasium faces see it."""

import inspect
from collections.abc import Sequence
from typing import Any

import numpy as np

from hofspiele.envs.agents import Agent, AgentLike, make_agent
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.registry import make, spec_of
from hofspiele.envs.core.rewards import forfeit_rewards, result_of
from hofspiele.envs.core.suggest import unexpected_keyword
from hofspiele.envs.learner import LearnerTable, Seat

Opponents = AgentLike | Sequence[AgentLike]


def game_of(face: type, game: Game | str, options: dict[str, Any]) -> Game:
    """`game` itself, or the game of that name with `options`: what `face` was given beside its own.

    Raises:
        TypeError: neither `face` nor the game knows one of `options`.
        ValueError: `game` is no game, or has its options already, or does not allow these.
    """
    if not isinstance(game, str | Game):
        raise ValueError(f"game is {shown(game)}, expected a Game or the name of one")
    known = [
        *(name for name in inspect.signature(face).parameters if name != "options"),
        *(spec_of(game).option_names if isinstance(game, str) else game.options),
    ]
    for option in options:
        if option not in known:
            raise unexpected_keyword(face.__name__, option, known)
    if isinstance(game, str):
        return make(game, **options)
    if options:
        raise ValueError(f"options {', '.join(options)} are of no use: {game!r} has its own")
    return game


class ForfeitTable(LearnerTable):
    """A LearnerTable in which the learner can lose games by illegal actions."""

    def __init__(
        self,
        game: Game,
        num_games: int,
        seat: Seat,
        opponents: Opponents,
        reward: str,
        num_threads: int = 1,
    ):
        if isinstance(opponents, str | Agent) or callable(opponents):
            opponents = [opponents]
        if not isinstance(opponents, Sequence) or isinstance(opponents, bytes):
            raise ValueError(
                f"opponents is {shown(opponents)}, expected the name of an agent, an Agent, a "
                "function of observation and mask, or a list of them"
            )
        super().__init__(
            game,
            num_games,
            [make_agent(agent, own=True) for agent in opponents],
            seat=seat,
            num_threads=num_threads,
            reward=reward,
        )

    def step_or_forfeit(self, actions: np.ndarray, waiting: np.ndarray | None = None) -> np.ndarray:
        """As `step`, but games in which the action is illegal are over and dealt anew.

        They pay -1, others share +1 in `outcomes`; `scores` and `ranks` are as these games stood.

        Args:
            actions: (num_games,) int64, which nobody else can write to.
            waiting: (num_games,) bool, games that are not stepped, whatever the action.

        Returns:
            Which games ended so: bool, shape (num_games,).
        """
        with self.table.batch.sole_use:
            self._check_settled()
            legal = (actions >= 0) & (actions < self.game.num_actions)
            legal[legal] = self.table.batch.arrays.action_masks[legal, actions[legal]]
            illegal = ~legal
            if waiting is not None:
                legal, illegal = legal & ~waiting, illegal & ~waiting
            games = np.flatnonzero(legal)
            with self._under_way():
                self._step(actions[games], games)
                self._clear_endings()
                self._end_games(games)
                self._forfeit(np.flatnonzero(illegal))
                self._let_opponents_play()
        return illegal

    def break_off(self, games: np.ndarray) -> None:
        """Deal these games anew (indices), which pay nothing and count as not finished."""
        with self.table.batch.sole_use:
            self._check_settled()
            with self._under_way():
                self._clear_endings()
                self.table.deal_next(games)
                self._begin_next(games)
                self._let_opponents_play()

    def _forfeit(self, games: np.ndarray) -> None:
        if not len(games):
            return
        states = self.table.batch.arrays.states[games]
        outcomes = np.array(
            [forfeit_rewards(self.game.num_players, [seat]) for seat in self.seats[games]]
        )
        self._record_end(games, states, result_of(self.game, states)._replace(outcomes=outcomes))
        self._arrays.rewards[games] = -1.0
        self.table.deal_next(games)
        self._begin_next(games)
