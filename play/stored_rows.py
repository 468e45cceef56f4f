"""Reading and checking the rows of the file of tables.

The file may be corrupt or come from another machine, so its rows are checked like messages from
clients. All functions raise ValueError for rows that this program would not write.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from hofspiele.envs.core.checks import is_number, is_text, shown, whole_number
from hofspiele.envs.core.spec import NUM_PLAYERS
from hofspiele.play.forms import fits, is_count, or_null, text
from hofspiele.play.game_catalog import complete_options
from hofspiele.play.table_setup import Player, TableSetup, read_seed

# The largest number that a table can have.
LARGEST_NUMBER = 10**9
# Maximum number of decisions or notes of a table, about ten times as many as in a long game.
MOST_ROWS = 100_000
_LONGEST_JSON, _LONGEST_NAME, _LONGEST_NOTE = 16_384, 1500, 4096
_NAME = text(_LONGEST_NAME)


class Note(NamedTuple):
    """A remark on a decision, which everyone at the table can read."""

    decision: int
    text: str


class Ending(NamedTuple):
    """The end of a game: the time in seconds since 1970, and points and ranks by seat."""

    ended: int
    points: list[float]
    ranks: list[int]


def read_setup(row: Sequence[Any]) -> TableSetup:
    """Return the setup in a row of number, game, options, seed and players."""
    number, game, options, seed, players = row
    whole_number("number", number, 1, LARGEST_NUMBER)
    given = _read_json("options", options)
    if not isinstance(given, dict):
        raise ValueError(f"options are {shown(given)}, expected a JSON object")
    complete = complete_options(game, given)
    seats = _read_json("players", players)
    if not fits(seats, [_is_player]) or len(seats) != complete[NUM_PLAYERS]:
        raise ValueError(
            f"players are {shown(seats)}, expected {complete[NUM_PLAYERS]} pairs of name and agent"
        )
    return TableSetup(number, game, complete, read_seed(seed), tuple(Player(*one) for one in seats))


def read_actions(rows: Sequence[Sequence[Any]]) -> list[str]:
    """Return the names of actions in rows of number and name, numbered from 0 without gaps."""
    numbers = [number for number, _ in rows]
    if numbers != list(range(len(rows))) or len(rows) > MOST_ROWS:
        raise ValueError(f"its decisions are not numbered 0 to {min(len(rows), MOST_ROWS) - 1}")
    return [_read_action(name) for _, name in rows]


def read_ahead(rows: Iterable[Sequence[Any]]) -> dict[int, str]:
    """Return the choices that wait for their turn, by seat, from rows of seat and action."""
    return {whole_number("seat", seat, 0): _read_action(name) for seat, name in rows}


def read_notes(rows: Sequence[Sequence[Any]]) -> list[Note]:
    """Return the notes in rows of decision and text."""
    if len(rows) > MOST_ROWS or not all(is_text(words, _LONGEST_NOTE) for _, words in rows):
        raise ValueError(
            f"its notes are invalid, expected at most {MOST_ROWS} strings of at most "
            f"{_LONGEST_NOTE} characters"
        )
    return [Note(whole_number("decision", decision, 0), words) for decision, words in rows]


def read_ending(row: Sequence[Any], num_players: int) -> Ending | None:
    """Return the ending in a row of time, points and ranks, or None if the time is None."""
    ended, points, ranks = row
    if ended is None:
        return None
    ending = Ending(
        whole_number("ended", ended, 0, LARGEST_NUMBER * 10),
        _read_json("points", points),
        _read_json("ranks", ranks),
    )
    is_valid = fits(ending.points, [is_number]) and fits(ending.ranks, [is_count])
    if not is_valid or {len(ending.points), len(ending.ranks)} != {num_players}:
        raise ValueError(
            f"its ending is {shown([points, ranks])}, expected points and ranks of "
            f"{num_players} seats"
        )
    return ending


def _is_player(found: Any) -> bool:
    """Return whether `found` is a list of a name and an agent (None for a person)."""
    if not isinstance(found, list) or len(found) != 2:
        return False
    return fits(found[0], _NAME) and fits(found[1], or_null(_NAME))


def _read_action(found: Any) -> str:
    if not fits(found, _NAME):
        raise ValueError(
            f"an action is {shown(found)}, expected a string of at most {_LONGEST_NAME} characters"
        )
    return str(found)


def _read_json(name: str, found: Any) -> Any:
    """Return the value of the JSON text `found`, which the column `name` holds."""
    if not is_text(found, _LONGEST_JSON):
        raise ValueError(
            f"{name} are {shown(found)}, expected a string of at most {_LONGEST_JSON} characters"
        )
    try:
        return json.loads(found)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{name} are {shown(found)}, expected JSON") from error
