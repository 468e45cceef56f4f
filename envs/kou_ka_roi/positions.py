"""Written positions: the whole record in rulebook words, and back, with every entry checked."""

from collections.abc import Mapping
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
from hofspiele.envs.kou_ka_roi.components import CARDS_PER_ROW, Components
from hofspiele.envs.kou_ka_roi.params import build_params
from hofspiele.envs.kou_ka_roi.scoring import update_scoring
from hofspiele.envs.kou_ka_roi.state import NONE

NAME = "kou_ka_roi"
_FIELDS = (
    "game", "num_players", "player", "over", "round", "last_turn", "rows", "collections",
    "undecided", "choices", "pile", "box", "box_known", "scores",
)  # fmt: skip


def write_position(components: Components, num_players: int, state: np.record) -> dict[str, Any]:
    """The position as a JSON-ready dict."""
    names = [kind.name for kind in components.kinds]
    seats = range(num_players)

    def by_kind(cards: np.ndarray) -> dict[str, int]:
        return {name: int(count) for name, count in zip(names, cards, strict=True) if count}

    return {
        "game": NAME,
        "num_players": num_players,
        "player": int(state["player"]),
        "over": bool(state["over"]),
        "round": int(state["round_number"]),
        "last_turn": bool(state["last_turn"]),
        "rows": [
            [names[kind] for kind in row[:size]]
            for row, size in zip(state["rows"], state["row_size"], strict=True)
        ][: components.setups[num_players].rows],
        "collections": [by_kind(state["collections"][seat]) for seat in seats],
        "undecided": [seat for seat in seats if state["undecided"][seat]],
        "choices": {
            str(seat): int(state["choice"][seat]) + 1
            for seat in seats
            if state["choice"][seat] != NONE
        },
        "pile": [names[kind] for kind in state["pile"][: state["pile_size"]][::-1]],
        "box": by_kind(state["box"]),
        "box_known": by_kind(state["box_known"]),
        "scores": [int(state["scores"][seat]) for seat in seats],
    }


def read_position(
    components: Components,
    num_players: int,
    position: Mapping[str, Any],
    state: np.record,
    seed: np.uint64,
) -> None:
    """Fill the zeroed record `state` from a written position; ValueError names what is wrong."""
    check_fields(position, NAME, _FIELDS, num_players)
    reader = _Reader(components, num_players, position, state)
    seed_generator(state, seed)
    reader.read_rows()
    reader.read_cards()
    reader.read_progress()
    reader.read_choices()
    reader.check_copies()
    update_scoring(build_params(components, num_players)[0], state)


class _Reader:
    def __init__(
        self,
        components: Components,
        num_players: int,
        position: Mapping[str, Any],
        state: np.record,
    ):
        self.kinds = components.kinds
        self.index = {kind.name: number for number, kind in enumerate(components.kinds)}
        self.num_rows = components.setups[num_players].rows
        self.num_players = num_players
        self.position = position
        self.state = state

    def read_rows(self) -> None:
        rows = sequence("rows", self.position.get("rows", []))
        at_most("rows", len(rows), self.num_rows)
        self.state["rows"][:] = NONE
        for number, cards in enumerate(rows):
            where = f"rows[{number}]"
            kinds = self._kinds(where, cards)
            at_most(where, len(kinds), CARDS_PER_ROW)
            self.state["row_size"][number] = len(kinds)
            self.state["rows"][number, : len(kinds)] = kinds

    def read_cards(self) -> None:
        collections = sequence("collections", self.position.get("collections", []))
        at_most("collections", len(collections), self.num_players)
        for seat, collection in enumerate(collections):
            self._count(f"collections[{seat}]", collection, self.state["collections"][seat])
        pile = self._kinds("pile", self.position.get("pile", []))
        at_most("pile", len(pile), len(self.state["pile"]))
        self.state["pile_size"] = len(pile)
        self.state["pile"][:] = NONE
        self.state["pile"][: len(pile)] = pile[::-1]
        self._count("box", self.position.get("box", {}), self.state["box"])
        self._count("box_known", self.position.get("box_known", {}), self.state["box_known"])
        for kind, known, there in zip(
            self.kinds, self.state["box_known"], self.state["box"], strict=True
        ):
            if known > there:
                raise PositionError(
                    f"box_known: {known} {kind.name!r}, but the box holds {there} of them"
                )

    def read_progress(self) -> None:
        state, position = self.state, self.position
        state["over"] = flag("over", position.get("over", False))
        state["round_number"] = integer("round", position.get("round", 1), 1, 2)
        state["last_turn"] = flag("last_turn", position.get("last_turn", False))
        scores = sequence("scores", position.get("scores", []))
        at_most("scores", len(scores), self.num_players)
        for seat, points in enumerate(scores):
            state["scores"][seat] = integer(f"scores[{seat}]", points, 0, 10_000)

    def read_choices(self) -> None:
        state, position = self.state, self.position
        everybody = [] if state["over"] else list(range(self.num_players))
        state["choice"][:] = NONE
        for seat in sequence("undecided", position.get("undecided", everybody)):
            state["undecided"][integer("undecided", seat, 0, self.num_players - 1)] = 1
        choices = position.get("choices", {})
        if not isinstance(choices, Mapping):
            raise PositionError(f"choices is {choices!r}, expected a table of seat to row number")
        undecided = [str(seat) for seat in np.flatnonzero(state["undecided"])]
        for seat, row in choices.items():
            where = f"choices[{seat!r}]"
            choice(where, seat, undecided)
            number = integer(where, row, 1, self.num_rows)
            if state["row_size"][number - 1] == 0:
                raise PositionError(f"{where} is row {number}, which holds no card")
            state["choice"][int(seat)] = number - 1
        self._read_player()

    def _read_player(self) -> None:
        state = self.state
        if state["over"]:
            state["player"] = integer(
                "player", self.position.get("player", 0), 0, self.num_players - 1
            )
            return
        asked = np.flatnonzero((state["undecided"] == 1) & (state["choice"] == NONE))
        if not len(asked):
            raise PositionError("undecided: the game is not over, but no seat has still to choose")
        player = self.position.get("player", int(asked[0]))
        state["player"] = choice("player", player, [int(seat) for seat in asked])

    def check_copies(self) -> None:
        state = self.state
        everywhere = state["collections"].sum(0) + state["box"]
        placed = [*state["rows"][state["rows"] != NONE], *state["pile"][: state["pile_size"]]]
        everywhere = everywhere + np.bincount(placed, minlength=len(self.kinds))
        for kind, count in zip(self.kinds, everywhere, strict=True):
            if count > kind.copies:
                raise PositionError(
                    f"card {kind.name!r} is there {count} times in rows, collections, pile and "
                    f"box together, but has {kind.copies} copies"
                )

    def _kinds(self, where: str, cards: Any) -> list[int]:
        return [self._kind(where, name) for name in sequence(where, cards)]

    def _kind(self, where: str, name: Any) -> int:
        return self.index[choice(where, name, list(self.index))]

    def _count(self, where: str, value: Any, out: np.ndarray) -> None:
        copies = {kind.name: kind.copies for kind in self.kinds}
        for name, count in counts(where, value, copies).items():
            out[self.index[name]] = count
