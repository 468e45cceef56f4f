"""The cards, read from a TOML file and checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from hofspiele.envs.core.text.data_file import load_data_file, require_entries, table_entry
from hofspiele.envs.core.text.written import EntryError, integer
from hofspiele.envs.knatsch import PLAYER_COUNTS
from hofspiele.envs.knatsch.dice import DICE_CARDS

MAX_PLAYERS = max(PLAYER_COUNTS)
NUM_PILES = 2

# The groups of cards.
CASTLE, ACTION, TOURNAMENT = range(3)
TOURNAMENT_NAME = "tournament"

# The kinds of action cards. The card "die f" has index f - 1.
ACTION_KINDS = (
    *(f"die {face}" for face in range(1, DICE_CARDS + 1)),
    "catapult", "champion", "stack", "castle guard", "action guard", "treason", "protection",
)  # fmt: skip
NUM_KINDS = len(ACTION_KINDS)
CATAPULT, CHAMPION, STACK, CASTLE_GUARD, ACTION_GUARD, TREASON, PROTECTION = range(
    DICE_CARDS, NUM_KINDS
)

FEWEST_COLOURS, MOST_COLOURS = MAX_PLAYERS, 8
MOST_CASTLES_OF_A_COLOUR = 4
MOST_COPIES = 6
FEWEST_TOURNAMENTS, MOST_TOURNAMENTS = 3, 15
MOST_CARDS = 64
MOST_EQUAL = 5  # Maximum number of equal dice on a card; the extra die is the sixth.
_ENTRIES = ("tournaments", "king", "treason", "castles", "actions")


class Combination(NamedTuple):
    """The combination on a card: one or more dice with the same face, and an extra die."""

    equal: int
    face: int
    extra: int

    def __str__(self) -> str:
        return f"{str(self.face) * self.equal}+{self.extra}"


def all_combinations() -> list[Combination]:
    """Return all combinations that a card may show."""
    faces = range(1, DICE_CARDS + 1)
    shown = product(range(1, MOST_EQUAL + 1), faces, faces)
    return [Combination(*parts) for parts in shown if parts[1] != parts[2]]


_COMBINATIONS = {str(combination): combination for combination in all_combinations()}


class Card(NamedTuple):
    """A castle or an action card; `of` is the castle's colour or the kind of action card."""

    kind: int
    of: str
    combination: Combination

    @property
    def name(self) -> str:
        """The name of the card in written positions."""
        return f"{self.of} {self.combination}"


def suit_of(name: str) -> str:
    """Return the colour or kind of the card with this name in written positions."""
    return name.rpartition(" ")[0] or name


def called(suit: str) -> str:
    """Return how people call a card by its suit: "castle red", "catapult" or "tournament"."""
    return suit if suit in (*ACTION_KINDS, TOURNAMENT_NAME) else f"castle {suit}"


@dataclass(frozen=True)
class Components:
    """The content of a component file."""

    castles: Mapping[str, tuple[Combination, ...]]  # The castles of each colour.
    actions: Mapping[str, tuple[Combination, ...]]  # The action cards of each kind.
    tournaments: int  # The number of tournament cards.
    king: Combination  # The combination to beat in a challenge to the king.
    treason: Combination  # The combination to beat for a castle on a pile with the treason card.

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the castles in the order of the file."""
        return tuple(self.castles)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All castles and action cards, but no tournaments, in the order of their indices."""
        groups = ((CASTLE, self.castles), (ACTION, self.actions))
        return tuple(
            Card(kind, of, combination)
            for kind, group in groups
            for of, combinations in group.items()
            for combination in combinations
        )

    @cached_property
    def card_names(self) -> tuple[str, ...]:
        """The names of all cards in the order of their indices; all tournaments share one index."""
        return (*(card.name for card in self.cards), TOURNAMENT_NAME)

    def combination_of(self, name: str) -> Combination:
        """Return the combination on the castle or action card with this name."""
        return self.cards[self.card_names.index(name)].combination

    @property
    def suits(self) -> tuple[str, ...]:
        """The suits of cards: the colours, the kinds of action cards, and the tournament."""
        return (*self.colours, *ACTION_KINDS, TOURNAMENT_NAME)

    @property
    def num_cards(self) -> int:
        """The total number of cards."""
        return len(self.cards) + self.tournaments


def load_components(path: str | Path | None = None) -> Components:
    """Return the content of a component file; raise ValueError if it can't be read or is wrong."""
    return load_data_file(path, __package__, _components)


def _components(content: Mapping[str, Any]) -> Components:
    require_entries(content, _ENTRIES)
    components = Components(
        castles=_castles(content["castles"]),
        actions=_actions(content["actions"]),
        tournaments=integer(
            "tournaments", content["tournaments"], FEWEST_TOURNAMENTS, MOST_TOURNAMENTS
        ),
        king=_combination("king", content["king"]),
        treason=_combination("treason", content["treason"]),
    )
    if components.num_cards > MOST_CARDS:
        raise EntryError(
            f"castles, actions and tournaments are {components.num_cards} cards together, "
            f"expected at most {MOST_CARDS}"
        )
    return components


def _castles(entry: Any) -> dict[str, tuple[Combination, ...]]:
    colours = table_entry("[castles]", entry)
    if not FEWEST_COLOURS <= len(colours) <= MOST_COLOURS:
        raise EntryError(
            f"[castles]: {len(colours)} colours, expected {FEWEST_COLOURS} to {MOST_COLOURS}"
        )
    for colour in colours:
        # A castle is named by its colour, alone or after "castle"; no other card may be so named.
        taken = not {colour, f"castle {colour}"}.isdisjoint((*ACTION_KINDS, TOURNAMENT_NAME))
        if taken or not colour.isalpha():
            raise EntryError(
                f"[castles]: {colour!r} is not a colour, expected letters only, and not the "
                "name of another card, alone or after 'castle'"
            )
    return {
        colour: _combinations(f"[castles] {colour}", written, MOST_CASTLES_OF_A_COLOUR)
        for colour, written in colours.items()
    }


def _actions(entry: Any) -> dict[str, tuple[Combination, ...]]:
    return {
        kind: _combinations(f"[actions] {kind!r}", written, MOST_COPIES)
        for kind, written in table_entry("[actions]", entry, ACTION_KINDS).items()
    }


def _combinations(where: str, entry: Any, most: int) -> tuple[Combination, ...]:
    if not isinstance(entry, list) or not 1 <= len(entry) <= most:
        raise EntryError(f"{where} is {entry!r}, expected a list of 1 to {most} combinations")
    found = tuple(_combination(where, written) for written in entry)
    for combination in found:
        if found.count(combination) > 1:
            raise EntryError(f"{where}: {str(combination)!r} is listed twice, expected once")
    return found


def _combination(where: str, entry: Any) -> Combination:
    if not isinstance(entry, str) or entry not in _COMBINATIONS:
        raise EntryError(
            f"{where}: {entry!r} is not a combination, expected one to five equal dice and an "
            "extra die of another face, all from 1 to 5, like '333+1'"
        )
    return _COMBINATIONS[entry]
