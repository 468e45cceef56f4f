"""Browsers' requests for new tables."""

import secrets
from collections.abc import Mapping
from typing import Any

from hofspiele.envs.core.checks import shown, whole_number
from hofspiele.envs.core.spec import NUM_PLAYERS
from hofspiele.play.agent_catalog import AgentCatalog
from hofspiele.play.game_progress import GameProgress
from hofspiele.play.games import complete_options
from hofspiele.play.messages import CONTINUED_TABLE, NEW_TABLE, check
from hofspiele.play.store import StoredDecision
from hofspiele.play.table_setup import Player, TableSetup

# Entries of `seats` for the person who opens the table, and for anyone who has the seat's link.
ME, PERSON = "me", "person"


async def read_new_table(
    number: int, request: Mapping[str, Any], agents: AgentCatalog
) -> TableSetup:
    """Return the setup of the table that a request describes, which has the form `NEW_TABLE`.

    Raises:
        ValueError: an entry is wrong; the message names it.
    """
    found = check("the request", request, NEW_TABLE)
    options = complete_options(found["game"], found["options"] or {})
    seed = secrets.randbits(64) if found["seed"] is None else int(found["seed"])
    players = await _read_players(found, options[NUM_PLAYERS], agents)
    return TableSetup(number, found["game"], options, seed, players)


async def read_continued_table(
    number: int, request: Mapping[str, Any], origin: GameProgress, agents: AgentCatalog
) -> tuple[TableSetup, list[StoredDecision]]:
    """Return the setup and the decisions so far of the table that a request describes.

    The request has the form `CONTINUED_TABLE`. The table starts with the first `decision` decisions
    of `origin`, the finished game that `from` names.

    Raises:
        ValueError: an entry is wrong; the message names it.
    """
    found = check("the request", request, CONTINUED_TABLE)
    decision = whole_number("decision", found["decision"], 0, origin.decisions - 1)
    players = await _read_players(found, origin.game.num_players, agents)
    made = zip(origin.positions, origin.actions[:decision], strict=False)
    return origin.setup._replace(table=number, players=players), [
        StoredDecision(int(state["player"]), origin.game.action_name(action))
        for state, action in made
    ]


async def _read_players(
    found: Mapping[str, Any], number: int, agents: AgentCatalog
) -> tuple[Player, ...]:
    seats, names = found["seats"], found["names"] or [None] * number
    for what, entries in (("seats", seats), ("names", names)):
        if len(entries) != number:
            raise ValueError(f"{what} are {shown(entries)}, expected a list with {number} entries")
    holders = [None if seat in (ME, PERSON) else await agents.check(seat) for seat in seats]
    return tuple(
        Player(tidy_name(name or "") or agent or "", agent)
        for name, agent in zip(names, holders, strict=True)
    )


def tidy_name(name: str) -> str:
    """Return a name in one line, without characters that can't be printed."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
