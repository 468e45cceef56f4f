"""The setup of a table: the game, its options and seed, and the holders of the seats."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Player(NamedTuple):
    """The holder of a seat: a person if `agent` is None, else the agent of that name."""

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
    def has_people(self) -> bool:
        """Whether a person holds a seat."""
        return any(player.agent is None for player in self.players)
