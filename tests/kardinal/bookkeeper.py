"""A bookkeeper who watches a game from the written positions and remembers what all have seen."""

from collections import Counter
from collections.abc import Mapping
from typing import Any


class Bookkeeper:
    """Keeps the books of one game.

    Attributes:
        known: for each seat the cards it was seen to take and cannot have played yet.
        drawn: for each seat the cards that it drew from the present pile (which it alone knows).
        pile_cards: the cards that the present pile was made of, less those turned up since.
    """

    def __init__(self, dealt: Mapping[str, Any]):
        self.before = dealt
        self.shuffled = False
        self.known = [Counter() for _ in dealt["hands"]]
        self.drawn = [Counter(hand) for hand in dealt["hands"]]
        self.pile_cards = Counter(dealt["pile"])
        for hand in dealt["hands"]:
            self.pile_cards.update(hand)

    def record(self, action: str, after: Mapping[str, Any]) -> None:
        """Enter what `action` did and the position that came of it."""
        before, seat = self.before, self.before["player"]
        hands = [Counter(position["hands"][seat]) for position in (before, after)]
        # what leaves a hand may have been a known card, so it is counted as one
        self.known[seat] -= hands[0] - hands[1]  # of none less than none
        pile = [*before["pile"]]
        face_up = [*before["face_up"]]
        if action.startswith("draw face-up"):
            place = int(action[-1]) - 1
            self.known[seat][face_up[place]] += 1
            face_up[place] = None
        elif action == "draw pile":
            self.drawn[seat][pile.pop(0)] += 1
            self._enter_shuffle(pile, after)
        for place, card in enumerate(after["face_up"]):
            if face_up[place] is None and card is not None:
                pile = pile[1:]
                self.pile_cards[card] -= 1
                self._enter_shuffle(pile, after)
        self.before = after

    def _enter_shuffle(self, pile: list[str], after: Mapping[str, Any]) -> None:
        """With the last card of the first pile the discard pile becomes the pile."""
        if pile or self.shuffled or after["stage"] != "second pile":
            return
        self.shuffled = True
        self.pile_cards = Counter(self.before["discard"])
        self.drawn = [Counter() for _ in self.drawn]
