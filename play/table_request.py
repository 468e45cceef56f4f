"""What a browser asks for as a new table, checked."""

import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hofspiele.envs.core.checks import shown, whole_number
from hofspiele.envs.core.spec import NUM_PLAYERS
from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.game_catalog import complete_options
from hofspiele.play.game_progress import GameProgress, Player, TableSetup

# seats of people: of who opens the table, and of whoever is sent the link
ME, PERSON = "me", "person"
_LONGEST_NAME = 40
_FIELDS = {"game", "options", "seats", "names", "seed"}
_FIELDS_OF_CONTINUED = {"from", "decision", "seats", "names"}


class NewTable(NamedTuple):
    """A table that can be opened: its setup, and the decisions that it begins with."""

    setup: TableSetup
    actions: Sequence[int]


async def read_new_table(number: int, wish: Mapping[str, Any], agents: AgentCatalog) -> NewTable:
    """Table `number`, of a wish with `game`, `options`, `seats`, `names` and `seed`.

    Raises:
        ValueError: names the entry that is wrong.
    """
    _check_fields(wish, _FIELDS)
    options = wish.get("options", {})
    if not isinstance(options, dict):
        raise ValueError(f"options are {shown(options)}, expected an object")
    game = wish.get("game")
    complete = complete_options(game, options)  # type: ignore[arg-type]  # it checks that
    seed = _seed(wish.get("seed"))
    seats = await _players(wish, complete[NUM_PLAYERS], agents)
    return NewTable(TableSetup(number, str(game), complete, seed, seats), ())


async def read_continued_table(
    number: int, wish: Mapping[str, Any], origin: GameProgress, agents: AgentCatalog
) -> NewTable:
    """Table `number`, of a wish with `from` (`origin`, over), `decision`, `seats` and `names`.

    Raises:
        ValueError: names the entry that is wrong.
    """
    _check_fields(wish, _FIELDS_OF_CONTINUED)
    decision = whole_number("decision", wish.get("decision"), 0, origin.decisions - 1)
    seats = await _players(wish, origin.game.num_players, agents)
    setup = origin.setup._replace(table=number, players=seats)
    return NewTable(setup, origin.actions[:decision])


def _seed(seed: Any) -> int:
    """That which was given, as a text where scripts know no integers so large; else a random one"""
    if seed is None:
        return secrets.randbits(64)
    if isinstance(seed, str) and re.fullmatch(r"\d{1,20}", seed, re.ASCII):
        seed = int(seed)
    return whole_number("seed", seed, 0, 2**64 - 1)


def _check_fields(wish: Mapping[str, Any], known: set[str]) -> None:
    for name in wish:
        if name not in known:
            raise ValueError(f"there is no {shown(name)} in a table; there are {sorted(known)}")


async def _players(
    wish: Mapping[str, Any], number: int, agents: AgentCatalog
) -> tuple[Player, ...]:
    seats, names = wish.get("seats"), wish.get("names")
    if not isinstance(seats, list) or len(seats) != number:
        raise ValueError(f"seats are {shown(seats)}, expected a list of {number}")
    if names is None:
        names = [""] * number
    if not isinstance(names, list) or len(names) != number:
        raise ValueError(f"names are {shown(names)}, expected a list of {number}")
    holders = [None if seat in (ME, PERSON) else await agents.check(seat) for seat in seats]
    return tuple(
        Player(_name(name) or agent or f"Player {seat}", agent)
        for seat, (name, agent) in enumerate(zip(names, holders, strict=True))
    )


def _name(name: Any) -> str:
    if name is None:
        return ""
    if not isinstance(name, str) or len(name) > _LONGEST_NAME:
        raise ValueError(
            f"a name is {shown(name)}, expected a text of at most {_LONGEST_NAME} characters"
        )
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
