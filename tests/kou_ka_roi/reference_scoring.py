"""A second implementation of the scorings, from written positions, as reference for the kernels."""

from collections.abc import Mapping, Sequence

ANIMALS = ("sheep", "horse", "pig", "cow", "goat", "donkey", "goose", "hen")
KING_POINTS = (0, 0, 1, 4, 9, 16, 25, 36)
ANIMAL_POINTS = (0, 1, 3, 6, 10, 15)

Collection = Mapping[str, int]


def points(collections: Sequence[Collection], seat: int) -> dict[str, int]:
    """Return the points of `seat` in each category, given the cards in front of all players."""
    own = collections[seat]
    churches = [cards.get("church", 0) for cards in collections]
    knights = [cards.get("knight", 0) for cards in collections]
    return {
        "kings": KING_POINTS[min(own.get("king", 0), 7)],
        "churches": 10 if churches[seat] and churches[seat] == max(churches) else 0,
        "victory": sum(int(kind[-1]) * n for kind, n in own.items() if kind.startswith("victory")),
        "knights": knights[seat] * (2 if knights[seat] == max(knights) else 1),
        "animals": sum(ANIMAL_POINTS[own.get(animal, 0)] for animal in ANIMALS),
        "farm": farm(own.get("farmer", 0), own.get("wife", 0), own.get("farmhouse", 0)),
    }


def farm(farmers: int, wives: int, houses: int) -> int:
    """Return the points of a farm by putting pairs into houses one by one."""
    total = 0
    while farmers and wives:
        total += 14 if houses else 7
        farmers, wives, houses = farmers - 1, wives - 1, max(0, houses - 1)
    return total


def total(collections: Sequence[Collection], seat: int) -> int:
    """Return the points of `seat` in all categories together."""
    return sum(points(collections, seat).values())


def with_cards(collection: Collection, cards: Sequence[str]) -> dict[str, int]:
    """Return the collection once `cards` have been added."""
    kinds = {*collection, *cards}
    return {kind: collection.get(kind, 0) + cards.count(kind) for kind in kinds}


def gain(position: Mapping, seat: int, row: int) -> int:
    """Return the points that the cards of `row` (from 0) would add for `seat` now."""
    before = position["collections"]
    after = list(before)
    after[seat] = with_cards(before[seat], position["rows"][row])
    return total(after, seat) - total(before, seat)
