"""A slow second implementation of the observation, from written positions."""

from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from itertools import combinations, count, product
from math import prod
from typing import Any

from hofspiele.envs.knatsch.dice import dice_set_of, result_of
from hofspiele.envs.knatsch.odds.chances import chance_of, start_chance
from tests.knatsch.reference_dice import Dice, Result, card_bits, dice_params, reading
from tests.knatsch.reference_rules import KING, TREASON, ReferenceRules, combination, name_of
from tests.knatsch.scenario import BOX, COLOURS, KINDS, keeping, kind_of, written

SUITS = (*COLOURS, *KINDS, "tournament")
CARDS = (*BOX,)
# Each card of the box; the tournaments of a pile are numbered from the top.
SINGLE_CARDS = (*CARDS[:-1], *(f"tournament {number}" for number in range(1, 10)))
PILES, FACES, LIVE = (1, 2), range(1, 7), range(1, 6)
# All results in ascending order, including some that can't be thrown.
RESULTS = [*product(range(8), range(6), range(6))]
ATTEMPT = (
    "target", "target_pile", "target_owner", "target_castle", "target_action", "leader",
)  # fmt: skip
# Other tests compare these chances with fractions.
PARAMS = dice_params()
# The dice cards of a player and the number of throws.
Thrower = tuple[Dice, int]
# The numbers of a piece that are not 0, by their labels.
Words = dict[Any, float] | float


def positive(words: dict[Any, float]) -> dict[Any, float]:
    """Return the numbers that are not 0."""
    return {label: number for label, number in words.items() if number}


def only(label: Any) -> Words:
    """Return a one-hot piece, empty for None."""
    return {} if label is None else {label: 1}


def what_is(card: str) -> str:
    """Return the word for a card as a target."""
    kind = kind_of(card)
    return "castle" if kind in COLOURS else "action card" if kind in KINDS else kind


def strength(asked: Result) -> float:
    """Return the strength of a combination: even steps from 111+2 to 555+4."""
    _, face, extra = asked
    return (6 * face + extra - 7) / 27


def in_parts(result: Result) -> dict[str, float]:
    """Return a result as it is observed."""
    equal, face, extra = result
    return {"equal": equal / 7, "face": face / 5, "extra": extra / 5}


def keeps(dice: Dice) -> dict[str, Dice]:
    """Return the dice that each allowed pattern keeps of sorted dice."""
    live = written(dice).replace("6", "")
    parts = {"".join(part) for size in range(7) for part in combinations(live, size)}
    patterns = [keeping(written(dice), part).removeprefix("keep ") for part in parts]
    return {
        pattern: tuple(face for face, mark in zip(dice, pattern, strict=True) if mark == "x")
        for pattern in patterns
    }


def chance(thrower: Thrower, beat: Result) -> float:
    """Return the chance of a whole attempt."""
    cards, throws = thrower
    return start_chance(PARAMS, card_bits(*cards), result_of(*beat), throws)


@cache
def best_likely_beaten(followers: tuple[Thrower, ...]) -> Result:
    """Return the best result that one of the followers is more likely to beat than not."""

    def is_likely_to_stand(beat: Result) -> bool:
        return prod(1 - chance(follower, beat) for follower in followers) >= 0.5

    return RESULTS[bisect_left(RESULTS, True, key=is_likely_to_stand) - 1]


