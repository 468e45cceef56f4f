"""The setup of a table: the game, its options and seed, and the holders of the seats."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from hofspiele.envs.core.checks import whole_number


class Player(NamedTuple):
    """The holder of a seat: the agent called `agent`, or a person if `agent` is None."""

    name: str
    agent: str | None


class TableSetup(NamedTuple):
    """The setup of a table.

    Attributes:
        table: the table's number, counted from 1.
        game: the game's name.
        options: all options of the game.
        seed: the seed of the deal, which stays secret until the game is over.
        players: the players, by seat.
    """

    table: int
    game: str
    options: Mapping[str, Any]
    seed: int
    players: tuple[Player, ...]

    @property
    def people(self) -> list[int]:
        """The seats that people hold."""
        return [seat for seat, player in enumerate(self.players) if player.agent is None]


def read_seed(seed: Any) -> int:
    """Return `seed` as an int; strings are allowed because JavaScript lacks 64-bit integers."""
    if isinstance(seed, str) and re.fullmatch(r"\d{1,20}", seed, re.ASCII):
        seed = int(seed)
    return whole_number("seed", seed, 0, 2**64 - 1)
