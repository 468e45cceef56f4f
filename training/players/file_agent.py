"""An agent in a file, which is read once it is known what it is to play."""

from collections.abc import Sequence

import numpy as np

from hofspiele.envs.agents import Agent, Thoughts, Views
from hofspiele.envs.core import Game
from hofspiele.training.players.lookup import find_players


class FileAgent(Agent):
    """Plays each game as the file or folder at `path` does, drawing its actions.

    `make_agent` finds it in the entry point group ``hofspiele.agent_files``.
    """

    reads_states = True

    def __init__(self, path: str):
        self.name = path
        self._path = path
        self._agents: dict[Game, Agent] = {}

    def check(self, game: Game) -> None:
        self.name = self._in(game).name

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        return self._in(views.game).act(views, rng)

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        return self._in(views.game).think(views, rng)

    def act_at_tables(
        self, views: Sequence[Views], rngs: Sequence[np.random.Generator]
    ) -> list[np.ndarray]:
        return self._in(views[0].game).act_at_tables(views, rngs)

    def _in(self, game: Game) -> Agent:
        if game not in self._agents:
            self._agents[game] = find_players([self._path], game, False)[0].agent
        return self._agents[game]
