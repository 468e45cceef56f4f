"""Converting positions between records and rulebook terms (written positions)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.text.written import (
    EntryError,
    PositionReader,
    at_most,
    check_copies,
    fill_counts,
    index_of,
    integer,
    named_counts,
    sequence,
)
from hofspiele.envs.kardinal.actions import (
    ABBEY,
    ADVISOR,
    CLOISTER_TABLE,
    COUNCIL_TABLE,
    NONE,
    PLACE_NAMES,
)
from hofspiele.envs.kardinal.components import ADVISORS_PER_PLAYER, FACE_UP_CARDS, HAND_SIZE, Board
from hofspiele.envs.kardinal.scoring import update_all
from hofspiele.envs.kardinal.state import MOST_PIECES_A_TURN, STAGES, STEPS

_MOST_POINTS = 10_000  # Maximum score of a seat in written positions.
# The field of the record that contains the owners of pieces, by kind of piece.
_FIELD_OF = {ABBEY: "owner", CLOISTER_TABLE: "cloister_table", COUNCIL_TABLE: "council_table"}


def write_fields(board: Board, params: np.record, state: np.record) -> dict[str, Any]:
    """Return the fields of the written position."""
    seats = range(int(params["num_players"]))
    monasteries = [monastery.name for monastery in board.monasteries]
    colours = board.colours

    def owners(names: Sequence[str], field: str) -> dict[str, int]:
        pairs = zip(names, state[field], strict=True)
        return {name: int(seat) for name, seat in pairs if seat != NONE}

    return {
        "vatikan": bool(params["vatikan"]),
        "two_countries": bool(params["two_countries"]),
        "player": int(state["player"]),
        "over": bool(state["over"]),
        "stage": STAGES[state["stage"]],
        "step": STEPS[state["turn_step"]],
        "placed": [
            [PLACE_NAMES[kind], monasteries[at] if kind == ABBEY else board.countries[at]]
            for kind, at in zip(state["placed_kind"], state["placed_at"], strict=True)
        ][: state["num_placed"]],
        "abbeys": owners(monasteries, "owner"),
        "advisors": {
            country: [int(seated[seat]) for seat in seats]
            for country, seated in zip(board.countries, state["advisors"], strict=True)
            if seated.any()
        },
        "cloister_table": owners(board.countries, "cloister_table"),
        "council_table": owners(board.countries, "council_table"),
        "hands": [named_counts(colours, state["hands"][seat]) for seat in seats],
        "face_up": [None if card == NONE else colours[card] for card in state["face_up"]],
        "pile": [colours[card] for card in state["pile"][: state["pile_size"]][::-1]],
        "discard": named_counts(colours, state["discard"]),
        "removed": named_counts(colours, params["removed"]),
        "scores": [int(state["scores"][seat]) for seat in seats],
    }


def read_fields(board: Board, params: np.record, reader: PositionReader, state: np.record) -> None:
    """Fill the empty position `state` from `reader`; raise EntryError if an entry is wrong."""
    fields = _FieldReader(board, params, reader, state)
    for name in ("vatikan", "two_countries"):
        reader.require_option(name, bool(params[name]))
    fields.read_pieces()
    fields.read_cards()
    fields.read_progress()
    update_all(params, state)


class _FieldReader:
    def __init__(self, board: Board, params: np.record, reader: PositionReader, state: np.record):
        self.board = board
        self.params = params
        self.reader = reader
        self.state = state
        self.num_players = reader.num_players
        self.monasteries = [monastery.name for monastery in board.monasteries]

    def read_pieces(self) -> None:
        state = self.state
        for name, seat in self.reader.mapping("abbeys").items():
            place = index_of("abbeys", name, self.monasteries)
            state["owner"][place] = self._seat(f"abbeys[{name!r}]", seat)
        for name, seated in self.reader.mapping("advisors").items():
            country = index_of("advisors", name, self.board.countries)
            where = f"advisors[{name!r}]"
            at_most(where, len(sequence(where, seated)), self.num_players)
            for seat, count in enumerate(seated):
                state["advisors"][country, seat] = integer(where, count, 0, ADVISORS_PER_PLAYER)
        for field in ("cloister_table", "council_table"):
            self._read_vatikan(field)
        for seat in range(self.num_players):
            self._take_from_supplies(seat)

    def _read_vatikan(self, field: str) -> None:
        columns = []
        for name, seat in self.reader.mapping(field).items():
            country = index_of(field, name, self.board.countries)
            column = int(self.params["column"][country])
            if column == NONE or not self.params["vatikan"]:
                raise EntryError(f"{field}: {name!r} has no seal there in this game")
            if column in columns:
                raise EntryError(
                    f"{field}: {name!r} is the second seal in a column, expected at most one"
                )
            columns.append(column)
            self.state[field][country] = self._seat(f"{field}[{name!r}]", seat)

    def _take_from_supplies(self, seat: int) -> None:
        state = self.state
        in_vatikan = sum((state[f"{name}_table"] == seat).sum() for name in ("cloister", "council"))
        for where, placed in (
            ("abbeys", (state["owner"] == seat).sum()),
            ("advisors", state["advisors"][:, seat].sum() + in_vatikan),
        ):
            supply = state[f"{where}_left"][seat]
            if placed > supply:
                raise EntryError(
                    f"{where}: seat {seat} has placed {placed}, expected at most {supply}"
                )
            state[f"{where}_left"][seat] -= placed

    def read_cards(self) -> None:
        state, reader = self.state, self.reader
        for seat, where, hand in reader.by_seat("hands"):
            fill_counts(where, hand, self.board.cards, state["hands"][seat])
            if (number := int(state["hands"][seat].sum())) > HAND_SIZE:
                raise EntryError(f"{where} has {number} cards, expected at most {HAND_SIZE}")
        for place, card in enumerate(reader.sequence("face_up", FACE_UP_CARDS)):
            if card is not None:
                state["face_up"][place] = index_of("face_up", card, self.board.cards)
        cards = reader.sequence("pile", len(state["pile"]))
        pile = [index_of("pile", card, self.board.cards) for card in cards]
        state["pile"][: len(pile)] = pile[::-1]
        state["pile_size"] = len(pile)
        reader.counts("discard", self.board.cards, state["discard"])
        self._check_removed()
        self._check_copies(pile)

    def _check_removed(self) -> None:
        expected = named_counts(self.board.colours, self.params["removed"])
        removed = np.zeros_like(self.params["removed"])
        given = self.reader.position.get("removed", expected)
        fill_counts("removed", given, self.board.cards, removed)
        if (removed != self.params["removed"]).any():
            raise EntryError(
                f"removed is {shown(given)}, expected {expected!r} with {self.num_players} players"
            )

    def _check_copies(self, pile: Sequence[int]) -> None:
        state, colours = self.state, self.board.colours
        in_pile = np.bincount(pile, minlength=len(colours))
        in_hands = state["hands"].sum(0)
        face_up = [int((state["face_up"] == colour).sum()) for colour in range(len(colours))]
        everywhere = in_pile + in_hands + state["discard"] + face_up
        places = "hands, face_up, pile and discard"
        check_copies(colours, everywhere, self.params["copies"], places)
        # Written positions do not record where cards come from. All hands count as drawn from the
        # current pile.
        state["pile_cards"] = in_pile + in_hands
        state["drawn"] = state["hands"]

    def read_progress(self) -> None:
        state, reader = self.state, self.reader
        state["player"] = reader.seat("player")
        state["over"] = reader.flag("over")
        state["stage"] = reader.choice("stage", STAGES)
        state["turn_step"] = reader.choice("step", STEPS)
        for number, piece in enumerate(reader.sequence("placed", MOST_PIECES_A_TURN)):
            self._read_placed(number, piece)
        if not state["over"]:
            self._check_step()
        reader.integers_by_seat("scores", _MOST_POINTS, state["scores"])

    def _check_step(self) -> None:
        state = self.state
        if STEPS[state["turn_step"]] == "place":
            if state["num_placed"] == MOST_PIECES_A_TURN:
                raise EntryError("step is 'place', but all pieces of this turn are placed")
        elif STAGES[state["stage"]] == "last round":
            raise EntryError("step is 'draw', but no player draws in the last round")
        elif state["hands"][state["player"]].sum() == HAND_SIZE:
            raise EntryError(f"step is 'draw', but the hand of seat {state['player']} is full")
        elif (state["face_up"] == NONE).all() and state["pile_size"] == 0:
            raise EntryError("step is 'draw', but there is no card to draw")

    def _read_placed(self, number: int, piece: Any) -> None:
        state, where = self.state, f"placed[{number}]"
        if len(sequence(where, piece)) != 2:
            raise EntryError(f"{where} is {shown(piece)}, expected a pair: piece and place")
        kind = index_of(where, piece[0], PLACE_NAMES)
        at = index_of(where, piece[1], self.monasteries if kind == ABBEY else self.board.countries)
        player = state["player"]
        if kind == ADVISOR:
            standing = int(state["advisors"][at, player])
        else:
            standing = int(state[_FIELD_OF[kind]][at] == player)
        before = zip(state["placed_kind"][:number], state["placed_at"][:number], strict=True)
        if [*before].count((kind, at)) >= standing:
            raise EntryError(
                f"{where} lists one more piece at {piece[1]!r} than seat {player} has there "
                f"({standing})"
            )
        state["placed_kind"][number] = kind
        state["placed_at"][number] = at
        state["num_placed"] = number + 1

    def _seat(self, where: str, seat: Any) -> int:
        return integer(where, seat, 0, self.num_players - 1)
