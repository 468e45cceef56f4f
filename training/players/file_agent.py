"""Trained agents whose files are read when the game to play is known."""

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from hofspiele.envs.agents import Agent, Thoughts, Views
from hofspiele.envs.core import Game
from hofspiele.training.players.agent_file import find_file
from hofspiele.training.players.loading import load_agent
from hofspiele.training.settings.own_networks import register_network


class StoredAgent(Agent):
    """A trained agent that loads its file for each game that it plays, and samples its actions."""

    reads_states = True

    def __init__(self, name: str):
        self.name = name
        self._agents: dict[Game, Agent] = {}

    @abstractmethod
    def file(self, game: Game) -> Path:
        """Return the file for `game`."""

    @abstractmethod
    def load(self, game: Game, *, deterministic: bool) -> Agent:
        """Return the agent for `game`; raise ValueError if it or a required library is missing."""

    def playing(self, game: Game) -> Agent:
        """Return the agent that samples its actions in `game`; load it on the first call."""
        if game not in self._agents:
            self._agents[game] = self.load(game, deterministic=False)
        return self._agents[game]

    def check(self, game: Game) -> None:
        self.name = self.playing(game).name

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        return self.playing(views.game).act(views, rng)

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        return self.playing(views.game).think(views, rng)

    def act_at_tables(
        self, views: Sequence[Views], rngs: Sequence[np.random.Generator]
    ) -> list[np.ndarray]:
        return self.playing(views[0].game).act_at_tables(views, rngs)


class FileAgent(StoredAgent):
    """The agent in a file or folder; see `load_agent`.

    `make_agent` finds this class in the entry point group ``hofspiele.agent_files``. The file may
    name the user's own `networks`; see `register_network`.
    """

    def __init__(self, path: str, *, trust: bool = False, networks: Sequence[str] = ()):
        super().__init__(path)
        for network in networks:
            register_network(network)
        self._path, self._trust = path, trust

    def file(self, game: Game) -> Path:
        return find_file(self._path)

    def load(self, game: Game, *, deterministic: bool) -> Agent:
        return load_agent(self._path, game, deterministic=deterministic, trust=self._trust)
