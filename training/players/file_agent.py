"""An agent in a file, which is read once it is known what it is to play."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from hofspiele.envs.agents import Agent, Thoughts, Views
from hofspiele.envs.core import Game
from hofspiele.training.cli.starting import lack_of
from hofspiele.training.players.agent_file import load_agent

SB3 = ".zip"


def is_sb3(path: str | Path) -> bool:
    """Whether it is a file as stable-baselines3 saves them, by its name."""
    return Path(path).suffix == SB3 and Path(path).is_file()


def load_file(
    path: str | Path, game: Game, deterministic: bool = False, trust: bool = False
) -> Agent:
    """The trained agent at `path`, ours or one of stable-baselines3, for play in `game`.

    Raises:
        ValueError: as of `load_agent`, or `load_sb3`, which tells of `trust`; or what it needs is
            not installed.
    """
    if not is_sb3(path):
        return load_agent(path, game, deterministic)
    lack = lack_of(f"agent {path}", ("train",))
    if lack:
        raise ValueError(lack)
    from hofspiele.training.players.sb3_file import load_sb3

    return load_sb3(path, game, deterministic, trust)


class FileAgent(Agent):
    """Plays each game as the file or folder at `path` does, drawing its actions.

    `make_agent` finds it in the entry point group ``hofspiele.agent_files``.

    Args:
        path: of a file or folder, as `load_file` takes it.
        trust: whether code may run that the file brings.
    """

    reads_states = True

    def __init__(self, path: str, trust: bool = False):
        self.name = path
        self._path = path
        self._trust = trust
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
            self._agents[game] = load_file(self._path, game, trust=self._trust)
        return self._agents[game]
