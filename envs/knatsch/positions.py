"""Written positions: conversion of the record to rulebook terms and back."""

from collections.abc import Callable, Mapping, Sequence
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
    integer,
    named_pile,
    sequence,
)
from hofspiele.envs.knatsch.actions import NONE
from hofspiele.envs.knatsch.cards import (
    CASTLES_GUARDED,
    can_be_guarded,
    count_unseen,
    give_action_card,
    give_castle,
)
from hofspiele.envs.knatsch.components import (
    ACTION,
    ACTION_GUARD,
    ACTION_KINDS,
    CASTLE,
    CASTLE_GUARD,
    NUM_PILES,
    PROTECTION,
    TOURNAMENT_NAME,
    Components,
)
from hofspiele.envs.knatsch.legality import most_burials
from hofspiele.envs.knatsch.scoring import CASTLES_TO_CHALLENGE, reaches_goal
from hofspiele.envs.knatsch.state import (
    GUARD_ACTION,
    GUARD_CASTLES,
    KING,
    LOSE_CASTLE,
    STEPS,
    TARGET,
)
from hofspiele.envs.knatsch.written_attempts import DEFENCE_NAME, AttemptReader, write_attempt

# Ends of messages that say why a seat can't be at a step.
_STEP_LACKS = {
    LOSE_CASTLE: "does not have three castles, or has the protection card",
    GUARD_CASTLES: "lacks a castle guard or a third castle",
    GUARD_ACTION: "has no action guard, or fewer than two cards to guard",
}


def write_fields(components: Components, num_players: int, state: np.record) -> dict[str, Any]:
    """Return the fields of the written position."""
    seats = range(num_players)
    names = components.card_names

    def owned(cards: np.ndarray) -> list[str]:
        return [names[card] for card in cards if card != NONE]

    def guarded(seat: int) -> list[str]:
        marks = zip(components.colours, state["castle_guarded"][seat], strict=True)
        return [colour for colour, mark in marks if mark]

    return {
        "player": int(state["player"]),
        "active": int(state["active"]),
        "over": bool(state["over"]),
        "turn": int(state["turn"]),
        "castles": [owned(state["castle"][seat]) for seat in seats],
        "actions": [owned(state["action_card"][seat]) for seat in seats],
        "tournaments": [int(state["tournaments"][seat]) for seat in seats],
        "guarded_castles": [guarded(seat) for seat in seats],
        "guarded_action": [
            None if kind == NONE else ACTION_KINDS[kind]
            for kind in state["action_guarded"][:num_players]
        ],
        "piles": [
            named_pile(names, cards, size)
            for cards, size in zip(state["pile"], state["pile_size"], strict=True)
        ],
        "buried": int(state["buried"]),
        "step": STEPS[state["turn_step"]],
        "attempt": write_attempt(components, state),
    }


def read_fields(
    components: Components, params: np.record, reader: PositionReader, state: np.record
) -> None:
    """Fill the empty position `state`; raise EntryError if an entry is wrong."""
    fields = _Fields(components, params, reader, state)
    fields.read_cards()
    fields.read_guards()
    fields.read_progress()
    fields.read_seats()
    fields.check_step()
    AttemptReader(components, params, state).read(reader.position.get("attempt"))
    fields.read_winner()


