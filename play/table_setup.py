"""The setup of a table: the game, its options and seed, and the holders of the seats."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Player(NamedTuple):
    """The holder of a seat: the agent called `agent`, or a person if `agent` is None.

    The name of a person is empty until it is known.
    """

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
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat; equal names are numbered."""
        called = [player.name or "Guest" for player in self.players]
        return tuple(
            f"{name} {called[: seat + 1].count(name)}" if called.count(name) > 1 else name
            for seat, name in enumerate(called)
        )

    @property
    def people(self) -> list[int]:
        """The seats that people hold."""
        return [seat for seat, player in enumerate(self.players) if player.agent is None]

    def with_name(self, seat: int, name: str) -> "TableSetup":
        """Return the setup with another name for the person at `seat`."""
        players = list(self.players)
        players[seat] = Player(name, None)
        return self._replace(players=tuple(players))

    def rotated(self, table: int, seed: int) -> "TableSetup":
        """Return the setup of a rematch, in which every player holds the next seat."""
        return self._replace(table=table, seed=seed, players=self.players[-1:] + self.players[:-1])
