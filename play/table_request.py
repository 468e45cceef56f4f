"""Requests of browsers for new tables, checked entry by entry."""

import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hofspiele.envs.core.checks import shown, whole_number
from hofspiele.envs.core.spec import NUM_PLAYERS
from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.game_catalog import complete_options
from hofspiele.play.game_progress import GameProgress
from hofspiele.play.table_setup import Player, TableSetup

# A request gives such a seat to the person who opens the table, or to anybody with its link.
ME, PERSON = "me", "person"
_LONGEST_NAME = 40
_FIELDS = {"game", "options", "seats", "names", "seed"}
_FIELDS_OF_CONTINUATION = {"from", "decision", "seats", "names"}


class NewTable(NamedTuple):
    """A table that can be opened: its setup, and the decisions that have been made already."""

    setup: TableSetup
    actions: Sequence[int]


async def read_new_table(number: int, request: Mapping[str, Any], agents: AgentCatalog) -> NewTable:
    """Return the table that a request with `game`, `options`, `seats`, `names`, `seed` describes.

    Raises:
        ValueError: an entry is wrong; the message names it.
    """
    _check_fields(request, _FIELDS)
    options = request.get("options", {})
    if not isinstance(options, dict):
        raise ValueError(f"options are {shown(options)}, expected an object")
    game = request.get("game")
    complete = complete_options(game, options)  # type: ignore[arg-type]  # It checks the name.
    seed = _read_seed(request.get("seed"))
    players = await _read_players(request, complete[NUM_PLAYERS], agents)
    return NewTable(TableSetup(number, str(game), complete, seed, players), ())


async def read_continued_table(
    number: int, request: Mapping[str, Any], origin: GameProgress, agents: AgentCatalog
) -> NewTable:
    """Return the table that a request with `from`, `decision`, `seats` and `names` describes.

    Args:
        number: the number of the new table.
        request: what the browser has sent.
        origin: the finished game that `from` names, of which the decisions before `decision` are
            kept.
        agents: the agents on offer.

    Raises:
        ValueError: an entry is wrong; the message names it.
    """
    _check_fields(request, _FIELDS_OF_CONTINUATION)
    decision = whole_number("decision", request.get("decision"), 0, origin.decisions - 1)
    players = await _read_players(request, origin.game.num_players, agents)
    setup = origin.setup._replace(table=number, players=players)
    return NewTable(setup, origin.actions[:decision])


def _read_seed(seed: Any) -> int:
    """Return a seed, which may be text because scripts can't represent such large integers."""
    if seed is None:
        return secrets.randbits(64)
    if isinstance(seed, str) and re.fullmatch(r"\d{1,20}", seed, re.ASCII):
        seed = int(seed)
    return whole_number("seed", seed, 0, 2**64 - 1)


def _check_fields(request: Mapping[str, Any], known: set[str]) -> None:
    for name in request:
        if name not in known:
            raise ValueError(f"there is no {shown(name)} in a table; there are {sorted(known)}")


async def _read_players(
    request: Mapping[str, Any], number: int, agents: AgentCatalog
) -> tuple[Player, ...]:
    seats, names = request.get("seats"), request.get("names")
    if not isinstance(seats, list) or len(seats) != number:
        raise ValueError(f"seats are {shown(seats)}, expected a list of {number}")
    if names is None:
        names = [""] * number
    if not isinstance(names, list) or len(names) != number:
        raise ValueError(f"names are {shown(names)}, expected a list of {number}")
    holders = [None if seat in (ME, PERSON) else await agents.check(seat) for seat in seats]
    return tuple(
        Player(_read_name(name) or agent or f"Player {seat}", agent)
        for seat, (name, agent) in enumerate(zip(names, holders, strict=True))
    )


def _read_name(name: Any) -> str:
    if name is None:
        return ""
    if not isinstance(name, str) or len(name) > _LONGEST_NAME:
        raise ValueError(
            f"a name is {shown(name)}, expected a text of at most {_LONGEST_NAME} characters"
        )
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
