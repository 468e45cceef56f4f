"""Converting positions between records and rulebook terms (written positions)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.text.words import counted
from hofspiele.envs.core.text.written import (
    EntryError,
    PositionReader,
    at_most,
    check_copies,
    fill_counts,
    fill_pile,
    index_of,
    integer,
    named_counts,
    named_pile,
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
from hofspiele.envs.kardinal.components import HAND_SIZE, TABLES, Board
from hofspiele.envs.kardinal.placing import may_place_abbey, may_place_advisor, may_place_in_vatikan
from hofspiele.envs.kardinal.rules import can_draw, piece_can_be_placed, place_piece
from hofspiele.envs.kardinal.scoring import update_all
from hofspiele.envs.kardinal.state import LAST_ROUND, MOST_PIECES_A_TURN, STAGES, STEPS

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
        "pile": named_pile(colours, state["pile"], state["pile_size"]),
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
            where, most = f"advisors[{name!r}]", self.board.advisors_per_player
            at_most(where, len(sequence(where, seated)), self.num_players)
            for seat, count in enumerate(seated):
                state["advisors"][country, seat] = integer(where, count, 0, most)
        for field in TABLES:
            self._read_vatikan(field)
        for seat in range(self.num_players):
            self._take_from_supplies(seat)
        update_all(self.params, state)
        for at, room in zip(self.board.countries, state["room"], strict=True):
            if room < 0:
                raise EntryError(
                    f"advisors[{at!r}] has {counted(-room, 'advisor')} more than the abbeys of the "
                    "seat with the most abbeys there"
                )

    def _read_vatikan(self, field: str) -> None:
        columns, of_countries = [], self.params[field.replace("table", "columns")]
        for name, seat in self.reader.mapping(field).items():
            country = index_of(field, name, self.board.countries)
            column = int(of_countries[country])
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
        reader.counts_by_seat("hands", self.board.cards, state["hands"])
        for seat, number in enumerate(state["hands"].sum(1)):
            if number > HAND_SIZE:
                raise EntryError(f"hands[{seat}] has {number} cards, expected at most {HAND_SIZE}")
        for place, card in enumerate(reader.sequence("face_up", self.board.face_up_cards)):
            if card is not None:
                state["face_up"][place] = index_of("face_up", card, self.board.cards)
        pile = reader.position.get("pile", [])
        state["pile_size"] = fill_pile("pile", pile, self.board.cards, state["pile"])
        reader.counts("discard", self.board.cards, state["discard"])
        self._check_removed()
        self._check_copies()

    def _check_removed(self) -> None:
        expected = named_counts(self.board.colours, self.params["removed"])
        removed = np.zeros_like(self.params["removed"])
        given = self.reader.position.get("removed", expected)
        fill_counts("removed", given, self.board.cards, removed)
        if (removed != self.params["removed"]).any():
            raise EntryError(
                f"removed is {shown(given)}, expected {expected!r} with {self.num_players} players"
            )

    def _check_copies(self) -> None:
        state, colours = self.state, self.board.colours
        in_pile = np.bincount(state["pile"][: state["pile_size"]], minlength=len(colours))
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
        state["stage"] = reader.choice("stage", STAGES, LAST_ROUND if state["over"] else 0)
        state["turn_step"] = reader.choice("step", STEPS)
        self._read_placed(reader.sequence("placed", MOST_PIECES_A_TURN))
        reader.scores(state["scores"])
        stage, can_place = STAGES[state["stage"]], piece_can_be_placed(self.params, state)
        if stage == "last round" and state["pile_size"]:
            raise EntryError("stage is 'last round', but there are cards in the pile")
        if not state["over"]:
            if not can_place:
                raise EntryError("over is false, but no piece can be placed any more")
            self._check_step(stage)
        elif can_place and stage != "last round":
            raise EntryError(f"over is true, but stage is {stage!r} and pieces can be placed")

    def _check_step(self, stage: str) -> None:
        state, hand = self.state, int(self.state["hands"][self.state["player"]].sum())
        if stage == "first pile" and state["scores"].any():
            raise EntryError("scores are not all 0, but nothing is scored during the first pile")
        if STEPS[state["turn_step"]] == "place":
            number = int(state["num_placed"])
            if number == MOST_PIECES_A_TURN:
                raise EntryError("step is 'place', but all pieces of this turn are placed")
            if hand + number > HAND_SIZE:
                raise EntryError(f"the deciding seat has {hand} cards, but has paid for a piece")
        elif stage == "last round":
            raise EntryError("step is 'draw', but no player draws in the last round")
        elif hand == HAND_SIZE:
            raise EntryError(f"step is 'draw', but the hand of seat {state['player']} is full")
        elif not can_draw(state):
            raise EntryError("step is 'draw', but there is no card to draw")

    def _read_placed(self, pieces: Sequence[Any]) -> None:
        """Read the pieces of this turn: take them from the board and place them by the rules."""
        state, params, player = self.state, self.params, int(self.state["player"])
        placed = [self._take_back(number, piece) for number, piece in enumerate(pieces)]
        if placed:
            update_all(params, state)
        for number, (kind, at) in enumerate(placed):
            if kind == ABBEY:
                possible = may_place_abbey(params, state, params["country"][at])
            elif kind == ADVISOR:
                possible = may_place_advisor(params, state, at)
            else:
                possible = may_place_in_vatikan(params, state)
            if not possible:
                raise EntryError(
                    f"placed[{number}] is {shown(pieces[number])}, but seat {player} may not place "
                    f"this piece as number {number + 1} of its turn"
                )
            place_piece(params, state, kind, at)

    def _take_back(self, number: int, piece: Any) -> tuple[int, int]:
        state, where, player = self.state, f"placed[{number}]", int(self.state["player"])
        if len(sequence(where, piece)) != 2:
            raise EntryError(f"{where} is {shown(piece)}, expected a pair: piece and place")
        kind = index_of(where, piece[0], PLACE_NAMES)
        at = index_of(where, piece[1], self.monasteries if kind == ABBEY else self.board.countries)
        if kind == ADVISOR:
            missing = state["advisors"][at, player] == 0
        else:
            missing = state[_FIELD_OF[kind]][at] != player
        if missing:
            raise EntryError(f"{where} is {shown(piece)}, but seat {player} has no such piece")
        if kind == ADVISOR:
            state["advisors"][at, player] -= 1
        else:
            state[_FIELD_OF[kind]][at] = NONE
        state["abbeys_left" if kind == ABBEY else "advisors_left"][player] += 1
        return kind, at

    def _seat(self, where: str, seat: Any) -> int:
        return integer(where, seat, 0, self.num_players - 1)
