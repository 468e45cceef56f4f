"""Written positions: the whole record in rulebook words, and back, with every entry checked."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hofspiele.envs.core.rng import seed_generator
from hofspiele.envs.core.written import (
    PositionError,
    at_most,
    check_fields,
    choice,
    counts,
    flag,
    integer,
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
from hofspiele.envs.kardinal.components import (
    ABBEYS_PER_PLAYER,
    ADVISORS_PER_PLAYER,
    FACE_UP_CARDS,
    HAND_SIZE,
    Board,
)
from hofspiele.envs.kardinal.rules import clear
from hofspiele.envs.kardinal.scoring import update_all
from hofspiele.envs.kardinal.state import MOST_PIECES_A_TURN, STAGES, STEPS

NAME = "kardinal"
_FIELDS = (
    "game", "num_players", "vatikan", "two_countries", "player", "over", "stage", "step", "placed",
    "abbeys", "advisors", "cloister_table", "council_table", "hands", "face_up", "pile", "discard",
    "removed", "scores",
)  # fmt: skip
# where the record says who owns a piece
_FIELD_OF = {ABBEY: "owner", CLOISTER_TABLE: "cloister_table", COUNCIL_TABLE: "council_table"}


def write_position(board: Board, params: np.ndarray, state: np.record) -> dict[str, Any]:
    """The position as a JSON-ready dict."""
    table = params[0]
    seats = range(int(table["num_players"]))
    monasteries = [monastery.name for monastery in board.monasteries]
    colours = board.colours

    def by_colour(cards: np.ndarray) -> dict[str, int]:
        return {name: int(count) for name, count in zip(colours, cards, strict=True) if count}

    def owners(names: Sequence[str], field: str) -> dict[str, int]:
        pairs = zip(names, state[field], strict=True)
        return {name: int(seat) for name, seat in pairs if seat != NONE}

    return {
        "game": NAME,
        "num_players": len(seats),
        "vatikan": bool(table["vatikan"]),
        "two_countries": bool(table["two_countries"]),
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
        "hands": [by_colour(state["hands"][seat]) for seat in seats],
        "face_up": [None if card == NONE else colours[card] for card in state["face_up"]],
        "pile": [colours[card] for card in state["pile"][: state["pile_size"]][::-1]],
        "discard": by_colour(state["discard"]),
        "removed": by_colour(table["removed"]),
        "scores": [int(state["scores"][seat]) for seat in seats],
    }


def read_position(
    board: Board,
    params: np.ndarray,
    position: Mapping[str, Any],
    state: np.record,
    seed: np.uint64,
) -> None:
    """Fill the zeroed record `state` from a written position; ValueError names what is wrong."""
    check_fields(position, NAME, _FIELDS, int(params[0]["num_players"]))
    clear(params[0], state)
    seed_generator(state, seed)
    reader = _Reader(board, params[0], position, state)
    reader.read_options()
    reader.read_pieces()
    reader.read_cards()
    reader.read_progress()
    update_all(params[0], state)


class _Reader:
    def __init__(
        self, board: Board, table: np.record, position: Mapping[str, Any], state: np.record
    ):
        self.board = board
        self.table = table
        self.position = position
        self.state = state
        self.num_players = int(table["num_players"])
        self.monasteries = [monastery.name for monastery in board.monasteries]

    def read_options(self) -> None:
        for name in ("vatikan", "two_countries"):
            made_for = bool(self.table[name])
            if flag(name, self.position.get(name, made_for)) != made_for:
                raise PositionError(
                    f"{name} is {not made_for}, but this game was made with {made_for}"
                )

    def read_pieces(self) -> None:
        state = self.state
        for name, seat in self._mapping("abbeys").items():
            place = self.monasteries.index(choice("abbeys", name, self.monasteries))
            state["owner"][place] = self._seat(f"abbeys[{name!r}]", seat)
        for name, seated in self._mapping("advisors").items():
            country = self._country("advisors", name)
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
        for name, seat in self._mapping(field).items():
            country = self._country(field, name)
            column = int(self.table["column"][country])
            if column == NONE or not self.table["vatikan"]:
                raise PositionError(f"{field}: {name!r} has no seal there in this game")
            if column in columns:
                raise PositionError(f"{field}: {name!r} is the second seal taken in its column")
            columns.append(column)
            self.state[field][country] = self._seat(f"{field}[{name!r}]", seat)

    def _take_from_supplies(self, seat: int) -> None:
        state = self.state
        abbeys = int((state["owner"] == seat).sum())
        advisors = int(
            state["advisors"][:, seat].sum()
            + (state["cloister_table"] == seat).sum()
            + (state["council_table"] == seat).sum()
        )
        for where, placed, supply in (
            ("abbeys", abbeys, ABBEYS_PER_PLAYER),
            ("advisors", advisors, ADVISORS_PER_PLAYER),
        ):
            if placed > supply:
                raise PositionError(f"{where}: seat {seat} has placed {placed}, but has {supply}")
        state["abbeys_left"][seat] -= abbeys
        state["advisors_left"][seat] -= advisors

    def read_cards(self) -> None:
        state, position = self.state, self.position
        hands = sequence("hands", position.get("hands", []))
        at_most("hands", len(hands), self.num_players)
        for seat, hand in enumerate(hands):
            self._count(f"hands[{seat}]", hand, state["hands"][seat])
            at_most(f"hands[{seat}]", int(state["hands"][seat].sum()), HAND_SIZE)
        face_up = sequence("face_up", position.get("face_up", []))
        at_most("face_up", len(face_up), FACE_UP_CARDS)
        for place, card in enumerate(face_up):
            if card is not None:
                state["face_up"][place] = self._colour("face_up", card)
        pile = [self._colour("pile", card) for card in sequence("pile", position.get("pile", []))]
        at_most("pile", len(pile), len(state["pile"]))
        state["pile"][: len(pile)] = pile[::-1]
        state["pile_size"] = len(pile)
        self._count("discard", position.get("discard", {}), state["discard"])
        removed = np.zeros_like(self.table["removed"])
        self._count("removed", position.get("removed", self._removed()), removed)
        if (removed != self.table["removed"]).any():
            raise PositionError(
                f"removed is {position['removed']!r}, but with {self.num_players} players it is "
                f"{self._removed()!r}"
            )
        self._check_copies(pile)

    def _check_copies(self, pile: Sequence[int]) -> None:
        state, colours = self.state, self.board.colours
        in_pile = np.bincount(pile, minlength=len(colours))
        in_hands = state["hands"].sum(0)
        face_up = [int((state["face_up"] == colour).sum()) for colour in range(len(colours))]
        everywhere = in_pile + in_hands + state["discard"] + face_up
        for colour, count, copies in zip(colours, everywhere, self.table["copies"], strict=True):
            if count > copies:
                raise PositionError(
                    f"card {colour!r} is there {count} times in hands, face_up, pile and discard "
                    f"together, but {copies} copies are in play"
                )
        # of what the pile was made nobody has written down: of anything not seen to be elsewhere
        state["pile_cards"] = in_pile + in_hands

    def _removed(self) -> dict[str, int]:
        pairs = zip(self.board.colours, self.table["removed"], strict=True)
        return {colour: int(count) for colour, count in pairs if count}

    def read_progress(self) -> None:
        state, position = self.state, self.position
        state["player"] = integer("player", position.get("player", 0), 0, self.num_players - 1)
        state["over"] = flag("over", position.get("over", False))
        state["stage"] = STAGES.index(choice("stage", position.get("stage", STAGES[0]), STAGES))
        state["turn_step"] = STEPS.index(choice("step", position.get("step", STEPS[0]), STEPS))
        placed = sequence("placed", position.get("placed", []))
        at_most("placed", len(placed), MOST_PIECES_A_TURN)
        for number, piece in enumerate(placed):
            self._read_placed(number, piece)
        if not state["over"]:
            self._check_step()
        scores = sequence("scores", position.get("scores", []))
        at_most("scores", len(scores), self.num_players)
        for seat, points in enumerate(scores):
            state["scores"][seat] = integer(f"scores[{seat}]", points, 0, 10_000)

    def _check_step(self) -> None:
        state = self.state
        if STEPS[state["turn_step"]] == "place":
            if state["num_placed"] == MOST_PIECES_A_TURN:
                raise PositionError("step is 'place', but all pieces of this turn are placed")
        elif STAGES[state["stage"]] == "last round":
            raise PositionError("step is 'draw', but in the last round nobody draws")
        elif state["hands"][state["player"]].sum() == HAND_SIZE:
            raise PositionError(f"step is 'draw', but the hand of seat {state['player']} is full")
        elif (state["face_up"] == NONE).all() and state["pile_size"] == 0:
            raise PositionError("step is 'draw', but there is no card to draw")

    def _read_placed(self, number: int, piece: Any) -> None:
        state, where = self.state, f"placed[{number}]"
        if len(sequence(where, piece)) != 2:
            raise PositionError(f"{where} is {piece!r}, expected a pair: piece and place")
        kind = PLACE_NAMES.index(choice(where, piece[0], PLACE_NAMES))
        names = self.monasteries if kind == ABBEY else self.board.countries
        at = list(names).index(choice(where, piece[1], names))
        player = state["player"]
        if kind == ADVISOR:
            standing = int(state["advisors"][at, player])
        else:
            standing = int(state[_FIELD_OF[kind]][at] == player)
        before = zip(state["placed_kind"][:number], state["placed_at"][:number], strict=True)
        if [*before].count((kind, at)) >= standing:
            raise PositionError(
                f"{where}: seat {player} has {standing} such pieces at {piece[1]!r}"
            )
        state["placed_kind"][number] = kind
        state["placed_at"][number] = at
        state["num_placed"] = number + 1

    def _mapping(self, field: str) -> Mapping[str, Any]:
        value = self.position.get(field, {})
        if not isinstance(value, Mapping):
            raise PositionError(f"{field} is {value!r}, expected a table")
        return value

    def _seat(self, where: str, seat: Any) -> int:
        return integer(where, seat, 0, self.num_players - 1)

    def _country(self, where: str, name: Any) -> int:
        return self.board.countries.index(choice(where, name, self.board.countries))

    def _colour(self, where: str, name: Any) -> int:
        return self.board.colours.index(choice(where, name, self.board.colours))

    def _count(self, where: str, value: Any, out: np.ndarray) -> None:
        for name, count in counts(where, value, self.board.cards).items():
            out[self.board.colours.index(name)] = count