class ReferenceObservation:
    """Reads all pieces of the observation off a written position.

    `seen` says of each place of the piles, from the top, whether all know its card.
    """

    def __init__(
        self, shown: dict[str, Any], seen: list[list[bool]], player: int, max_turns: int
    ) -> None:
        self.shown = shown
        self.seen = seen
        self.player = player
        self.max_turns = max_turns
        self.number = shown["num_players"]
        self.seats = range(self.number)
        self.reference = ReferenceRules(shown, list, max_turns)

    def pieces(self) -> dict[str, Words]:
        """Return all pieces by name."""
        pieces = {
            **self.turn(), **self.cards(), **self.goals(), **self.piles(), **self.target(),
            **self.dice(), **self.chances(), **self.threats(),
        }  # fmt: skip
        return {
            name: positive(piece) if isinstance(piece, dict) else piece
            for name, piece in pieces.items()
        }

    # --- what lies on the table ----------------------------------------------------------------

    def place(self, seat: int) -> int:
        """Return the seat relative to the observer."""
        return (seat - self.player) % self.number

    def one_seat(self, seat: int | None) -> Words:
        return only(None if seat is None else self.place(seat))

    def turn(self) -> dict[str, Words]:
        shown = self.shown
        burials = 2 if "stack" in self.reference.actions(shown["active"]) else 1
        return {
            "num_players": {self.number: 1},
            "step": {shown["step"]: 1},
            "decides": self.one_seat(shown["player"]),
            "active": self.one_seat(shown["active"]),
            "turn": shown["turn"] / self.max_turns,
            "burials_left": max(0, burials - shown["buried"]) / 2,
            "buried": shown["buried"] / 50,
        }

    def cards(self) -> dict[str, Words]:
        shown, pieces = self.shown, {}
        for name, field in (("castle", "castles"), ("action", "actions")):
            owned = {
                (self.place(seat), kind_of(card)): strength(combination(card))
                for seat in self.seats
                for card in shown[field][seat]
            }
            pieces |= {field: dict.fromkeys(owned, 1), f"{name}_strength": owned}
        castles = [(seat, name) for seat in self.seats for name in shown["guarded_castles"][seat]]
        actions = [(seat, name) for seat, name in enumerate(shown["guarded_action"]) if name]
        return {
            **pieces,
            "castle_guarded": {(self.place(seat), name): 1 for seat, name in castles},
            "action_guarded": {(self.place(seat), name): 1 for seat, name in actions},
        }

    def goals(self) -> dict[str, Words]:
        pieces: dict[str, Any] = {}
        for seat, castles in enumerate(map(len, self.shown["castles"])):
            tournaments = self.shown["tournaments"][seat]
            to_castles = max(0, 4 - castles)
            to_tournaments = max(0, 2 - castles) + max(0, 3 - tournaments)
            portions = {
                "tournaments": tournaments / 9,
                "to_castles": to_castles / 4,
                "to_tournaments": to_tournaments / 5,
                "to_win": min(to_castles, to_tournaments) / 4,
                "to_challenge": max(0, 3 - castles) / 3,
            }
            for name, scaled in portions.items():
                pieces.setdefault(name, {})[self.place(seat)] = scaled
        return pieces

    def piles(self) -> dict[str, Words]:
        piles = {pile: self.shown["piles"][pile - 1] for pile in PILES}
        tops = {pile: cards[0] for pile, cards in piles.items() if cards}
        known, unseen = {}, dict.fromkeys(CARDS, 0.0)
        for pile, cards in piles.items():
            numbers = count(1)
            for above, (card, seen) in enumerate(zip(cards, self.seen[pile - 1], strict=True)):
                if not seen:
                    unseen[card] += 1 / BOX[card]
                elif above > 0:
                    single = f"{card} {next(numbers)}" if card == "tournament" else card
                    known[pile, single] = 1 - above / len(cards)
        return {
            "pile_size": {pile: len(cards) / 48 for pile, cards in piles.items()},
            "top_kind": {(pile, what_is(card)): 1 for pile, card in tops.items()},
            "top": {(pile, kind_of(card)): 1 for pile, card in tops.items()},
            "top_strength": {
                pile: strength(self.asked(card))
                for pile, card in tops.items()
                if card != "tournament"
            },
            "top_asks": {
                pile: strength(combination(card))
                for pile, card in tops.items()
                if card != "tournament"
            },
            "known_cards": known,
            "unseen_cards": unseen,
        }

    def asked(self, card: str) -> Result:
        """Return the result to beat for a card on a pile."""
        betrayed = "treason" in self.reference.actions(self.player) and kind_of(card) in COLOURS
        return min(combination(card), TREASON) if betrayed else combination(card)

    # --- the attempt ---------------------------------------------------------------------------

    def target(self) -> dict[str, Words]:
        attempt = self.shown["attempt"]
        if attempt is None:
            return {name: {} for name in ATTEMPT}
        what, _, owner = attempt["target"].rpartition(" of ")
        word, *number = attempt["target"].split()
        is_castle = name_of(what) in COLOURS
        if what:
            target, seat = "castle" if is_castle else "action card", int(owner)
        else:
            target, seat = word, attempt["by"] if word == "defence" else None
        pile = int(number[0]) if word == "pile" else attempt.get("pile")
        colour = name_of(what) if is_castle else attempt.get("castle")
        return {
            "target": only(target),
            "target_pile": only(pile),
            "target_owner": self.one_seat(seat),
            "target_castle": only(colour),
            "target_action": only(what if what in KINDS else None),
            "leader": self.one_seat(attempt.get("leader")),
        }

    def dice(self) -> dict[str, Words]:
        names = ("throws_left", "dice", "live_dice", "result", "beat", "aim", "keep_chance")
        if self.shown["step"] != "dice":
            return {"best_chance": 0, **{name: {} for name in names}}
        attempt = self.shown["attempt"]
        by, left, dice = attempt["by"], attempt["throws_left"], tuple(attempt["dice"])
        cards, beat = self.dice_cards(by), tuple(attempt["beat"] or (0, 0, 0))
        aim = max([beat, *map(best_likely_beaten, self.followers())])
        bits, number = card_bits(*cards), result_of(*aim)
        chances = {
            pattern: chance_of(PARAMS, bits, number, left, dice_set_of(kept))
            for pattern, kept in keeps(dice).items()
            if by == self.player
        }
        return {
            "throws_left": {left: 1},
            "dice": {face: dice.count(face) / 6 for face in FACES},
            "live_dice": {face: (dice.count(face) + cards.count(face)) / 7 for face in LIVE},
            "result": in_parts(reading(dice, cards)),
            "beat": in_parts(beat),
            "aim": in_parts(aim),
            "keep_chance": chances,
            "best_chance": max(chances.values(), default=0),
        }

    def dice_cards(self, seat: int) -> Dice:
        """Return the faces of a player's dice cards."""
        kinds = self.reference.actions(seat)
        return tuple(int(kind[-1]) for kind in kinds if kind.startswith("die "))

    def followers(self) -> Iterable[tuple[Thrower, ...]]:
        """Return a list of at most one entry: all players who throw afterwards."""
        attempt = self.shown["attempt"]
        what, _, owner = attempt["target"].rpartition(" of ")
        if attempt["target"] == "tournament":
            after = self.competitors(attempt["by"], self.shown["active"])
            return [after] if after else []
        return [((self.dice_cards(int(owner)), 3),)] if name_of(what) in COLOURS else []

    def competitors(self, by: int, organiser: int) -> tuple[Thrower, ...]:
        """Return the players who throw after `by` in a tournament."""
        after = [(by + offset) % self.number for offset in range(1, self.number)]
        if by != organiser:
            after = after[: after.index(organiser)]
        champions = [seat for seat in after if "champion" in self.reference.actions(seat)]
        return tuple((self.dice_cards(seat), 4 if seat in champions else 3) for seat in after)

    # --- what could be tried -------------------------------------------------------------------

    def chances(self) -> dict[str, Words]:
        pieces: dict[str, Any] = {
            "pile_chance": {}, "castle_chance": {}, "action_chance": {}, "king_chance": 0,
        }  # fmt: skip
        if self.shown["step"] != "target":
            return pieces
        player, cards = self.player, self.dice_cards(self.player)
        self.reference.position["active"] = player
        for target in self.reference.targets():
            what, _, offset = target.partition(" of +")
            if offset:
                name, owner = name_of(what), (player + int(offset)) % self.number
                piece = "castle_chance" if name in COLOURS else "action_chance"
                pieces[piece][int(offset), name] = self.chance_at(player, owner, name)
            else:
                pile = int(what[-1])
                pieces["pile_chance"][pile] = self.chance_at_top(self.shown["piles"][pile - 1][0])
        if len(self.reference.castles(player)) >= 3:
            pieces["king_chance"] = chance((cards, 3), KING)
        return pieces

    def chance_at_top(self, card: str) -> float:
        """Return the chance at the top card of a pile."""
        cards = self.dice_cards(self.player)
        if card == "tournament":
            aim = best_likely_beaten(self.competitors(self.player, self.player))
            return chance((cards, 4), aim)
        return chance((cards, 3), self.asked(card))

    def chance_at(self, seat: int, owner: int, name: str) -> float:
        """Return the chance of a seat at another player's castle or action card."""
        owned = [*self.shown["castles"][owner], *self.shown["actions"][owner]]
        (card,) = (card for card in owned if kind_of(card) == name)
        throws = 4 if name in COLOURS and "catapult" in self.reference.actions(seat) else 3
        return chance((self.dice_cards(seat), throws), combination(card))

    def threats(self) -> dict[str, Words]:
        pieces: dict[str, Any] = {"castle_threat": {}, "action_threat": {}}
        if self.shown["step"] in ("target", "dice"):
            return pieces
        for what in ("castle", "action"):
            owned = self.shown[f"{what}s"][self.player]
            for card in owned:
                others = {seat for seat in self.seats if self.reference.may_have(seat, card)}
                threats = [self.chance_at(seat, self.player, kind_of(card)) for seat in others]
                pieces[f"{what}_threat"][kind_of(card)] = max(threats, default=0)
        return pieces
