"""The attempt in written positions: conversion to rulebook terms and back."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import numpy as np

from hofspiele.envs.core.checks import is_integer, shown
from hofspiele.envs.core.text.written import EntryError, check_fields, choice, integer, sequence
from hofspiele.envs.knatsch.actions import NAMING, NONE, pile_name
from hofspiele.envs.knatsch.attempts import name_target, result, result_to_beat, throws_allowed
from hofspiele.envs.knatsch.components import (
    ACTION,
    ACTION_KINDS,
    CASTLE,
    NUM_PILES,
    TOURNAMENT,
    TOURNAMENT_NAME,
    Components,
    called,
)
from hofspiele.envs.knatsch.dice import (
    NUM_DICE,
    NUM_FACES,
    dice_set_of,
    faces_of,
    parts_of,
    result_of,
)
from hofspiele.envs.knatsch.legality import legal
from hofspiele.envs.knatsch.state import ANY_RESULT, DEFENCE, DICE, KING, NO_TARGET, PILE, TARGET

KING_NAME, DEFENCE_NAME = "king", "defence"
_FIELDS = ("by", "target", "dice", "throws_left", "beat", "pile", "leader", "castle")
# The fields of the record that hold the target.
_TARGET_FIELDS = ("target", "target_pile", "target_owner", "target_of")
_NEEDED = ("target", "dice", "throws_left")


def owned_name(suit: str, seat: int) -> str:
    """Return the name of a castle or action card of a seat as a target of attempts."""
    return f"{called(suit)} of {seat}"


def write_attempt(components: Components, state: np.record) -> dict[str, Any] | None:
    """Return the attempt as a dict of JSON-serialisable values, or None without an attempt."""
    target = int(state["target"])
    if target == NO_TARGET:
        return None
    beat = int(state["beat"])
    attempt = {
        "by": int(state["player"]),
        "target": _target_name(components, state),
        "dice": faces_of(state["dice"]),
        "throws_left": int(state["throws_left"]),
        "beat": None if beat == ANY_RESULT else _parts(beat),
    }
    if target == TOURNAMENT:
        leader = int(state["leader"])
        attempt["pile"] = int(state["target_pile"]) + 1
        attempt["leader"] = None if leader == NONE else leader
    elif target == DEFENCE:
        attempt["castle"] = components.colours[state["target_of"]]
    return attempt


def _target_name(components: Components, state: np.record) -> str:
    target, of, owner = state["target"], state["target_of"], int(state["target_owner"])
    if target == PILE:
        return pile_name(int(state["target_pile"]))
    if target == CASTLE:
        return owned_name(components.colours[of], owner)
    if target == ACTION:
        return owned_name(ACTION_KINDS[of], owner)
    return {KING: KING_NAME, DEFENCE: DEFENCE_NAME, TOURNAMENT: TOURNAMENT_NAME}[int(target)]


def _parts(beat: int) -> list[int]:
    return [int(part) for part in parts_of(beat)]


class AttemptReader:
    """A reader that fills a record with an attempt and checks it against the other fields."""

    def __init__(self, components: Components, params: np.record, state: np.record):
        self.components = components
        self.params = params
        self.state = state
        self.player = int(state["player"])
        self.active = int(state["active"])
        self.attempt: Mapping[str, Any] = {}

    def read(self, attempt: Any) -> None:
        """Fill the fields of the attempt; raise EntryError if an entry is wrong."""
        throws = self.state["turn_step"] == DICE and not self.state["over"]
        if attempt is None:
            if throws:
                raise EntryError("attempt is null, but step is 'dice': expected an attempt")
            return
        self._check_fields(attempt)
        self.attempt = attempt
        if throws:
            self._read_target()
        else:
            self._read_past_target()
        self._read_dice()
        self._read_throws_left(throws=throws)
        self._read_beat(throws=throws)
        self._check_other_fields()
        if not throws and result(self.params, self.state) <= self.state["beat"]:
            raise EntryError(
                f"attempt['dice'] is {shown(attempt['dice'])}, but this attempt is over and "
                f"has won: expected a result above {_parts(self.state['beat'])}"
            )

    def _check_fields(self, attempt: Any) -> None:
        if not isinstance(attempt, Mapping):
            raise EntryError(f"attempt is {shown(attempt)}, expected a mapping of fields, or null")
        check_fields("attempt: ", attempt, _FIELDS)
        for name in _NEEDED:
            if name not in attempt:
                raise EntryError(f"attempt[{name!r}] is missing")

    # --- the target ----------------------------------------------------------------------------

    def _read_target(self) -> None:
        name, possible = self.attempt["target"], self._possible_targets()
        if not isinstance(name, str) or name not in possible:
            raise EntryError(
                f"attempt['target'] is {shown(name)}, but seat {self.active} may not name it; "
                f"expected one of: {', '.join(possible)}"
            )
        found = possible[name]
        if name == TOURNAMENT_NAME:
            piles = [int(named["target_pile"]) + 1 for named in found]
            pile = choice("attempt['pile']", self.attempt.get("pile", piles[0]), piles)
            found = [found[piles.index(pile)]]
        elif name == DEFENCE_NAME:
            castles = [self.components.colours[named["target_of"]] for named in found]
            default = castles[0] if len(castles) == 1 else None
            castle = choice("attempt['castle']", self.attempt.get("castle", default), castles)
            found = [found[castles.index(castle)]]
        for field in _TARGET_FIELDS:
            self.state[field] = found[0][field]

    def _possible_targets(self) -> dict[str, list[np.record]]:
        """Return the positions after each target that the active seat may have named, by name."""
        before = self.state.copy()
        before["player"], before["turn_step"] = self.active, TARGET
        mask = np.zeros(self.params["num_actions"], bool)
        legal(self.params, before, mask)
        found: dict[str, list[np.record]] = defaultdict(list)
        for action in np.flatnonzero(mask & np.isin(self.params["action_kind"], NAMING)):
            named = before.copy()
            name_target(self.params, named, action)
            found[_target_name(self.components, named)].append(named)
            if named["target"] == CASTLE and named["target_owner"] == self.player:
                defended = named.copy()
                defended["target"] = DEFENCE
                found[DEFENCE_NAME].append(defended)
        return found

    def _read_past_target(self) -> None:
        """Read the target of an attempt that beat the king or won an action card from a pile."""
        state, name = self.state, self.attempt["target"]
        piles = [pile_name(pile) for pile in range(NUM_PILES)]
        has_card = (state["action_card"][self.player] != NONE).any()
        if state["over"] and name == KING_NAME:
            state["target"] = KING
        elif not state["over"] and state["turn_step"] == TARGET and has_card and name in piles:
            state["target"], state["target_pile"] = PILE, piles.index(name)
        else:
            raise EntryError(
                f"attempt at {shown(name)} is given, expected null: a finished attempt is kept "
                "only after beating the king (over is true) or winning an action card from a pile "
                "(step is 'target')"
            )

    # --- the throws ----------------------------------------------------------------------------

    def _read_dice(self) -> None:
        dice = sequence("attempt['dice']", self.attempt["dice"])
        if len(dice) != NUM_DICE:
            raise EntryError(f"attempt['dice'] has {len(dice)} entries, expected {NUM_DICE}")
        faces = [integer("attempt['dice']", face, 1, NUM_FACES) for face in dice]
        self.state["dice"] = dice_set_of(faces)

    def _read_throws_left(self, *, throws: bool) -> None:
        """Read the throws left: one was already made, and step 'dice' needs at least one more."""
        left = self.attempt["throws_left"]
        most = int(throws_allowed(self.state, self.player, self.state["target"], self.active)) - 1
        self.state["throws_left"] = integer("attempt['throws_left']", left, int(throws), most)

    def _read_beat(self, *, throws: bool) -> None:
        target = self.state["target"]
        if target == TOURNAMENT:
            if self.player != self.active:  # The organiser throws first and has no result to beat.
                self._read_result()
                self._read_leader()
        elif target == DEFENCE:
            self._read_result()
            card = self.state["castle"][self.player, self.state["target_of"]]
            castle = self.params["beats"][card]
            if self.state["beat"] <= castle:
                raise EntryError(
                    f"attempt['beat'] is {shown(self.attempt['beat'])}, but the attacker must have "
                    f"beaten {_parts(castle)}"
                )
        elif throws or target == KING:
            self.state["beat"] = result_to_beat(self.params, self.state)
        else:
            # The card with the result to beat is no longer on its pile.
            self._read_result()

    def _read_result(self) -> None:
        """Read a result to beat that does not follow from the target."""
        beat = self.attempt.get("beat")
        results = [_parts(result) for result in np.flatnonzero(self.params["is_result"]).tolist()]
        if beat not in results or not all(map(is_integer, beat)):
            raise EntryError(
                f"attempt['beat'] is {shown(beat)}, expected a result: "
                "[equal dice, face, extra die]"
            )
        self.state["beat"] = result_of(*beat)

    def _read_leader(self) -> None:
        seats = int(self.params["num_players"])
        throws_before = (self.player - self.active) % seats
        before = [(self.active + offset) % seats for offset in range(throws_before)]
        leader = self.attempt.get("leader", self.active)
        self.state["leader"] = choice("attempt['leader']", leader, before)

    def _check_other_fields(self) -> None:
        written = write_attempt(self.components, self.state) or {}
        written["dice"] = self.attempt["dice"]  # The dice may be given in any order.
        for name, value in self.attempt.items():
            if value != written.get(name):
                raise EntryError(
                    f"attempt[{name!r}] is {shown(value)}, expected {shown(written.get(name))}, "
                    f"because player is {self.player} and the target is {self.attempt['target']!r}"
                )
