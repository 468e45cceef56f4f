"""A bookkeeper, which follows a game in written positions and remembers what seats have seen."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any, NamedTuple

Cards = tuple[str, ...]


class Discard(NamedTuple):
    """A discarded card from a hand with `hidden` cards that nobody saw when they were taken."""

    seat: int
    colour: str
    hidden: int


def paid_for(action: str) -> list[str]:
    """Return the cards that `action` discards."""
    if action.startswith("exchange "):
        return [action.removeprefix("exchange ")]
    if ", pay " not in action:
        return []
    cards, colour = action.split(", pay ")[1].split(" ")
    return [colour] * int(cards)


class Bookkeeper:
    """Everything that seats have seen of one game. Every single action must be recorded.

    Attributes:
        known: by seat, the cards that the seat was seen to take and cannot have played yet.
        drawn: by seat, the cards drawn from the present pile, which only the seat itself knows.
        pile_cards: the original cards of the present pile, without those turned up since.
        at_shuffle: by seat, the hidden cards in hand when the discard pile became the present
            pile; empty while the first pile is in use.
        discards: discards of hidden cards since the present pile was shuffled.
    """

    def __init__(self, dealt: Mapping[str, Any]):
        self.before = dealt
        self.shuffled = False
        self.at_shuffle: list[Counter[str]] = [Counter() for _ in dealt["hands"]]
        self.known: list[Counter[str]] = [Counter() for _ in dealt["hands"]]
        self.drawn = [Counter(hand) for hand in dealt["hands"]]
        self.discards: list[Discard] = []
        self.pile_cards = Counter(dealt["pile"])
        for hand in dealt["hands"]:
            self.pile_cards.update(hand)

    def record(self, action: str, after: Mapping[str, Any]) -> None:
        """Record what `action` did and the position that followed."""
        before, seat = self.before, self.before["player"]
        for number, card in enumerate(paid_for(action)):
            # If a discarded card may be a known card, it is counted as the known card.
            if self.known[seat][card] > 0:
                self.known[seat][card] -= 1
            else:
                held = sum(before["hands"][seat].values()) - number
                self.discards.append(Discard(seat, card, held - self.known[seat].total()))
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
        """Record that the discard pile became the pile if the first pile has just been used up."""
        if pile or self.shuffled or after["stage"] != "second pile":
            return
        self.shuffled = True
        self.pile_cards = Counter(self.before["discard"])
        self.drawn = [Counter() for _ in self.drawn]
        self.at_shuffle = self._hidden(after)
        self.discards = []

    def _hidden(self, position: Mapping[str, Any]) -> list[Counter[str]]:
        """Return the cards of each hand that nobody has seen its owner take."""
        hands = zip(position["hands"], self.known, strict=True)
        return [Counter(hand) - known for hand, known in hands]

    def older_counts(self, seat: int) -> set[int]:
        """Return the possible numbers of older hidden cards of `seat`, whatever their colours."""
        counts = {self.at_shuffle[seat].total()}
        for discard in self.discards:
            if discard.seat == seat:
                counts = {count - 1 for count in counts if count > 0} | {
                    count for count in counts if count < discard.hidden
                }
        return counts

    def agrees(self, player: int, redealt: Mapping[str, Any]) -> bool:
        """Return whether `redealt` agrees with everything that `player` has seen."""
        others = [seat for seat in range(len(self.known)) if seat != player]
        hidden = self._hidden(redealt)
        if any(not Counter(redealt["hands"][seat]) >= self.known[seat] for seat in others):
            return False
        everything = Counter(redealt["pile"])
        for seat in others:
            everything += hidden[seat]
        everything.update(discard.colour for discard in self.discards if discard.seat != player)
        newer = self.pile_cards - self.drawn[player]
        if not everything >= newer:
            return False
        older = everything - newer
        if older != sum((self.at_shuffle[seat] for seat in others), Counter()):
            return False
        # All sets of older cards that the seats visited by the loop so far may have held.
        found: set[Cards] = {()}
        for seat in others:
            of_seat = self._ways(seat, hidden[seat])
            sums = ((*one, *other) for one in found for other in of_seat)
            found = {tuple(sorted(cards)) for cards in sums if Counter(cards) <= older}
        return tuple(sorted(older.elements())) in found

    def _ways(self, seat: int, hidden: Counter[str]) -> set[Cards]:
        """Return the older cards that `seat` may have held if its hidden cards are now `hidden`."""
        ways: set[Cards] = set()
        for discarded in self._older_discards(seat):
            held = self.at_shuffle[seat].total() - len(discarded)
            for kept in combinations(sorted(hidden.elements()), held):
                ways.add(tuple(sorted((*discarded, *kept))))
        return ways

    def _older_discards(self, seat: int) -> Iterable[Cards]:
        """Return the older cards that `seat` may have discarded."""
        older = self.at_shuffle[seat].total()
        found: set[Cards] = {()}
        for discard in self.discards:
            if discard.seat == seat:
                was_older = {
                    tuple(sorted((*cards, discard.colour))) for cards in found if len(cards) < older
                }
                was_newer = {cards for cards in found if older - len(cards) < discard.hidden}
                found = was_older | was_newer
        return found
