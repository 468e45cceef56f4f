"""The agents of matches, in a form that can be sent to other machines."""

import functools
import socket
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from hofspiele.envs.agents import Agent
from hofspiele.envs.agents.named import names_file
from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import loadable_name, spec_of
from hofspiele.envs.core.text.files import write_whole
from hofspiele.training.players.agent_file import find_file
from hofspiele.training.players.lookup import AgentFinder, Player
from hofspiele.training.settings.game import make_game
from hofspiele.training.settings.own_networks import register_network, registered_networks


@dataclass(frozen=True)
class Entrants:
    """A game and the players of its matches.

    Attributes:
        finder: the finder that found the players; it contains the game.
        players: all players; line-ups contain their indices.
    """

    finder: AgentFinder
    players: Sequence[Player]

    @property
    def agents(self) -> list[Agent]:
        """The agents of the players."""
        return [player.agent for player in self.players]

    def sent(self) -> "SentEntrants":
        """Return everything that another machine needs to play, with the current agent files."""
        return SentEntrants(
            loadable_name(self.finder.game.name),
            tuple(self.finder.game.options.items()),
            tuple(player.named for player in self.players),
            tuple(player.sha256 for player in self.players),
            self.finder.deterministic,
            self.finder.trust,
            registered_networks(),
            tuple(_file_of(player.named) for player in self.players),
        )


class SentFile(NamedTuple):
    """An agent file. Its name and its folder's name determine the name of the agent."""

    folder: str
    name: str
    content: bytes


@dataclass(frozen=True)
class SentEntrants:
    """`Entrants` in a form for sending: names and files without pickled objects.

    Attributes:
        name, options: name and options of the game.
        named: names or paths of the agents, as given by the user.
        sha256: the digests of the agents, to detect a different agent with the same name.
        deterministic, trust: as in `AgentFinder`.
        networks: the user's networks as MODULE:NAME; see `register_network`.
        files: the agent files; None for agents without a file.
    """

    name: str
    options: tuple[tuple[str, Any], ...]
    named: tuple[str, ...]
    sha256: tuple[str | None, ...]
    deterministic: bool
    trust: bool
    networks: tuple[str, ...]
    # Comparisons use the digests instead of the files.
    files: tuple[SentFile | None, ...] = field(compare=False, repr=False)


def _file_of(named: str) -> SentFile | None:
    """Return the agent file if `named` is the path of an agent, else None."""
    if not names_file(named):
        return None
    file = find_file(named).absolute()
    return SentFile(file.parent.name, file.name, file.read_bytes())


@functools.lru_cache(maxsize=16)
def found(sent: SentEntrants) -> tuple[Game, list[Agent]]:
    """Return the game and the agents, loaded once per process.

    Raises:
        ValueError: an agent is missing on this machine, or differs from the sender's agent.
    """
    game = make_game(spec_of(sent.name, from_user=True).name, dict(sent.options))
    here = socket.gethostname()
    with tempfile.TemporaryDirectory(prefix="hofspiele-agents-") as folder:
        names = []
        for number, (named, file) in enumerate(zip(sent.named, sent.files, strict=True)):
            if file is not None:
                path = Path(folder) / str(number) / file.folder / file.name
                write_whole(path, file.content)
                named = str(path)
            names.append(named)
        try:
            for network in sent.networks:
                register_network(network)
            finder = AgentFinder(game, deterministic=sent.deterministic, trust=sent.trust)
            players = finder.find(names)
        except ValueError as error:
            raise ValueError(f"on node {here}: {error}") from error
    for named, player, sha256 in zip(sent.named, players, sent.sha256, strict=True):
        if player.sha256 != sha256:
            raise ValueError(
                f"agent {named} differs on node {here} (SHA-256 {player.sha256}, expected "
                f"{sha256}); copy the same module to all nodes"
            )
    return game, [player.agent for player in players]
