"""Who takes part in matches, and how other machines find the same agents."""

import functools
import socket
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hofspiele.envs.agents import Agent
from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import name_elsewhere, spec_of
from hofspiele.training.cli.games import make
from hofspiele.training.cluster.sent_file import SentFile, file_of
from hofspiele.training.players.lookup import Player, find_players


@dataclass(frozen=True)
class Entrants:
    """A game, and those who may play it against one another.

    Attributes:
        game, players: they.
        deterministic, trust: how `players` were found, see `find_players`.
    """

    game: Game
    players: Sequence[Player]
    deterministic: bool
    trust: bool = False

    @property
    def agents(self) -> list[Agent]:
        """Those of the players."""
        return [player.agent for player in self.players]

    def sent(self) -> "SentEntrants":
        """What finds them elsewhere; agent files as they are now."""
        return SentEntrants(
            name_elsewhere(self.game.name),
            tuple(self.game.options.items()),
            tuple(player.named for player in self.players),
            tuple(player.sha256 for player in self.players),
            self.deterministic,
            self.trust,
            tuple(file_of(player.named) for player in self.players),
        )


@dataclass(frozen=True)
class SentEntrants:
    """`Entrants` as they travel: names and files, no objects, so that nothing unpacked runs code.

    Attributes:
        name, options: of the game.
        named: the agents, as they were asked for.
        sha256: as of `Player`, by which another agent of that name is noticed.
        deterministic, trust: as of `Entrants`.
        files: of those who are in one.
    """

    name: str
    options: tuple[tuple[str, Any], ...]
    named: tuple[str, ...]
    sha256: tuple[str | None, ...]
    deterministic: bool
    trust: bool
    # the digests tell them apart
    files: tuple[SentFile | None, ...] = field(compare=False, repr=False)


@functools.lru_cache(maxsize=16)
def found(sent: SentEntrants) -> tuple[Game, list[Agent]]:
    """The game and the agents, made once in each process.

    Raises:
        ValueError: names the machine on which there is no such agent, or another.
    """
    game = make(spec_of(sent.name, own=True).name, dict(sent.options))
    here = socket.gethostname()
    with tempfile.TemporaryDirectory(prefix="hofspiele-agents-") as folder:
        places = [
            named if file is None else str(file.lay_down(Path(folder) / str(number)))
            for number, (named, file) in enumerate(zip(sent.named, sent.files, strict=True))
        ]
        try:
            players = find_players(places, game, sent.deterministic, sent.trust)
        except ValueError as error:
            raise ValueError(f"on {here}: {error}") from error
    for named, player, sha256 in zip(sent.named, players, sent.sha256, strict=True):
        if player.sha256 != sha256:
            raise ValueError(
                f"on {here}: agent {named} is another there (SHA-256 {player.sha256}, expected "
                f"{sha256}); copy its module to all nodes"
            )
    return game, [player.agent for player in players]
