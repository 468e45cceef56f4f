"""What actions point at: piles, the king, cards of players, dice on the table."""

from collections.abc import Mapping
from typing import Any

from hofspiele.envs.knatsch.actions import (
    BURY,
    CHALLENGE,
    GUARD,
    KEEP,
    LEAVE,
    LOSE,
    TARGET_ACTION,
    TARGET_CASTLE,
    TARGET_PILE,
    Action,
    pile_name,
)
from hofspiele.envs.knatsch.components import ACTION_KINDS, Components
from hofspiele.envs.knatsch.dice import NUM_DICE
from hofspiele.envs.knatsch.written_attempts import action_card_name, castle_name

THE_KING = "the king"


def under(pile: int) -> str:
    """The place below a pile, where cards are buried."""
    return f"under {pile_name(pile)}"


def die(number: int) -> str:
    """A die on the table; they are counted from 0, sorted upwards."""
    return f"die {number + 1}"


def marks(components: Components, position: Mapping[str, Any], action: Action) -> frozenset[str]:
    """The targets of an action of the player who decides in a written position."""
    return frozenset(_marks(components, position, action))


def _marks(components: Components, position: Mapping[str, Any], action: Action) -> list[str]:
    kind, subject, player = action.kind, action.subject, position["player"]
    if kind == BURY:
        return [under(subject)]
    if kind == TARGET_PILE:
        return [pile_name(subject)]
    if kind in (TARGET_CASTLE, TARGET_ACTION):
        owner = (player + action.place) % position["num_players"]
        if kind == TARGET_ACTION:
            return [action_card_name(ACTION_KINDS[subject], owner)]
        return [castle_name(components.colours[subject], owner)]
    if kind == CHALLENGE:
        return [THE_KING]
    if kind == KEEP:
        return [die(number) for number in range(NUM_DICE) if subject >> number & 1]
    if kind == LOSE:
        return [castle_name(components.colours[subject], player), under(action.place)]
    if kind == LEAVE:
        return [castle_name(components.colours[subject], player)]
    if kind == GUARD:
        return [action_card_name(ACTION_KINDS[subject], player)]
    return []
