"""The cards and the setup, read from a TOML file and checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hofspiele.envs.core.text.data_file import load_data_file, require_entries, table_entry
from hofspiele.envs.core.text.written import EntryError, choice, integer
from hofspiele.envs.kou_ka_roi import PLAYER_COUNTS
from hofspiele.envs.kou_ka_roi.actions import MAX_ROWS
from hofspiele.envs.kou_ka_roi.points import (
    ANIMALS,
    CHURCHES,
    FARM,
    KINGS,
    KNIGHTS,
    VICTORY,
    animal_points,
    kings_points,
)

MAX_PLAYERS = max(PLAYER_COUNTS)
CARDS_PER_ROW = 3

# Limits on component files, so that the points of two scorings of all cards fit in 16 bits.
MOST_COPIES = 20
MOST_POINTS = 15
MOST_KINDS = 40

# The roles that a kind of card can count as, and the category in which each scores.
_CATEGORY = {
    "king": KINGS,
    "church": CHURCHES,
    "victory": VICTORY,
    "knight": KNIGHTS,
    "animal": ANIMALS,
    "farmer": FARM,
    "wife": FARM,
    "farmhouse": FARM,
}
# Roles of exactly one kind each. Any number of kinds can have the other roles.
SINGLE_KINDS = ("king", "church", "knight", "farmer", "wife", "farmhouse")
_KIND_FIELDS = {"counts_as", "points", "copies", "after_first_scoring", "source"}


@dataclass(frozen=True)
class Kind:
    """A kind of card."""

    name: str  # name of the kind
    counts_as: str  # role in the scorings: king, church, victory, …
    copies: int  # number of cards in the game
    stays: bool  # whether cards stay with their owner after the first scoring
    points: int = 0  # printed points of a victory card, else 0
    source: str = ""  # source of these facts

    @property
    def category(self) -> int:
        """The index in `CATEGORIES` of the category in which the kind scores."""
        return _CATEGORY[self.counts_as]

    def points_alone(self, count: int) -> int:
        """Return the points of `count` cards by themselves.

        Return 0 for kinds that score by comparison or in groups.
        """
        if self.category == KINGS:
            return int(kings_points(count))
        if self.category == VICTORY:
            return self.points * count
        if self.category == ANIMALS:
            return int(animal_points(count))
        return 0


@dataclass(frozen=True)
class Setup:
    """The setup for one number of players."""

    rows: int  # number of rows
    cards: int  # number of playing cards used


@dataclass(frozen=True)
class Components:
    """The content of a component file."""

    kinds: tuple[Kind, ...]  # all kinds of cards in the order of the file
    setups: Mapping[int, Setup]  # the setup for each number of players

    @property
    def num_cards(self) -> int:
        """The total number of cards."""
        return sum(kind.copies for kind in self.kinds)


def load_components(path: str | Path | None = None) -> Components:
    """Return the content of a component file; raise ValueError if it can't be read or is wrong."""
    return load_data_file(path, __package__, _read_components)


def _read_components(content: Mapping[str, Any]) -> Components:
    require_entries(content, ("kinds", "players"))
    entries = table_entry("[kinds]", content["kinds"])
    kinds = tuple(_read_kind(name, entry) for name, entry in entries.items())
    for single in SINGLE_KINDS:
        found = [kind.name for kind in kinds if kind.counts_as == single]
        if len(found) != 1:
            raise EntryError(
                f"[kinds]: {len(found)} kinds count as {single!r}, expected exactly one"
            )
    if len(kinds) > MOST_KINDS:
        raise EntryError(f"[kinds]: {len(kinds)} kinds, expected at most {MOST_KINDS}")
    total = sum(kind.copies for kind in kinds)
    entries = table_entry("[players]", content["players"], {*map(str, PLAYER_COUNTS)})
    setups = {count: _read_setup(count, entries.get(str(count)), total) for count in PLAYER_COUNTS}
    return Components(kinds, setups)


def _read_kind(name: str, entry: Any) -> Kind:
    where = f"[kinds] {name!r}"
    table_entry(where, entry, _KIND_FIELDS)
    counts_as = choice(f"{where}: counts_as", entry.get("counts_as"), [*_CATEGORY])
    after = entry.get("after_first_scoring")
    choice(f"{where}: after_first_scoring", after, ("stays", "returned"))
    points = 0
    if counts_as == "victory":
        points = integer(f"{where}: points", entry.get("points"), 1, MOST_POINTS)
    elif "points" in entry:
        raise EntryError(f"{where}: points is given, but the kind does not count as 'victory'")
    return Kind(
        name=name,
        counts_as=counts_as,
        copies=integer(f"{where}: copies", entry.get("copies"), 1, MOST_COPIES),
        stays=after == "stays",
        points=points,
        source=str(entry.get("source", "")),
    )


def _read_setup(count: int, entry: Any, total: int) -> Setup:
    where = f"[players] {count}"
    if entry is None:
        raise EntryError(f"{where} is missing")
    table_entry(where, entry, {"rows", "cards"})
    rows = integer(f"{where}: rows", entry.get("rows"), 2, MAX_ROWS)
    cards = integer(f"{where}: cards", entry.get("cards"), rows * CARDS_PER_ROW, total)
    return Setup(rows, cards)
