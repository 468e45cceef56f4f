"""The part of a written position that a seat or a spectator sees."""

from collections.abc import Mapping
from typing import Any


def visible_part(position: Mapping[str, Any], point_of_view: int | None) -> dict[str, Any]:
    """Return a written position without what is hidden from one point of view.

    The draw pile, and the hands of others if a seat is looking, become numbers of cards.

    Args:
        position: the whole written position.
        point_of_view: the seat that looks at it; None is a spectator, who sees all hands.
    """
    hands = [
        hand if point_of_view in (None, seat) else sum(hand.values())
        for seat, hand in enumerate(position["hands"])
    ]
    return {**position, "hands": hands, "pile": len(position["pile"])}
