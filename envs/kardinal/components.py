"""The board and the cards, read from a TOML file and checked."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.text.data_file import load_data_file, require_entries, table_entry
from hofspiele.envs.core.text.suggest import nearest
from hofspiele.envs.core.text.written import EntryError, integer, sequence
from hofspiele.envs.kardinal import PLAYER_COUNTS

MAX_PLAYERS = max(PLAYER_COUNTS)
HAND_SIZE = 3
# Sizes of arrays on a GPU, for the bundled cards. The 12 older cards have 5 colours: 3, 3, 2, 2, 2.
MOST_COLOURS, MOST_NUMBERS = 5, 4 * 4 * 3 * 3 * 3

# Maximum number of monasteries. Kernels store sets of monasteries in 64-bit words.
MOST_MONASTERIES = 62
# Maximum number of roads at a monastery, and of a player's abbeys or advisors. On the worst boards
# that were found, finding the chains of 20 abbeys takes 4 s with five roads, and half a minute with
# six.
MOST_ROADS, MOST_PIECES = 5, 20
# Maximum number of face-up cards for which pictures have room.
MOST_FACE_UP_CARDS = 5
# Size of the map, in the units of the coordinates in component files.
MAP_WIDTH, MAP_HEIGHT = 728, 606
_ENTRIES = (
    "alliances", "cards", "countries", "face_up_cards", "monasteries", "pieces_per_player", "roads",
    "seals", "vatikan",
)  # fmt: skip
# The tables of the Vatican, in the order of their actions.
TABLES = ("cloister_table", "council_table")


@dataclass(frozen=True)
class Monastery:
    """A place for one abbey."""

    name: str
    country: str
    # The position in pictures, from the left and the top of the map, if the file has positions.
    place: tuple[float, float] | None


@dataclass(frozen=True)
class Board:
    """The content of a component file."""

    countries: tuple[str, ...]  # names in the order in which the countries are counted
    monasteries: tuple[Monastery, ...]  # country by country in that order
    # Number of cards of each colour (the countries on a card) in games of five players.
    cards: Mapping[str, int] = field(hash=False)
    roads: tuple[tuple[str, str], ...]  # pairs of names of monasteries
    alliances: tuple[tuple[str, str], ...]  # pairs of countries in the order of their numbers
    alliance_numbers: tuple[int, ...]  # in the same order
    abbeys_per_player: int
    advisors_per_player: int
    face_up_cards: int
    # Countries by column, for each of the `TABLES`.
    vatikan: Mapping[str, tuple[tuple[str, ...], ...]] = field(hash=False)
    # Positions of the countries' seals in pictures, if the file has them.
    seals: Mapping[str, tuple[float, float]] = field(hash=False)

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the cards in the order of the file."""
        return tuple(self.cards)

    @property
    def largest_country(self) -> int:
        """The maximum number of monasteries in a country, which bounds its abbeys and advisors."""
        return max(Counter(monastery.country for monastery in self.monasteries).values())

    @property
    def most_points_of_alliance(self) -> int:
        """An upper bound on an alliance's points: one advisor per monastery, all counted twice."""
        return max(self._most_points_of(alliance) for alliance in self.alliances)

    @property
    def most_points(self) -> int:
        """An upper bound on a player's points: all abbeys three times, alliances and chains."""
        alliances = sum(self._most_points_of(alliance) for alliance in self.alliances)
        return 3 * len(self.monasteries) + alliances + self.abbeys_per_player

    def _most_points_of(self, alliance: tuple[str, str]) -> int:
        return 2 * sum(monastery.country in alliance for monastery in self.monasteries)

    def monasteries_of(self, country: str) -> list[Monastery]:
        """Return the monasteries of `country`."""
        return [monastery for monastery in self.monasteries if monastery.country == country]

    def names_country(self, colour: str, country: str) -> bool:
        """Return whether cards of `colour` name `country`."""
        return country in colour.split("/")

    def copies(self, num_players: int) -> dict[str, int]:
        """Return the number of cards of each colour in play with `num_players` players."""
        removed = MAX_PLAYERS - num_players
        return {colour: count - removed for colour, count in self.cards.items()}


