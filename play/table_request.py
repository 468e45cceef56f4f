"""Browsers' requests for new tables, checked entry by entry."""

import secrets
from collections.abc import Mapping
from typing import Any

from hofspiele.envs.core.checks import shown, whole_number
from hofspiele.envs.core.spec import NUM_PLAYERS
from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.game_catalog import complete_options
from hofspiele.play.game_progress import GameProgress
from hofspiele.play.store import StoredTable
from hofspiele.play.table_setup import Player, TableSetup, read_seed

# Entries of `seats` for the person who opens the table, and for anyone who has the seat's link.
ME, PERSON = "me", "person"
LONGEST_NAME = 40
_FIELDS = {"game", "options", "seats", "names", "seed"}
_FIELDS_OF_CONTINUATION = {"from", "decision", "seats", "names"}


async def read_new_table(
    number: int, request: Mapping[str, Any], agents: AgentCatalog
) -> StoredTable:
    """Return the table that a request with `game`, `options`, `seats`, `names`, `seed` describes.

    Raises:
        ValueError: an entry is wrong; the message names it.
    """
    _check_fields(request, _FIELDS)
    options = request.get("options", {})
    if not isinstance(options, dict):
        raise ValueError(f"options are {shown(options)}, expected a JSON object")
    game = request.get("game")
    complete = complete_options(game, options)  # type: ignore[arg-type]  # This checks `game`.
    seed = request.get("seed")
    seed = secrets.randbits(64) if seed is None else read_seed(seed)
    players = await _read_players(request, complete[NUM_PLAYERS], agents)
    return StoredTable(TableSetup(number, str(game), complete, seed, players), [], {}, [])


async def read_continued_table(
    number: int, request: Mapping[str, Any], origin: GameProgress, agents: AgentCatalog
) -> StoredTable:
    """Return the table that a request with `from`, `decision`, `seats` and `names` describes.

    It starts with the first `decision` decisions of `origin`, the finished game that `from` names.

    Raises:
        ValueError: an entry is wrong; the message names it.
    """
    _check_fields(request, _FIELDS_OF_CONTINUATION)
    decision = whole_number("decision", request.get("decision"), 0, origin.decisions - 1)
    players = await _read_players(request, origin.game.num_players, agents)
    setup = origin.setup._replace(table=number, players=players)
    names = [origin.game.action_name(action) for action in origin.actions[:decision]]
    return StoredTable(setup, names, {}, [])


def _check_fields(request: Mapping[str, Any], known: set[str]) -> None:
    for name in request:
        if name not in known:
            raise ValueError(f"unknown field {shown(name)}; expected {', '.join(sorted(known))}")


async def _read_players(
    request: Mapping[str, Any], number: int, agents: AgentCatalog
) -> tuple[Player, ...]:
    seats = _read_list("seats", request.get("seats"), number)
    names = [None] * number
    if request.get("names") is not None:
        names = _read_list("names", request["names"], number)
    holders = [None if seat in (ME, PERSON) else await agents.check(seat) for seat in seats]
    return tuple(
        Player(_read_name(name) or agent or "", agent)
        for name, agent in zip(names, holders, strict=True)
    )


def _read_list(what: str, found: Any, number: int) -> list[Any]:
    if not isinstance(found, list) or len(found) != number:
        raise ValueError(f"{what} are {shown(found)}, expected a list with {number} entries")
    return found


def _read_name(name: Any) -> str:
    name = "" if name is None else name
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        raise ValueError(
            f"a name is {shown(name)}, expected a string of at most {LONGEST_NAME} characters"
        )
    return tidy_name(name)


def tidy_name(name: str) -> str:
    """Return a name in one line, without characters that can't be printed."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
