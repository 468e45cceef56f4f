"""Short ways to write positions and play on from them."""

from collections import Counter
from typing import Any

import numpy as np

from hofspiele.envs.kou_ka_roi.game import KouKaRoi
from tests.scenario import come_back

GAMES = {number: KouKaRoi(num_players=number) for number in (2, 3, 4)}
COPIES = {kind.name: kind.copies for kind in GAMES[2].components.kinds}


def position(num_players: int, /, seed: int = 0, **fields: Any) -> np.record:
    """Return the written position with these fields."""
    return GAMES[num_players].from_dict({"game": "kou_ka_roi", **fields}, seed)


def written(num_players: int, state: np.record) -> dict[str, Any]:
    """Return the position in its written form."""
    return GAMES[num_players].to_dict(state)


def cards_of(shown: dict[str, Any]) -> Counter[str]:
    """Return all cards of a written position."""
    cards = Counter(shown["pile"])
    for part in (*shown["rows"], *shown["collections"], shown["box"]):
        cards.update(part)
    return cards


def choose(num_players: int, state: np.record, *rows: int) -> dict[str, Any]:
    """Let the deciding seats choose `rows` (from 1) in turn; return the written position."""
    game = GAMES[num_players]
    for row in rows:
        game.apply(state, game.action_index(f"row {row}"))
    return come_back(game, state)


def other_cards(number: int, *fields: Any) -> list[str]:
    """Return `number` cards of the game that no row or collection in `fields` uses."""
    used = [card for cards in fields for card in _names(cards)]
    left = [kind for kind, copies in COPIES.items() for _ in range(copies - used.count(kind))]
    return left[:number]


def _names(cards: Any) -> list[str]:
    if isinstance(cards, dict):
        return [kind for kind, count in cards.items() for _ in range(count)]
    return [cards] if isinstance(cards, str) else [name for part in cards for name in _names(part)]
