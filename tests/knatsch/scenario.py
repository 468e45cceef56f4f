"""Short notation for written positions to play on from, with chosen results of throws."""

import functools
from collections import Counter
from collections.abc import Iterable
from itertools import count
from typing import Any

import numpy as np

from hofspiele.envs.knatsch.game import Knatsch
from tests.scenario import Position

CASTLES = {
    "red": ["333+1", "444+2", "444+5"],
    "blue": ["333+2", "444+1", "444+3"],
    "green": ["333+4", "444+2", "444+5"],
    "yellow": ["333+5", "444+1", "444+3"],
    "white": ["333+1", "333+4"],
    "black": ["333+2", "333+5"],
}
ACTION_CARDS = {
    "die 1": ["111+2", "111+3"],
    "die 2": ["222+1", "222+3"],
    "die 3": ["333+1", "333+2"],
    "die 4": ["444+2"],
    "die 5": ["555+2"],
    "catapult": ["555+1", "555+3", "555+4"],
    "champion": ["444+3"],
    "stack": ["222+4", "222+5", "333+4"],
    "castle guard": ["444+1", "444+2", "444+5"],
    "action guard": ["333+1", "333+2", "333+5"],
    "treason": ["555+2"],
    "protection": ["555+4"],
}
BOX = Counter(
    f"{name} {combination}"
    for cards in (CASTLES, ACTION_CARDS)
    for name, combinations in cards.items()
    for combination in combinations
) + Counter({"tournament": 9})
COLOURS = (*CASTLES,)
KINDS = (*ACTION_CARDS,)
CARD = {kind: f"{kind} {combinations[0]}" for kind, combinations in ACTION_CARDS.items()}
STOP = "keep xxxxxx"
# A throw with four dead dice, which beats no card whatever the other two dice show.
POOR = "126666"
# Piles of cards that are legal targets for every player.
PILES = [["tournament"] * 2] * 2
TWO = ["red 333+1", "blue 333+2"]
THREE = ["red 333+1", "blue 333+2", "green 333+4"]
OTHER_THREE = ["yellow 333+5", "white 333+1", "black 333+2"]


@functools.cache
def game_of(num_players: int, max_turns: int = 500, components: str | None = None) -> Knatsch:
    """Return the game with these options."""
    return Knatsch(num_players=num_players, max_turns=max_turns, components=components)


def kind_of(card: str) -> str:
    """Return the colour of a castle, the kind of an action card, or the word tournament."""
    return card if card == "tournament" else card.rpartition(" ")[0]


def combination(card: str) -> tuple[int, int, int]:
    """Return the result on a card: the number of equal dice, their face, the extra die."""
    equal, extra = card.rpartition(" ")[2].split("+")
    return len(equal), int(equal[0]), int(extra)


def owning(*kinds: str, seat: int = 0) -> list[list[str]]:
    """Return the action cards by seat, if `seat` owns one card of each of `kinds`."""
    return [*[[]] * seat, [CARD[kind] for kind in kinds]]


def cards_of(shown: dict[str, Any]) -> Counter[str]:
    """Return all cards of a written position."""
    cards = Counter({"tournament": sum(shown["tournaments"])})
    for part in (*shown["castles"], *shown["actions"], *shown["piles"]):
        cards.update(part)
    return cards


def remember(state: np.record, known: Iterable[int]) -> None:
    """Change `state` so that everybody knows `known[pile]` cards at the bottom of each pile."""
    for pile, cards in enumerate(known):
        below_top = max(state["pile_size"][pile] - 1, 0)
        state["known_below"][pile] = min(cards, below_top)
        for card in state["pile"][pile, : state["known_below"][pile]]:
            state["unseen"][card] -= 1