def load_components(path: str | Path | None = None) -> Board:
    """Return the content of a component file; raise ValueError if it can't be read or is wrong."""
    return load_data_file(path, __package__, _read_board)


def _read_board(content: Mapping[str, Any]) -> Board:
    content = {"seals": {}, **content}
    require_entries(content, _ENTRIES)
    countries = _names("countries", content["countries"])
    if len(countries) < 2:
        raise EntryError("countries: expected at least two")
    monasteries = _read_monasteries(content["monasteries"], countries)
    pieces = _read_pieces(content["pieces_per_player"])
    face_up_cards = integer("face_up_cards", content["face_up_cards"], 1, MOST_FACE_UP_CARDS)
    cards = _read_cards(content["cards"], countries, face_up_cards)
    alliances = _read_alliances(content["alliances"], countries)
    seals = table_entry("[seals]", content["seals"], countries)
    return Board(
        countries=countries,
        monasteries=monasteries,
        cards=cards,
        roads=_read_roads(content["roads"], monasteries),
        alliances=tuple(alliances.values()),
        alliance_numbers=tuple(alliances),
        abbeys_per_player=pieces["abbeys"],
        advisors_per_player=pieces["advisors"],
        face_up_cards=face_up_cards,
        vatikan=_read_vatikan(content["vatikan"], countries),
        seals={country: _place(f"[seals] {country!r}", at) for country, at in seals.items()},
    )


def _read_monasteries(entry: Any, countries: Sequence[str]) -> tuple[Monastery, ...]:
    table = table_entry("[monasteries]", entry, countries)
    found = [
        monastery
        for country in countries
        for monastery in _read_monasteries_of(country, table.get(country))
    ]
    _names("[monasteries]", [monastery.name for monastery in found])
    without = [monastery.name for monastery in found if monastery.place is None]
    if 0 < len(without) < len(found):
        raise EntryError(
            f"[monasteries]: the place of {without[0]!r} is missing; write [x, y] for all "
            "monasteries, or for none"
        )
    if len(found) > MOST_MONASTERIES:
        raise EntryError(
            f"[monasteries]: {len(found)} monasteries, expected at most {MOST_MONASTERIES}"
        )
    return tuple(found)


def _read_monasteries_of(country: str, entry: Any) -> list[Monastery]:
    """Read the monasteries of a country: a list of names, or a table from names to positions."""
    where = f"[monasteries.{country}]"
    if not entry and isinstance(entry, list | dict):
        raise EntryError(f"{where}: expected at least one monastery")
    if isinstance(entry, list):
        return [Monastery(name, country, None) for name in entry]
    return [
        Monastery(name, country, _place(f"{where} {name!r}", at))
        for name, at in table_entry(where, entry).items()
    ]


def _place(where: str, entry: Any) -> tuple[float, float]:
    # TOML numbers are int or float. Checking the exact type also rejects booleans.
    if isinstance(entry, list) and len(entry) == 2 and {*map(type, entry)} <= {int, float}:
        x, y = entry
        if 0 <= x <= MAP_WIDTH and 0 <= y <= MAP_HEIGHT:
            return float(x), float(y)
    raise EntryError(
        f"{where} is {shown(entry)}, expected [x, y] from the upper left corner of the map, up to "
        f"[{MAP_WIDTH}, {MAP_HEIGHT}]"
    )


def _read_pieces(entry: Any) -> dict[str, int]:
    kinds = ("abbeys", "advisors")
    pieces = table_entry("[pieces_per_player]", entry, kinds)
    return {
        kind: integer(f"[pieces_per_player] {kind}", pieces.get(kind), 1, MOST_PIECES)
        for kind in kinds
    }


