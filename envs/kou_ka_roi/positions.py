"""Converting positions between records and rulebook terms (written positions)."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.text.written import (
    EntryError,
    PositionReader,
    at_most,
    check_copies,
    choice,
    fill_pile,
    indices_of,
    integer,
    named_counts,
    named_pile,
    sequence,
)
from hofspiele.envs.kou_ka_roi.components import CARDS_PER_ROW, Components
from hofspiele.envs.kou_ka_roi.scoring import count_collection, update_scoring
from hofspiele.envs.kou_ka_roi.state import NONE


def write_fields(components: Components, num_players: int, state: np.record) -> dict[str, Any]:
    """Return the fields of the written position."""
    names = [kind.name for kind in components.kinds]
    seats = range(num_players)
    return {
        "player": int(state["player"]),
        "over": bool(state["over"]),
        "round": int(state["round_number"]),
        "last_turn": bool(state["last_turn"]),
        "rows": [
            [names[kind] for kind in row[:size]]
            for row, size in zip(state["rows"], state["row_size"], strict=True)
        ][: components.setups[num_players].rows],
        "collections": [named_counts(names, state["collections"][seat]) for seat in seats],
        "undecided": [seat for seat in seats if state["undecided"][seat]],
        "choices": {
            str(seat): int(state["choice"][seat]) + 1
            for seat in seats
            if state["choice"][seat] != NONE
        },
        "pile": named_pile(names, state["pile"], state["pile_size"]),
        "box": named_counts(names, state["box"]),
        "box_known": named_counts(names, state["box_known"]),
        "scores": [int(state["scores"][seat]) for seat in seats],
    }


def read_fields(
    components: Components, params: np.record, reader: PositionReader, state: np.record
) -> None:
    """Fill the empty position `state` from `reader`; raise EntryError if an entry is wrong."""
    copies = {kind.name: kind.copies for kind in components.kinds}
    num_rows = components.setups[reader.num_players].rows
    _read_cards(copies, num_rows, reader, state)
    state["over"] = reader.flag("over")
    state["round_number"] = reader.integer("round", 1, 2)
    state["last_turn"] = reader.flag("last_turn")
    reader.scores(state["scores"])
    _read_choices(num_rows, reader, state)
    for seat in range(reader.num_players):
        count_collection(params, state, seat)
    update_scoring(params, state)


def _read_cards(
    copies: Mapping[str, int], num_rows: int, reader: PositionReader, state: np.record
) -> None:
    for number, cards in enumerate(reader.sequence("rows", num_rows)):
        where = f"rows[{number}]"
        kinds = indices_of(where, cards, copies)
        at_most(where, len(kinds), CARDS_PER_ROW)
        state["row_size"][number] = len(kinds)
        state["rows"][number, : len(kinds)] = kinds
    reader.counts_by_seat("collections", copies, state["collections"])
    pile = reader.position.get("pile", [])
    state["pile_size"] = fill_pile("pile", pile, copies, state["pile"])
    for field in ("box", "box_known"):
        reader.counts(field, copies, state[field])
    for name, known, there in zip(copies, state["box_known"], state["box"], strict=True):
        if known > there:
            raise EntryError(
                f"box_known[{name!r}] is {known}, expected at most {there}, the number in box"
            )
    in_rows = np.bincount(state["rows"][state["rows"] != NONE], minlength=len(copies))
    in_pile = np.bincount(state["pile"][: state["pile_size"]], minlength=len(copies))
    everywhere = in_rows + state["collections"].sum(0) + in_pile + state["box"]
    check_copies(copies, everywhere, copies.values(), "rows, collections, pile and box")
    # Cards that are missing from a written position do not count as unseen.
    state["unseen"] = in_pile + state["box"] - state["box_known"]


def _read_choices(num_rows: int, reader: PositionReader, state: np.record) -> None:
    everybody = [] if state["over"] else list(range(reader.num_players))
    seats = sequence("undecided", reader.position.get("undecided", everybody))
    for seat in seats:
        state["undecided"][integer("undecided", seat, 0, reader.num_players - 1)] = 1
    if len(seats) > state["undecided"].sum():
        raise EntryError(f"undecided is {shown(seats)}, expected each seat at most once")
    undecided = [str(seat) for seat in np.flatnonzero(state["undecided"])]
    for seat, row in reader.mapping("choices").items():
        where = f"choices[{shown(seat)}]"
        choice(where, seat, undecided)
        number = integer(where, row, 1, num_rows)
        if state["row_size"][number - 1] == 0:
            raise EntryError(f"{where} is {number}, but row {number} holds no card")
        state["choice"][int(seat)] = number - 1
    if state["over"]:
        state["player"] = reader.seat("player")
        return
    deciding = np.flatnonzero((state["undecided"] == 1) & (state["choice"] == NONE))
    if not len(deciding):
        raise EntryError("undecided: every seat has chosen, but the game is not over")
    player = reader.position.get("player", int(deciding[0]))
    state["player"] = choice("player", player, [int(seat) for seat in deciding])
