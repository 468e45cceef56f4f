"""The table of both Gymnasium environments, where illegal actions lose the game."""

import os
from collections.abc import Sequence

import numpy as np

from hofspiele.envs.agents import Agent, AgentLike, make_agent
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.rewards import result_of
from hofspiele.envs.learner.learner_table import LearnerTable, let_opponents_play

Opponents = AgentLike | Sequence[AgentLike]


def make_opponents(opponents: Opponents) -> list[Agent]:
    """Return the agents for the argument `opponents` of an environment.

    Raise ValueError if it is neither an agent nor a list, or names an unknown agent.
    """
    if isinstance(opponents, str | os.PathLike | Agent) or callable(opponents):
        opponents = [opponents]
    if not isinstance(opponents, Sequence) or isinstance(opponents, bytes):
        raise ValueError(
            f"opponents is {shown(opponents)}, expected the name or path of an agent, an Agent, a "
            "function of observation and mask, or a list of them"
        )
    return [make_agent(agent, from_user=True) for agent in opponents]


class ForfeitTable(LearnerTable):
    """A LearnerTable in which the learner loses a game by an illegal action."""

    def step_or_forfeit(self, actions: np.ndarray, waiting: np.ndarray | None = None) -> np.ndarray:
        """Step the games like `step`, but treat an illegal action as a loss for the learner.

        In that game, the learner loses `Objective.penalty`. `outcomes`, `scores` and `ranks`
        describe the last position, and the next game is dealt.

        `actions` are (N,) int64, and no other thread may write to them. `waiting`, (N,) bool, marks
        games that are not stepped. Return whether each game ended by an illegal action, (N,) bool.
        """
        with self.table.sole_use:
            self._check_settled()
            legal = (actions >= 0) & (actions < self.game.num_actions)
            legal[legal] = self.table.arrays.action_masks[legal, actions[legal]]
            illegal = ~legal
            if waiting is not None:
                legal, illegal = legal & ~waiting, illegal & ~waiting
            games = np.flatnonzero(legal)
            with self._under_way():
                self._step(actions[games], games)
                self._clear_endings()
                self._end_games(games)
                self._stop(np.flatnonzero(illegal), -self._objective.penalty)
                let_opponents_play([self])
        return illegal

    def truncate(self, games: np.ndarray) -> None:
        """End the games at the indices `games` with reward 0, and deal the next ones."""
        with self.table.sole_use:
            self._check_settled()
            with self._under_way():
                self._stop(games, 0.0)
                let_opponents_play([self])

    def _stop(self, games: np.ndarray, reward: float) -> None:
        if not len(games):
            return
        states = self.table.arrays.states.take(games)
        self._record_end(games, states, result_of(self.game, states))
        self._arrays.rewards[games] = reward
        self.table.deal_next(games)
        self._begin_next(games)