def _read_cards(entry: Any, countries: Sequence[str], face_up_cards: int) -> dict[str, int]:
    cards = table_entry("[cards]", entry)
    fewest = MAX_PLAYERS - min(PLAYER_COUNTS) + 1
    named: list[str] = []
    for colour, copies in cards.items():
        where = f"[cards] {colour!r}"
        named += _names(where, colour.split("/"), countries)
        integer(where, copies, fewest, 99)
    for country in countries:
        if named.count(country) != 1:
            raise EntryError(
                f"[cards]: {named.count(country)} colours name {country!r}, expected exactly one"
            )
    for num_players in PLAYER_COUNTS:
        number = sum(cards.values()) - (MAX_PLAYERS - num_players) * len(cards)
        needed = HAND_SIZE * num_players + face_up_cards + 1
        if number < needed:
            raise EntryError(
                f"[cards]: {number} cards with {num_players} players, expected at least {needed}"
            )
    return cards


def _read_roads(entry: Any, monasteries: Sequence[Monastery]) -> tuple[tuple[str, str], ...]:
    country_of = {monastery.name: monastery.country for monastery in monasteries}
    roads: list[tuple[str, str]] = []
    for kind in table_entry("[roads]", entry, {"within", "across"}):
        for number, road in enumerate(sequence(f"[roads] {kind}", entry[kind]), 1):
            where = f"[roads] {kind}, road {number} {road!r}"
            one, other = _pair(where, road, country_of)
            if (country_of[one] == country_of[other]) != (kind == "within"):
                raise EntryError(
                    f"{where} joins {country_of[one]} and {country_of[other]}; 'within' is for "
                    "roads in one country, 'across' for roads between two"
                )
            if (one, other) in roads or (other, one) in roads:
                raise EntryError(f"{where} appears twice, expected once")
            roads.append((one, other))
    for name, number in Counter(chain.from_iterable(roads)).items():
        if number > MOST_ROADS:
            raise EntryError(
                f"[roads]: {number} roads lead to {name!r}, expected at most {MOST_ROADS}"
            )
    return tuple(roads)


def _read_alliances(entry: Any, countries: Sequence[str]) -> dict[int, tuple[str, str]]:
    """Return the countries of each alliance by its number, in the order of the numbers."""
    found: dict[int, tuple[str, str]] = {}
    for kind in table_entry("[alliances]", entry, {"land", "sea"}):
        for key, pair in table_entry(f"[alliances] {kind}", entry[kind]).items():
            where = f"[alliances] {kind}, alliance {key} {pair!r}"
            if not key.isdecimal():
                raise EntryError(f"{where}: the key is {key!r}, expected a number")
            one, other = _pair(where, pair, countries)
            if int(key) in found:
                raise EntryError(f"{where}: this number appears twice, expected once")
            if {one, other} in [set(known) for known in found.values()]:
                raise EntryError(f"{where}: these countries already have an alliance")
            found[int(key)] = (one, other)
    if not found:
        raise EntryError("[alliances]: expected at least one alliance")
    return dict(sorted(found.items()))


def _read_vatikan(entry: Any, countries: Sequence[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    given = table_entry("[vatikan]", entry, TABLES)
    return {table: _read_columns(table, given.get(table), countries) for table in TABLES}


def _read_columns(table: str, entry: Any, countries: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    where = f"[vatikan] {table}"
    columns = [
        _names(f"{where}, column {number}", column, countries)
        for number, column in enumerate(sequence(where, entry), 1)
    ]
    if () in columns:
        raise EntryError(f"{where}, column {columns.index(()) + 1}: expected at least one country")
    _names(where, [*chain(*columns)])
    return tuple(columns)


def _names(where: str, entry: Any, known: Collection[str] | None = None) -> tuple[str, ...]:
    """Return a list of names, each given once and, if there are `known` names, one of these."""
    for name in sequence(where, entry):
        if not isinstance(name, str) or not name or "/" in name:
            raise EntryError(
                f"{where}: {name!r} is not a name, expected text that is not empty and has no '/'"
            )
        if known is not None and name not in known:
            raise EntryError(f"{where}: unknown name {name!r}{nearest(name, known)}")
        if entry.count(name) > 1:
            raise EntryError(f"{where}: {name!r} appears twice, expected once")
    return tuple(entry)


def _pair(where: str, entry: Any, known: Collection[str]) -> tuple[str, str]:
    if not (isinstance(entry, list) and len(entry) == 2):
        raise EntryError(f"{where}: expected two names")
    one, other = _names(where, entry, known)
    return one, other
