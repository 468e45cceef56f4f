"""Short words for the tests of the rules: lay a table, play on it, look at it."""

import functools
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from hofspiele.envs.kardinal.game import Kardinal

FRANKEN, BAYERN, LOTHRINGEN, ENGLAND, FRANKREICH = (
    "Franken/Aragon", "Bayern/Burgund", "Lothringen/Italien", "England/Schwaben", "Frankreich",
)  # fmt: skip
COLOURS = (FRANKEN, BAYERN, LOTHRINGEN, ENGLAND, FRANKREICH)


@functools.cache
def game_of(num_players: int, vatikan: bool = False, two_countries: bool = False) -> Kardinal:
    """The game with these options."""
    return Kardinal(num_players=num_players, vatikan=vatikan, two_countries=two_countries)


BOARD = game_of(5).components
MONASTERIES = {
    country: [place.name for place in BOARD.monasteries if place.country == country]
    for country in BOARD.countries
}
ALL_GAMES = [
    game_of(number, vatikan, two)
    for number in (3, 4, 5)
    for vatikan in (False, True)
    for two in (False, True)
]


def owned(**counts: Iterable[int]) -> dict[str, int]:
    """Abbeys on the first monasteries of each country: so many of seat 0, seat 1, …"""
    return {
        name: seat
        for country, seats in counts.items()
        for name, seat in zip(
            MONASTERIES[country],
            [seat for seat, number in enumerate(seats) for _ in range(number)],
            strict=False,
        )
    }


def cards_of(fields: Mapping[str, Any]) -> Counter[str]:
    """All cards of a written position that are in play."""
    cards = Counter(fields.get("pile", []))
    cards.update(card for card in fields.get("face_up", []) if card is not None)
    for part in (*fields.get("hands", []), fields.get("discard", {})):
        cards.update(part)
    return cards


def other_cards(num_players: int, fields: Mapping[str, Any]) -> list[str]:
    """The cards in play that `fields` do not use, colour by colour."""
    left = Counter(BOARD.copies(num_players))
    left.subtract(cards_of(fields))
    return [*left.elements()]


class Table:
    """A written position to play on; cards that are not named are in the pile."""

    def __init__(
        self,
        num_players: int = 4,
        /,
        seed: int = 0,
        vatikan: bool = False,
        two_countries: bool = False,
        **fields: Any,
    ):
        self.game = game_of(num_players, vatikan, two_countries)
        if "pile" not in fields:
            fields["pile"] = other_cards(num_players, fields)
        self.state: np.record = self.game.from_dict({"game": "kardinal", **fields}, seed)

    @property
    def shown(self) -> dict[str, Any]:
        """The position as it is written."""
        return self.game.to_dict(self.state)

    def do(self, *actions: str) -> dict[str, Any]:
        """Carry these actions out, one after the other."""
        for action in actions:
            self.game.apply(self.state, self.game.action_index(action))
        return self.shown

    def legal(self) -> set[str]:
        """The names of the legal actions."""
        return {
            self.game.action_name(int(action))
            for action in np.flatnonzero(self.game.legal_mask(self.state))
        }

    def pieces(self) -> set[str]:
        """The pieces and places of the legal placements, whatever the payment."""
        return {name.split(",")[0] for name in self.legal() if ", pay " in name}

    def payments(self, piece: str) -> set[str]:
        """How a piece may be paid, like "2 Frankreich"."""
        start = f"{piece}, pay "
        return {name.removeprefix(start) for name in self.legal() if name.startswith(start)}


def abbeys_of(country: str) -> set[str]:
    """All abbeys that could be placed in a country, as `Table.pieces` calls them."""
    return {f"abbey {name}" for name in MONASTERIES[country]}
