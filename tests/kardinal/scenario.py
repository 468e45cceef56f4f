"""Short ways to write positions and play on from them."""

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Any

import numpy as np
import pytest

from hofspiele.envs.core.rng import derived_seed
from hofspiele.envs.kardinal.actions import NONE
from hofspiele.envs.kardinal.game import Kardinal
from hofspiele.envs.kardinal.rules import carry_out, forced_action
from tests.play import random_action
from tests.scenario import Position

FRANKEN, BAYERN, LOTHRINGEN, ENGLAND, FRANKREICH = (
    "Franken/Aragon", "Bayern/Burgund", "Lothringen/Italien", "England/Schwaben", "Frankreich",
)  # fmt: skip
COLOURS = (FRANKEN, BAYERN, LOTHRINGEN, ENGLAND, FRANKREICH)


@functools.cache
def game_of(num_players: int, *, vatikan: bool = False, two_countries: bool = False) -> Kardinal:
    """Return the game with these options."""
    return Kardinal(num_players=num_players, vatikan=vatikan, two_countries=two_countries)


BOARD = game_of(5).components
MONASTERIES = {
    country: [place.name for place in BOARD.monasteries if place.country == country]
    for country in BOARD.countries
}
# Each number of players and each option occurs with and without each other option.
every_game = pytest.mark.parametrize(
    "game",
    [
        game_of(3, vatikan=True),
        game_of(3, two_countries=True),
        *(game_of(n, vatikan=both, two_countries=both) for n in (4, 5) for both in (False, True)),
    ],
    ids=str,
)


def single_actions(game: Kardinal, state: np.record, seed: int) -> Iterator[int]:
    """Play `state` in place to the end and yield each action, including forced ones."""
    for ply in count():
        if state["over"]:
            return
        action = forced_action(game.params[0], state)
        if action == NONE:
            action = random_action(game, state, derived_seed(seed, ply))
        carry_out(game.params[0], state, action)
        yield action


def owned(**counts: Iterable[int]) -> dict[str, int]:
    """Return abbeys on the first monasteries of countries, given numbers for seat 0, seat 1, …"""
    return {
        name: seat
        for country, seats in counts.items()
        for name, seat in zip(
            MONASTERIES[country],
            [seat for seat, number in enumerate(seats) for _ in range(number)],
            strict=False,
        )
    }


def abbeys_for(advisors: Mapping[str, Iterable[int]]) -> dict[str, int]:
    """Return as many abbeys of seat 0 as these advisors need."""
    return owned(**{country: [sum(seated)] for country, seated in advisors.items()})


def cards_of(fields: Mapping[str, Any]) -> Counter[str]:
    """Return all cards of a written position, wherever they are."""
    cards = Counter(fields.get("pile", []))
    cards.update(card for card in fields.get("face_up", []) if card is not None)
    for part in (*fields.get("hands", []), fields.get("discard", {})):
        cards.update(part)
    return cards


def other_cards(num_players: int, fields: Mapping[str, Any]) -> list[str]:
    """Return the cards in play that `fields` do not use, colour by colour."""
    left = Counter(BOARD.copies(num_players))
    left.subtract(cards_of(fields))
    return [*left.elements()]


class Scenario(Position):
    """A game that continues from a written position.

    By default, all other cards are in the pile, which is empty in the last round and at the end.
    """

    def __init__(
        self,
        num_players: int = 4,
        /,
        seed: int = 0,
        *,
        vatikan: bool = False,
        two_countries: bool = False,
        **fields: Any,
    ):
        if "pile" not in fields:
            last_round = fields.get("over") or fields.get("stage") == "last round"
            fields["pile"] = [] if last_round else other_cards(num_players, fields)
        super().__init__(
            game_of(num_players, vatikan=vatikan, two_countries=two_countries), seed, **fields
        )

    def carry_out(self, action: str) -> None:
        """Carry out one action without the forced ones that follow it (KK-14)."""
        assert action in self.legal(), action
        carry_out(self.game.params[0], self.state, self.game.action_index(action))

    def pieces(self) -> set[str]:
        """Return the pieces and places of the legal placements, whatever the payment."""
        return {name.split(",")[0] for name in self.legal() if ", pay " in name}

    def payments(self, piece: str) -> set[str]:
        """Return the possible payments for a piece, like "2 Frankreich"."""
        return self.legal_after(f"{piece}, pay ")


def abbeys_of(country: str) -> set[str]:
    """Return all abbeys that could be placed in a country, as `Scenario.pieces` names them."""
    return {f"abbey {name}" for name in MONASTERIES[country]}
