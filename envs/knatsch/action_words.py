"""Actions in words, for buttons and for reviews."""

from collections.abc import Mapping, Sequence
from typing import Any

from hofspiele.envs.knatsch.actions import (
    BURY,
    CHALLENGE,
    KEEP,
    LEAVE,
    LOSE,
    TARGET_ACTION,
    TARGET_CASTLE,
    TARGET_PILE,
    Action,
    dice_in_words,
    pile_name,
)
from hofspiele.envs.knatsch.components import ACTION_KINDS, TOURNAMENT_NAME, Components, suit_of
from hofspiele.envs.knatsch.dice import NUM_DICE
from hofspiele.envs.knatsch.drawing import describe_result
from hofspiele.envs.knatsch.target_words import needs
from hofspiele.envs.pictures.names import Names


def describe_action(
    components: Components, position: Mapping[str, Any], action: Action, names: Names
) -> str:
    """Return an action of the deciding player in words, with the cards that it names."""
    kind, subject = action.kind, action.subject
    if kind == KEEP:
        return _keeping(position["attempt"]["dice"], subject)
    if kind in (BURY, TARGET_PILE):
        pile, top = pile_name(subject), position["piles"][subject]["top"]
        if kind == BURY:
            return f"bury {suit_of(top)} under {pile}"
        if top == TOURNAMENT_NAME:
            return f"start the tournament on {pile}"
        return f"throw for {suit_of(top)} on {pile} ({needs(components, top)})"
    if kind in (TARGET_CASTLE, TARGET_ACTION):
        owner = (position["player"] + action.place) % position["num_players"]
        castle = kind == TARGET_CASTLE
        suit = components.colours[subject] if castle else ACTION_KINDS[subject]
        cards = position["castles" if castle else "actions"][owner]
        card = next(card for card in cards if suit_of(card) == suit)
        called = f"castle {suit}" if castle else suit
        return f"attack {called} of {names.of(owner)} ({needs(components, card)})"
    if kind == CHALLENGE:
        return f"challenge the king (needs {describe_result(*components.king)})"
    if kind == LOSE:
        return f"put castle {components.colours[subject]} under {pile_name(action.place)}"
    if kind == LEAVE:
        return f"leave castle {components.colours[subject]} unguarded"
    return action.name


def _keeping(dice: Sequence[int], mask: int) -> str:
    """Return which dice a player keeps, by their faces."""
    kept = [str(dice[number]) for number in range(NUM_DICE) if mask >> number & 1]
    if len(kept) == NUM_DICE:
        return "keep all dice"
    again = f"throw {dice_in_words(NUM_DICE - len(kept))} again"
    return f"keep {', '.join(kept)} and {again}" if kept else again
