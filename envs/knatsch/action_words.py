"""Actions in words, for buttons, for reviews and for sentences about the past."""

from collections.abc import Mapping, Sequence
from typing import Any

from hofspiele.envs.knatsch import actions
from hofspiele.envs.knatsch.actions import Action, dice_in_words, pile_name
from hofspiele.envs.knatsch.components import (
    ACTION_KINDS,
    TOURNAMENT_NAME,
    Components,
    suit_of,
)
from hofspiele.envs.knatsch.dice import NUM_DICE
from hofspiele.envs.knatsch.drawing import describe_result
from hofspiele.envs.knatsch.target_words import needs, treason_helps
from hofspiele.envs.pictures.names import Names


def action_in_words(
    components: Components, position: Mapping[str, Any], action: Action, names: Names
) -> tuple[str, str]:
    """Return an action of the deciding player in two phrases: as a choice, and as a past event.

    `position` is the visible part of the position before the action.
    """
    kind, subject = action.kind, action.subject
    if kind == actions.KEEP:
        return _keeping(position["attempt"]["dice"], subject)
    if kind in (actions.BURY, actions.TARGET_PILE):
        pile, top = pile_name(subject), position["piles"][subject]["top"]
        if kind == actions.BURY:
            return f"bury {suit_of(top)} under {pile}", f"buried the top card of {pile}"
        if top == TOURNAMENT_NAME:
            return f"start the tournament on {pile}", f"started the tournament on {pile}"
        card = f"for {suit_of(top)} on {pile}"
        treason = treason_helps(components, position, top)
        return f"throw {card} ({needs(components, top, treason=treason)})", f"threw {card}"
    if kind in (actions.TARGET_CASTLE, actions.TARGET_ACTION):
        owner = (position["player"] + action.place) % position["num_players"]
        castle = kind == actions.TARGET_CASTLE
        suit = components.colours[subject] if castle else ACTION_KINDS[subject]
        cards = position["castles" if castle else "actions"][owner]
        card = next(card for card in cards if suit_of(card) == suit)
        target = f"{'castle ' * castle}{suit} of {names.of(owner)}"
        return f"attack {target} ({needs(components, card)})", f"attacked {target}"
    if kind == actions.CHALLENGE:
        king = describe_result(*components.king)
        return f"challenge the king ({king} to beat)", "challenged the king"
    if kind == actions.LOSE:
        loss = f"put castle {components.colours[subject]} under {pile_name(action.place)}"
        return loss, loss
    if kind == actions.LEAVE:
        unguarded = f"castle {components.colours[subject]} unguarded"
        return f"leave {unguarded}", f"left {unguarded}"
    if kind == actions.GUARD:
        return action.name, f"guarded {ACTION_KINDS[subject]}"
    return action.name, "passed"


def _keeping(dice: Sequence[int], mask: int) -> tuple[str, str]:
    """Return both phrases of `action_in_words` for keeping the `dice` that `mask` selects."""
    kept = [str(dice[number]) for number in range(NUM_DICE) if mask >> number & 1]
    if len(kept) == NUM_DICE:
        return "keep all dice", "stopped throwing"
    again = f"{dice_in_words(NUM_DICE - len(kept))} again"
    keeping = f"keep {', '.join(kept)} and " if kept else ""
    return f"{keeping}throw {again}", f"threw {again}"
