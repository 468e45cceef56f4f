"""Trained agents whose files are read when the game to play is known."""

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from hofspiele.envs.agents import Agent, Thoughts, Views
from hofspiele.envs.core import Game
from hofspiele.training.cli.dependencies import lack_of
from hofspiele.training.players.agent_file import find_file, load_agent

SB3 = ".zip"


def is_sb3(path: str | Path) -> bool:
    """Return whether `path` is an existing file with the suffix of stable-baselines3."""
    return Path(path).suffix == SB3 and Path(path).is_file()


class StoredAgent(Agent):
    """A trained agent that loads its file for each game that it plays, and samples its actions."""

    reads_states = True

    @abstractmethod
    def file(self, game: Game) -> Path:
        """Return the file for `game`."""

    @abstractmethod
    def load(self, game: Game, *, deterministic: bool) -> Agent:
        """Load and return the agent for `game`; commands call this method.

        Raises:
            ValueError: there is no agent for `game`, or a required library is not installed.
        """

    @abstractmethod
    def playing(self, game: Game) -> Agent:
        """Return the agent that samples its actions in `game`; load it on the first call."""

    def check(self, game: Game) -> None:
        self.playing(game)

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        return self.playing(views.game).act(views, rng)

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        return self.playing(views.game).think(views, rng)

    def act_at_tables(
        self, views: Sequence[Views], rngs: Sequence[np.random.Generator]
    ) -> list[np.ndarray]:
        return self.playing(views[0].game).act_at_tables(views, rngs)


class FileAgent(StoredAgent):
    """The agent in a file or folder, written by hofspiele or stable-baselines3.

    `make_agent` finds this class in the entry point group ``hofspiele.agent_files``.

    Args:
        path: a run folder or a file.
        trust: whether code in the file may run; see `load_sb3`.
    """

    def __init__(self, path: str, *, trust: bool = False):
        self.name = path
        self._path = path
        self._trust = trust
        self._agents: dict[Game, Agent] = {}

    def check(self, game: Game) -> None:
        self.name = self.playing(game).name

    def file(self, game: Game) -> Path:
        return find_file(self._path)

    def load(self, game: Game, *, deterministic: bool) -> Agent:
        if not is_sb3(self._path):
            return load_agent(self._path, game, deterministic=deterministic)
        if lack := lack_of(f"agent {self._path}", ("train",)):
            raise ValueError(lack)
        from hofspiele.training.players.sb3_file import load_sb3

        return load_sb3(self._path, game, deterministic=deterministic, trust=self._trust)

    def playing(self, game: Game) -> Agent:
        if game not in self._agents:
            self._agents[game] = self.load(game, deterministic=False)
        return self._agents[game]
