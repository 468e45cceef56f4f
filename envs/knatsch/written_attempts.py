"""The attempt of a written position: conversion to words and back."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hofspiele.envs.core.checks import is_integer, shown
from hofspiele.envs.core.suggest import nearest
from hofspiele.envs.core.written import PositionError, choice, integer, sequence
from hofspiele.envs.knatsch.actions import NONE, pile_name
from hofspiele.envs.knatsch.attempts import result, result_to_beat, throws_allowed
from hofspiele.envs.knatsch.cards import top_card
from hofspiele.envs.knatsch.components import (
    ACTION,
    ACTION_KINDS,
    CASTLE,
    NUM_PILES,
    TOURNAMENT,
    TOURNAMENT_NAME,
    Components,
)
from hofspiele.envs.knatsch.dice import (
    DICE_CARDS,
    NUM_DICE,
    NUM_FACES,
    dice_set_of,
    faces_of,
    parts_of,
    result_of,
)
from hofspiele.envs.knatsch.legality import (
    may_attack_action_card,
    may_attack_castle,
    may_challenge,
    may_lose_castle,
    may_win_top,
)
from hofspiele.envs.knatsch.state import ANY_RESULT, DEFENCE, DICE, KING, NO_TARGET, PILE, TARGET

KING_NAME, DEFENCE_NAME = "king", "defence"
_FIELDS = ("by", "target", "dice", "throws_left", "beat", "pile", "leader", "castle")
_NEEDED = ("target", "dice", "throws_left")
_TARGET_FIELDS = ("target", "target_pile", "target_owner", "target_of")
# Fields that only one target has.
_ONLY_FOR = {"pile": TOURNAMENT_NAME, "leader": TOURNAMENT_NAME, "castle": DEFENCE_NAME}


def castle_name(colour: str, seat: int) -> str:
    """Return the name of a castle of a seat in written positions."""
    return f"castle {colour} of {seat}"


def action_card_name(kind: str, seat: int) -> str:
    """Return the name of an action card of a seat in written positions."""
    return f"{kind} of {seat}"


def write_attempt(components: Components, state: np.record) -> dict[str, Any] | None:
    """Return the attempt as a JSON-ready dict, or None."""
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
        return castle_name(components.colours[of], owner)
    if target == ACTION:
        return action_card_name(ACTION_KINDS[of], owner)
    return {KING: KING_NAME, DEFENCE: DEFENCE_NAME, TOURNAMENT: TOURNAMENT_NAME}[int(target)]


def _parts(beat: int) -> list[int]:
    return [int(part) for part in parts_of(beat)]


class AttemptReader:
    """A reader that adds an attempt to a record and checks it against the record's other fields."""

    def __init__(self, components: Components, params: np.record, state: np.record):
        self.components = components
        self.params = params
        self.state = state
        self.player = int(state["player"])
        self.active = int(state["active"])
        self.attempt: Mapping[str, Any] = {}

    def read(self, attempt: Any) -> None:
        """Fill the fields of the attempt; raise PositionError if an entry is wrong."""
        throws = self.state["turn_step"] == DICE and not self.state["over"]
        if attempt is None:
            if throws:
                raise PositionError("attempt is null, but step is 'dice': expected an attempt")
            return
        self._check_fields(attempt)
        self.attempt = attempt
        self._read_target(throws=throws)
        self._read_dice()
        self._read_throws_left(throws=throws)
        if throws:
            self._read_beat()
        else:
            self._read_past()

    def _check_fields(self, attempt: Any) -> None:
        if not isinstance(attempt, Mapping):
            raise PositionError(
                f"attempt is {shown(attempt)}, expected a mapping of fields, or null"
            )
        for name in attempt:
            if name not in _FIELDS:
                raise PositionError(
                    f"attempt: unknown field {shown(name)}{nearest(name, _FIELDS)}; "
                    f"fields: {', '.join(_FIELDS)}"
                )
        for name in _NEEDED:
            if name not in attempt:
                raise PositionError(f"attempt[{name!r}] is missing")
        for name in attempt:
            if attempt["target"] != _ONLY_FOR.get(name, attempt["target"]):
                raise PositionError(f"attempt[{name!r}] is only for the target {_ONLY_FOR[name]!r}")
        if attempt.get("by", self.player) != self.player:
            raise PositionError(
                f"attempt['by'] is {shown(attempt['by'])}, expected the deciding "
                f"player {self.player}"
            )

    # --- the target ----------------------------------------------------------------------------

    def _read_target(self, *, throws: bool) -> None:
        name = self.attempt["target"]
        named = self._named_targets()
        if not isinstance(name, str) or name not in named:
            raise PositionError(
                f"attempt['target'] is {shown(name)}, expected 'pile 1', 'pile 2', 'castle … of …' "
                "with colour and seat, '… of …' with kind and seat, 'king', 'defence' or "
                "'tournament'"
            )
        if throws and not self._may_be_named(*named[name]):
            raise PositionError(
                f"attempt['target'] is {name!r}, but seat {self.active} may not name it"
            )
        for field, value in zip(_TARGET_FIELDS, named[name], strict=True):
            self.state[field] = value
        if throws and name == TOURNAMENT_NAME:
            self.state["target_pile"] = self._tournament_pile()
        elif throws and name == DEFENCE_NAME:
            self.state["target_owner"] = self.player
            self.state["target_of"] = self._defended_colour()

    def _named_targets(self) -> dict[str, tuple[int, int, int, int]]:
        """Return the values of `_TARGET_FIELDS` by the name of the target."""
        named = {
            KING_NAME: (KING, NONE, NONE, NONE),
            DEFENCE_NAME: (DEFENCE, NONE, NONE, NONE),
            TOURNAMENT_NAME: (TOURNAMENT, NONE, NONE, NONE),
        }
        for pile in range(NUM_PILES):
            named[pile_name(pile)] = (PILE, pile, NONE, NONE)
        for seat in range(int(self.params["num_players"])):
            for of, colour in enumerate(self.components.colours):
                named[castle_name(colour, seat)] = (CASTLE, NONE, seat, of)
            for of, kind in enumerate(ACTION_KINDS):
                named[action_card_name(kind, seat)] = (ACTION, NONE, seat, of)
        return named

    def _may_be_named(self, target: int, pile: int, owner: int, of: int) -> bool:
        state = self.state
        if target == PILE:
            may_be_won = may_win_top(self.params, state, self.active, pile)
            return bool(may_be_won) and not self._announces_tournament(pile)
        if target == CASTLE:
            return self._may_attack_castle(owner, of)
        if target == ACTION:
            return owner != self.active and bool(
                may_attack_action_card(state, self.active, owner, of)
            )
        if target == KING:
            return bool(may_challenge(state))
        return True  # Defences and tournaments are checked by the fields that only they have.

    def _may_attack_castle(self, owner: int, colour: int) -> bool:
        if owner == self.active or not may_lose_castle(self.params, self.state, owner):
            return False
        return bool(may_attack_castle(self.state, self.active, owner, colour))

    def _announces_tournament(self, pile: int) -> bool:
        if self.state["pile_size"][pile] == 0:
            return False
        return bool(top_card(self.state, pile) == self.params["tournament_card"])

    def _tournament_pile(self) -> int:
        piles = [pile + 1 for pile in range(NUM_PILES) if self._announces_tournament(pile)]
        if not piles:
            raise PositionError("attempt['target'] is 'tournament', but none is on top of a pile")
        pile = integer("attempt['pile']", self.attempt.get("pile", piles[0]), 1, NUM_PILES)
        return choice("attempt['pile']", pile, piles) - 1

    def _defended_colour(self) -> int:
        names = self.components.colours
        castles = [
            name
            for colour, name in enumerate(names)
            if self._may_attack_castle(self.player, colour)
        ]
        if not castles:
            raise PositionError(
                f"attempt['target'] is 'defence', but seat {self.active} may attack no castle of "
                f"seat {self.player}"
            )
        if "castle" not in self.attempt and len(castles) > 1:
            raise PositionError(
                f"attempt['castle'] is missing, expected one of: {', '.join(castles)}"
            )
        return names.index(
            choice("attempt['castle']", self.attempt.get("castle", castles[0]), castles)
        )

    # --- the throws ----------------------------------------------------------------------------

    def _read_dice(self) -> None:
        dice = sequence("attempt['dice']", self.attempt["dice"])
        if len(dice) != NUM_DICE:
            raise PositionError(f"attempt['dice'] has {len(dice)} entries, expected {NUM_DICE}")
        faces = [integer("attempt['dice']", face, 1, NUM_FACES) for face in dice]
        self.state["dice"] = dice_set_of(faces)

    def _read_throws_left(self, *, throws: bool) -> None:
        """Read the throws left.

        Step 'dice' needs at least one, and the first throw has already been made.
        """
        left = self.attempt["throws_left"]
        most = int(throws_allowed(self.state, self.player, self.state["target"], self.active)) - 1
        self.state["throws_left"] = integer("attempt['throws_left']", left, int(throws), most)

    def _read_beat(self) -> None:
        target = self.state["target"]
        if target == TOURNAMENT and self.player == self.active:
            self._check_organiser()
        elif target == TOURNAMENT:
            self._read_result()
            self._read_leader()
        elif target == DEFENCE:
            self._read_result()
            self._check_attack()
        else:
            self._derive_result()

    def _derive_result(self) -> None:
        """Set the result to beat from the target; if it is written, it must be the same."""
        self.state["beat"] = result_to_beat(self.params, self.state)
        parts = _parts(self.state["beat"])
        if self.attempt.get("beat", parts) != parts:
            raise PositionError(
                f"attempt['beat'] is {shown(self.attempt['beat'])}, but the target asks for {parts}"
            )

    def _read_result(self) -> None:
        """Read a result to beat that does not follow from the target."""
        beat: Any = self.attempt.get("beat")
        if not _is_result(beat):
            raise PositionError(
                f"attempt['beat'] is {shown(beat)}, expected a result: "
                "[equal dice, face, extra die]"
            )
        self.state["beat"] = result_of(*beat)

    def _check_organiser(self) -> None:
        for name in ("beat", "leader"):
            if self.attempt.get(name) is not None:
                raise PositionError(
                    f"attempt[{name!r}] is {shown(self.attempt[name])}, expected null: "
                    "the organiser of a tournament throws first"
                )

    def _read_leader(self) -> None:
        seats = int(self.params["num_players"])
        throws_before = (self.player - self.active) % seats
        before = [(self.active + offset) % seats for offset in range(throws_before)]
        leader = self.attempt.get("leader", self.active)
        leader = integer("attempt['leader']", leader, 0, seats - 1)
        self.state["leader"] = choice("attempt['leader']", leader, before)

    def _check_attack(self) -> None:
        castle = self.state["castle"][self.player, self.state["target_of"]]
        if self.state["beat"] <= self.params["beats"][castle]:
            raise PositionError(
                f"attempt['beat'] is {shown(self.attempt['beat'])}, but the attacker must have "
                f"beaten {_parts(self.params['beats'][castle])}"
            )

    # --- a finished attempt --------------------------------------------------------------------

    def _read_past(self) -> None:
        """Read an attempt that has beaten the king, or won an action card from a pile."""
        state = self.state
        if state["over"] and state["target"] == KING:
            self._derive_result()
        elif self._has_won_action_card():
            self._read_result()
        else:
            raise PositionError(
                f"attempt['target'] is {shown(self.attempt['target'])}, but expected null as "
                "attempt: a finished attempt only stays if it beat the king (then over is true) or "
                "won an action card from a pile (then step is 'target')"
            )
        if result(self.params, state) <= state["beat"]:
            raise PositionError(
                f"attempt['dice'] is {shown(self.attempt['dice'])}, but this attempt is over and "
                f"has won: expected a result above {_parts(state['beat'])}"
            )

    def _has_won_action_card(self) -> bool:
        state = self.state
        names_target = state["turn_step"] == TARGET and not state["over"]
        has_card = (state["action_card"][self.player] != NONE).any()
        return bool(names_target and state["target"] == PILE and has_card)


def _is_result(beat: Any) -> bool:
    """Return whether `beat` is a result: equal dice, their face and an extra die, or all 0."""
    if not isinstance(beat, Sequence) or len(beat) != 3:
        return False
    if not all(map(is_integer, beat)):
        return False
    equal, face, extra = beat
    if equal == 0:
        return face == extra == 0
    faces = range(1, DICE_CARDS + 1)
    return 1 <= equal <= NUM_DICE + 1 and face in faces and extra in (0, *faces) and extra != face
