"""The targets that actions point at (piles, the king, cards, dice), and why a target is illegal."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from hofspiele.envs.knatsch import actions
from hofspiele.envs.knatsch.actions import Action, pile_name, suit_named, under_pile_name
from hofspiele.envs.knatsch.cards import top_card
from hofspiele.envs.knatsch.components import (
    ACTION_GUARD,
    ACTION_KINDS,
    NUM_PILES,
    TOURNAMENT_NAME,
    Components,
    called,
    suit_of,
)
from hofspiele.envs.knatsch.dice import NUM_DICE
from hofspiele.envs.knatsch.legality import may_lose_castle
from hofspiele.envs.knatsch.scoring import CASTLES_TO_CHALLENGE
from hofspiele.envs.knatsch.state import GUARD_ACTION, TARGET
from hofspiele.envs.knatsch.written_attempts import DEFENCE_NAME, KING_NAME, owned_name
from hofspiele.envs.pictures.canvas import numbered_name
from hofspiele.envs.pictures.scene import Names

THE_KING = "the king"


def die(face: int, number: int) -> str:
    """Return the name of a die on the table; `number` counts dice with the same face from 0."""
    return numbered_name(f"die {face}", number)


def target_of(position: Mapping[str, Any]) -> str:
    """Return the name of the target of the current throws, or '' between attempts."""
    attempt = position["attempt"]
    if attempt is None or position["step"] != "dice":
        return ""
    if attempt["target"] == DEFENCE_NAME:
        return owned_name(attempt["castle"], attempt["by"])
    if attempt["target"] == TOURNAMENT_NAME:
        return pile_name(attempt["pile"] - 1)
    return THE_KING if attempt["target"] == KING_NAME else attempt["target"]


def targets_of(components: Components, position: Mapping[str, Any], action: Action) -> list[str]:
    """Return the names of the targets that an action of the deciding player points at."""
    kind, subject, player = action.kind, action.subject, position["player"]
    if kind in (actions.BURY, actions.TARGET_PILE):
        return [under_pile_name(subject) if kind == actions.BURY else pile_name(subject)]
    if kind == actions.CHALLENGE:
        return [THE_KING]
    if kind == actions.KEEP:
        dice = position["attempt"]["dice"]
        kept = [number for number in range(NUM_DICE) if subject >> number & 1]
        return [die(dice[number], dice[:number].count(dice[number])) for number in kept]
    if kind == actions.PASS:
        return []
    attacks = kind in (actions.TARGET_CASTLE, actions.TARGET_ACTION)
    owner = (player + action.place * attacks) % position["num_players"]
    card = owned_name(suit_named(components, action), owner)
    return [card, under_pile_name(action.place)] if kind == actions.LOSE else [card]


def cards_of(position: Mapping[str, Any], seat: int) -> Iterator[tuple[str, bool, str]]:
    """Yield each castle and action card of a seat, whether it is guarded, and its target name."""
    for card in position["castles"][seat]:
        colour = suit_of(card)
        yield card, colour in position["guarded_castles"][seat], owned_name(colour, seat)
    for card in position["actions"][seat]:
        kind = suit_of(card)
        yield card, kind == position["guarded_action"][seat], owned_name(kind, seat)


# --- why no legal action points at a target ----------------------------------------------------


def why_no_action(
    components: Components, params: np.record, state: np.record, target: str, names: Names
) -> str:
    """Return why the deciding player can't choose a target, or '' if the prompt says enough."""
    player = int(state["player"])
    if state["turn_step"] == GUARD_ACTION:
        itself = target == owned_name(ACTION_KINDS[ACTION_GUARD], player)
        return "the action guard can't protect itself" if itself else ""
    if state["turn_step"] != TARGET:
        return ""
    if target == THE_KING:
        castles = state["num_castles"][player]
        if castles == CASTLES_TO_CHALLENGE:
            return "the king can only be challenged at the start of a turn"
        needed = f"exactly {CASTLES_TO_CHALLENGE} castles to challenge the king"
        return f"you need {needed}; you have {castles}"
    for pile in range(NUM_PILES):
        if target in (pile_name(pile), under_pile_name(pile)):
            return _why_not_pile(components, state, pile, buries=target == under_pile_name(pile))
    card, _, owner = target.rpartition(" of ")
    return _why_not_card(components, params, state, card, int(owner), names) if card else ""


def _why_not_pile(components: Components, state: np.record, pile: int, *, buries: bool) -> str:
    cards = state["pile_size"][pile]
    if cards == 0:
        return f"{pile_name(pile)} is empty"
    if not buries:
        return f"you already own {called(components.cards[top_card(state, pile)].of)}"
    if cards == 1:
        return f"{pile_name(pile)} has only one card, so burying it would change nothing"
    return "no more cards may be buried this turn"


def _why_not_card(
    components: Components, params: np.record, state: np.record, card: str, owner: int, names: Names
) -> str:
    """Return why a card of a seat, such as "castle red" or "catapult", can't be attacked."""
    if owner == state["player"]:
        return f"{card} is yours"
    if card in ACTION_KINDS:
        guarded = state["action_guarded"][owner] == ACTION_KINDS.index(card)
    elif may_lose_castle(params, state, owner):
        colour = components.colours.index(card.removeprefix("castle "))
        guarded = state["castle_guarded"][owner, colour]
    elif params["num_players"] == 2:
        return "with two players castles can only be attacked if their owner has at least three"
    else:
        return f"{card} is {names.of(owner)}'s only castle"
    return f"a guard protects {card} of {names.of(owner)}" if guarded else f"you already own {card}"
