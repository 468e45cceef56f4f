"""Converting positions between records and rulebook terms (written positions)."""

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
    fields = _FieldReader(components, reader, state)
    fields.read_rows()
    fields.read_cards()
    fields.read_progress()
    fields.read_choices()
    fields.count_cards()
    for seat in range(reader.num_players):
        count_collection(params, state, seat)
    update_scoring(params, state)


class _FieldReader:
    def __init__(self, components: Components, reader: PositionReader, state: np.record):
        self.kinds = components.kinds
        self.copies = {kind.name: kind.copies for kind in components.kinds}
        self.num_rows = components.setups[reader.num_players].rows
        self.reader = reader
        self.state = state

    def read_rows(self) -> None:
        for number, cards in enumerate(self.reader.sequence("rows", self.num_rows)):
            where = f"rows[{number}]"
            kinds = indices_of(where, cards, self.copies)
            at_most(where, len(kinds), CARDS_PER_ROW)
            self.state["row_size"][number] = len(kinds)
            self.state["rows"][number, : len(kinds)] = kinds

    def read_cards(self) -> None:
        reader, state = self.reader, self.state
        reader.counts_by_seat("collections", self.copies, state["collections"])
        pile = reader.position.get("pile", [])
        state["pile_size"] = fill_pile("pile", pile, self.copies, state["pile"])
        for field in ("box", "box_known"):
            reader.counts(field, self.copies, state[field])
        for name, known, there in zip(self.copies, state["box_known"], state["box"], strict=True):
            if known > there:
                raise EntryError(
                    f"box_known[{name!r}] is {known}, expected at most {there}, the number in box"
                )

    def read_progress(self) -> None:
        state, reader = self.state, self.reader
        state["over"] = reader.flag("over")
        state["round_number"] = reader.integer("round", 1, 2)
        state["last_turn"] = reader.flag("last_turn")
        reader.scores(state["scores"])

    def read_choices(self) -> None:
        state, reader = self.state, self.reader
        everybody = [] if state["over"] else list(range(reader.num_players))
        for seat in sequence("undecided", reader.position.get("undecided", everybody)):
            state["undecided"][integer("undecided", seat, 0, reader.num_players - 1)] = 1
        undecided = [str(seat) for seat in np.flatnonzero(state["undecided"])]
        for seat, row in reader.mapping("choices").items():
            where = f"choices[{shown(seat)}]"
            choice(where, seat, undecided)
            number = integer(where, row, 1, self.num_rows)
            if state["row_size"][number - 1] == 0:
                raise EntryError(f"{where} is {number}, but row {number} holds no card")
            state["choice"][int(seat)] = number - 1
        self._read_player()

    def _read_player(self) -> None:
        state = self.state
        if state["over"]:
            state["player"] = self.reader.seat("player")
            return
        deciding = np.flatnonzero((state["undecided"] == 1) & (state["choice"] == NONE))
        if not len(deciding):
            raise EntryError("undecided: every seat has chosen, but the game is not over")
        player = self.reader.position.get("player", int(deciding[0]))
        state["player"] = choice("player", player, [int(seat) for seat in deciding])

    def count_cards(self) -> None:
        state = self.state
        rows = np.bincount(state["rows"][state["rows"] != NONE], minlength=len(self.kinds))
        pile = np.bincount(state["pile"][: state["pile_size"]], minlength=len(self.kinds))
        face_down = pile + state["box"]
        everywhere = rows + state["collections"].sum(0) + face_down
        places = "rows, collections, pile and box"
        check_copies(self.copies, everywhere, self.copies.values(), places)
        # Cards that are missing from a written position do not count as unseen.
        state["unseen"] = face_down - state["box_known"]
