"""The learner's seat among agents, as both Gymnasium faces see it."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from hofspiele.envs.agents import Agent, make_agent
from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import make
from hofspiele.envs.learner import LearnerTable

Opponents = str | Agent | Sequence[str | Agent]
Seat = int | Literal["random"]


def game_of(game: Game | str, options: dict[str, Any]) -> Game:
    """`game` itself, or the game of that name with `options`."""
    if isinstance(game, str):
        return make(game, **options)
    if options:
        raise ValueError(f"options {', '.join(options)} are of no use: {game!r} has its own")
    return game


class ForfeitTable(LearnerTable):
    """A LearnerTable in which the learner can lose games by illegal actions."""

    def __init__(
        self, game: Game, num_games: int, seat: Seat, opponents: Opponents, num_threads: int = 1
    ):
        if isinstance(opponents, str | Agent):
            opponents = [opponents]
        if seat != "random" and (not isinstance(seat, int) or isinstance(seat, bool)):
            raise ValueError(f"seat is {seat!r}, expected a number from 0 or 'random'")
        super().__init__(
            game,
            num_games,
            [make_agent(agent) for agent in opponents],
            seat=None if seat == "random" else seat,
            num_threads=num_threads,
        )

    def step_or_forfeit(self, actions: np.ndarray) -> np.ndarray:
        """As `step`, but games in which the action is illegal are over and dealt anew.

        Returns:
            Which games ended so: bool, shape (num_games,). `outcomes`, `scores` and `ranks` say
            nothing about them.
        """
        legal = (actions >= 0) & (actions < self.game.num_actions)
        legal[legal] = self.action_masks[legal, actions[legal]]
        games = np.flatnonzero(legal)
        self._step(actions[games], games)
        self.finished[:] = False
        self._end_games(games)
        self._forfeit(np.flatnonzero(~legal))
        self._let_opponents_play()
        return ~legal

    def _forfeit(self, games: np.ndarray) -> None:
        self.finished[games] = True
        self.final_states[games] = self.table.states[games]
        self.final_seats[games] = self.seats[games]
        self.final_opponents[games] = self.opponents_of[games]
        self.table.deal_anew(games)
        self.seats[games] = (self.seats[games] + 1) % self.game.num_players
        self._begin(games)