class _Fields:
    def __init__(
        self, components: Components, params: np.record, reader: PositionReader, state: np.record
    ):
        self.components = components
        self.params = params
        self.reader = reader
        self.state = state
        self.num_players = reader.num_players
        self.names = components.card_names

    def read_cards(self) -> None:
        self._read_owned("castles", CASTLE, self.state["castle"], give_castle)
        self._read_owned("actions", ACTION, self.state["action_card"], give_action_card)
        most = self.components.tournaments
        self.reader.integers_by_seat("tournaments", most, self.state["tournaments"])
        for pile, cards in enumerate(self.reader.sequence("piles", NUM_PILES)):
            out = self.state["pile"][pile]
            self.state["pile_size"][pile] = fill_pile(f"piles[{pile}]", cards, self.names, out)
        self._check_copies()
        count_unseen(self.state)

    def _read_owned(
        self, field: str, kind: int, owned: np.ndarray, give: Callable[..., None]
    ) -> None:
        """Read the castles or action cards of all seats, at most one of each colour or kind."""
        allowed = [card.name for card in self.components.cards if card.kind == kind]
        for seat, where, cards in self.reader.by_seat(field):
            for name in sequence(where, cards):
                card = self.names.index(choice(where, name, allowed))
                before = owned[seat, self.params["card_of"][card]]
                if before != NONE:
                    raise EntryError(
                        f"{where} has {self.names[before]!r} and {self.names[card]!r}, "
                        f"expected at most one {self.components.cards[card].of}"
                    )
                give(self.params, self.state, seat, card)

    def _check_copies(self) -> None:
        state = self.state
        places = (state["castle"], state["action_card"], state["pile"])
        cards = np.concatenate([place[place != NONE] for place in places])
        counts = np.bincount(cards, minlength=len(self.names))
        counts[self.params["tournament_card"]] += state["tournaments"].sum()
        everywhere = "castles, actions, tournaments and piles"
        check_copies(self.names, counts, self.params["copies"], everywhere)

    def read_guards(self) -> None:
        state, colours = self.state, self.components.colours
        for seat, where, names in self.reader.by_seat("guarded_castles"):
            at_most(where, len(sequence(where, names)), CASTLES_GUARDED)
            for name in names:
                self._require_guard(CASTLE_GUARD, seat, where, names)
                owned = _owned(colours, state["castle"][seat])
                state["castle_guarded"][seat, colours.index(choice(where, name, owned))] = 1
        for seat, where, kind in self.reader.by_seat("guarded_action"):
            if kind is not None:
                self._require_guard(ACTION_GUARD, seat, where, kind)
                owned = _owned(ACTION_KINDS, state["action_card"][seat])
                owned.remove(ACTION_KINDS[ACTION_GUARD])
                state["action_guarded"][seat] = ACTION_KINDS.index(choice(where, kind, owned))

    def _require_guard(self, guard: int, seat: int, where: str, guarded: Any) -> None:
        if self.state["action_card"][seat, guard] == NONE:
            raise EntryError(
                f"{where} is {shown(guarded)}, but seat {seat} has no {ACTION_KINDS[guard]}"
            )

    def read_progress(self) -> None:
        state, reader = self.state, self.reader
        state["over"] = reader.flag("over")
        turns = int(self.params["max_turns"]) - (not state["over"])
        state["turn"] = reader.integer("turn", 0, turns)
        state["buried"] = reader.integer("buried", 0, most_burials(state))
        state["turn_step"] = reader.choice("step", STEPS)

    def read_seats(self) -> None:
        """Read the deciding and the active seat; a missing seat is derived from other fields."""
        position, seats = self.reader.position, self.num_players - 1
        attempt = position.get("attempt")
        attempt = attempt if isinstance(attempt, Mapping) else {}
        if "by" in attempt:
            integer("attempt['by']", attempt["by"], 0, seats)
        others_throw = attempt.get("target") in (DEFENCE_NAME, TOURNAMENT_NAME)
        player = position.get("player", attempt.get("by", position.get("active", 0)))
        active = position.get("active", 0 if others_throw else player)
        self.state["player"] = integer("player", player, 0, seats)
        self.state["active"] = integer("active", active, 0, seats)
        if player != active and not (others_throw or self.state["over"]):
            raise EntryError(
                f"player is {player}, but active is {active}: the active seat decides, except in a "
                "defence or a tournament"
            )

    def check_step(self) -> None:
        """Raise EntryError if the step contradicts `over` or the cards of the active seat."""
        state, seat = self.state, int(self.state["active"])
        step = int(state["turn_step"])
        if state["over"] and step != TARGET:
            raise EntryError(f"step is {STEPS[step]!r}, but over is true: expected 'target'")
        castles, cards = state["num_castles"][seat], state["action_card"][seat]
        guardable = sum(can_be_guarded(state, seat, kind) for kind in range(len(ACTION_KINDS)))
        possible = {
            LOSE_CASTLE: castles == CASTLES_TO_CHALLENGE and cards[PROTECTION] == NONE,
            GUARD_CASTLES: castles > CASTLES_GUARDED and cards[CASTLE_GUARD] != NONE,
            GUARD_ACTION: guardable > 1,
        }
        if not possible.get(step, True):
            raise EntryError(f"step is {STEPS[step]!r}, but seat {seat} {_STEP_LACKS[step]}")

    def read_winner(self) -> None:
        """Set the winner; raise EntryError if several seats won, or one won but `over` is false."""
        state = self.state
        beat_king = int(state["player"]) if state["target"] == KING and state["over"] else NONE
        seats = range(self.num_players)
        winners = [seat for seat in seats if seat == beat_king or reaches_goal(state, seat)]
        if winners and not state["over"]:
            raise EntryError(f"over is false, but seat {winners[0]} has reached a goal")
        if len(winners) > 1:
            raise EntryError(
                f"castles: seats {', '.join(map(str, winners))} have reached goals, "
                "expected at most one seat"
            )
        if winners:
            state["winner"] = winners[0]


def _owned(names: Sequence[str], cards: np.ndarray) -> list[str]:
    return [name for name, card in zip(names, cards, strict=True) if card != NONE]