class Scenario(Position):
    """A game that continues from a written position, by default with tournaments as piles."""

    def __init__(
        self,
        num_players: int = 4,
        /,
        seed: int = 0,
        max_turns: int = 500,
        components: str | None = None,
        **fields: Any,
    ):
        game = game_of(num_players, max_turns, components)
        super().__init__(game, seed, **{"piles": PILES, **fields})

    def targets(self) -> set[str]:
        """Return the legal targets."""
        return self.legal_after("target ")

    def winners(self) -> list[int]:
        """Return the seats that have won, once the game is over."""
        assert self.shown["over"]
        assert self.legal() == set()
        return np.flatnonzero(self.game.outcome(self.state) > 0).tolist()


# --- dice --------------------------------------------------------------------------------------


def dice_of(faces: str) -> list[int]:
    """Return the dice in a word like "125566", in ascending order."""
    return sorted(map(int, faces))


def written(dice: Iterable[int]) -> str:
    """Return the dice as a word, in ascending order."""
    return "".join(map(str, sorted(dice)))


def keeping(dice: str, thrown: str) -> str:
    """Return the action that throws the dice `thrown` of `dice` again (the last of equal dice)."""
    pattern = ""
    again = Counter(thrown)
    for face in sorted(dice, reverse=True):
        pattern += "." if again[face] > 0 else "x"
        again[face] -= 1
    return f"keep {pattern[::-1]}"


def on_the_table(
    target: str, dice: str, throws_left: int = 1, by: int = 0, active: int = 0, **more: Any
) -> dict[str, Any]:
    """Return the fields of a position in which seat `by` decides which of `dice` to keep.

    `more` are further fields of the attempt.
    """
    attempt = {"by": by, "target": target, "dice": dice_of(dice), "throws_left": throws_left}
    return {"player": by, "active": active, "step": "dice", "attempt": {**attempt, **more}}


@functools.cache
def seed_of(faces: str) -> int:
    """Return a seed for a position whose next throw shows `faces`."""
    dice = "1" * len(faces) + "6" * (6 - len(faces))
    for seed in count():
        fields: dict[str, Any] = on_the_table("tournament", dice, 2) if len(faces) < 6 else {}
        scenario = Scenario(seed=seed, **fields)
        shown = scenario.do("target pile 1" if len(faces) == 6 else keeping(dice, "1" * len(faces)))
        if written(shown["attempt"]["dice"]) == written(dice_of(faces + "6" * (6 - len(faces)))):
            return seed
    raise AssertionError


def named(target: str, first: str, num_players: int = 4, /, **fields: Any) -> Scenario:
    """Return the position after `target` was named and the first throw showed `first`."""
    scenario = Scenario(num_players, seed=seed_of(written(dice_of(first))), **fields)
    scenario.do(target)
    return scenario


def thrown(
    target: str, before: str, after: str, num_players: int = 4, /, throws_left: int = 1,
    by: int = 0, active: int = 0, about: dict[str, Any] | None = None, **fields: Any,
) -> Scenario:  # fmt: skip
    """Return the position after one throw, by default the last, has turned `before` into `after`.

    The dice that differ were thrown again; `about` are further fields of the attempt.
    """
    again = Counter(before) - Counter(after)
    fallen = Counter(after) - Counter(before)
    attempt = on_the_table(target, before, throws_left, by, active, **(about or {}))
    seed = seed_of(written(map(int, fallen.elements())))
    scenario = Scenario(num_players, seed=seed, **{**attempt, **fields})
    scenario.do(keeping(before, "".join(again.elements())))
    return scenario


def stopped(
    target: str, dice: str, num_players: int = 4, /, seed: int = 0, by: int = 0,
    active: int = 0, about: dict[str, Any] | None = None, **fields: Any,
) -> Scenario:  # fmt: skip
    """Return the position after seat `by` has kept all `dice`."""
    attempt = on_the_table(target, dice, 1, by, active, **(about or {}))
    scenario = Scenario(num_players, seed=seed, **{**attempt, **fields})
    scenario.do(STOP)
    return scenario
