"""The cards and the options as arrays for kernels."""

from itertools import accumulate
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

from hofspiele.envs.core.state import record_of
from hofspiele.envs.knatsch import actions
from hofspiele.envs.knatsch.actions import NONE, Action, all_actions
from hofspiele.envs.knatsch.components import (
    ACTION,
    ACTION_KINDS,
    CASTLE,
    MAX_PLAYERS,
    NUM_KINDS,
    NUM_PILES,
    TOURNAMENT,
    TOURNAMENT_NAME,
    Components,
)
from hofspiele.envs.knatsch.dice import dice_lookups, result_of
from hofspiele.envs.knatsch.odds.chances import all_chances
from hofspiele.envs.knatsch.odds.sieges import siege_chances
from hofspiele.envs.knatsch.odds.targets import likely_beaten
from hofspiele.envs.knatsch.state import ANY_RESULT

# Params by options. Games with equal options share one record, which takes about 7 MB.
_in_use: WeakValueDictionary[tuple[str, int, int], np.ndarray] = WeakValueDictionary()


def build_params(components: Components, num_players: int, max_turns: int) -> np.ndarray:
    """Return an array of one record: the cards, the dice and the options as kernels read them.

    In addition to sizes and options, the record has these fields:

    - for each card: ``card_kind`` (CASTLE, ACTION or TOURNAMENT), ``card_of`` (colour or kind),
      ``copies`` (in the box), ``beats`` (the result to beat to win the card), ``suit`` (index in
      `Components.suits`), and ``card_strength``, the result scaled to (0, 1] (tournaments: 0);
      ``king_beats``, ``treason_beats`` and ``treason_strength`` are the same for king and treason;
    - ``first_castle``, the index of the first castle of each colour, then the number of castles;
      and ``tournament_card``, the index that all tournaments share;
    - for each action: ``action_kind``, ``action_subject`` and ``action_place``; and the indices of
      actions (``castle_action[offset of the seat, colour]``, …, ``first_keep`` + keep mask);
    - the fields of the dice (dice.py) and of the odds (chances.py, sieges.py and targets.py in
      ``odds``).
    """
    options = (repr(components), num_players, max_turns)
    params = _in_use.get(options)
    if params is None:
        params = _in_use[options] = _build_params(components, num_players, max_turns)
    return params


def _build_params(components: Components, num_players: int, max_turns: int) -> np.ndarray:
    cards = _card_fields(components)
    return record_of(
        {
            "num_players": num_players,
            "max_turns": max_turns,
            **cards,
            **_action_fields(components),
            # If these fields came first, the compiler would treat this record as a subtype of the
            # record in sieges.py, which has only the fields of the dice and of `all_chances`.
            **dice_lookups()._asdict(),
            **all_chances()._asdict(),
            "siege_chance": siege_chances(cards["beats"][: cards["first_castle"][-1]]),
            "likely_beaten": likely_beaten(),
        }
    )


def _card_fields(components: Components) -> dict[str, Any]:
    cards = components.cards
    names = {CASTLE: components.colours, ACTION: ACTION_KINDS}
    suits = [*(card.of for card in cards), TOURNAMENT_NAME]
    beats = [result_of(*card.combination) for card in cards]
    treason = result_of(*components.treason)
    # Results are scaled linearly: the highest on a card to 1, one less than the lowest to 0.
    bottom, top = min(beats) - 1, max(beats)
    strengths = [(result - bottom) / (top - bottom) for result in (*beats, treason)]
    return {
        "num_cards": len(cards) + 1,
        "num_colours": len(components.colours),
        "tournament_card": len(cards),
        "king_beats": result_of(*components.king),
        "treason_beats": treason,
        "first_castle": [0, *accumulate(map(len, components.castles.values()))],
        "card_kind": [*(card.kind for card in cards), TOURNAMENT],
        "card_of": [*(names[card.kind].index(card.of) for card in cards), NONE],
        "copies": [1] * len(cards) + [components.tournaments],
        "beats": [*beats, ANY_RESULT],
        "suit": [components.suits.index(suit) for suit in suits],
        "card_strength": np.array([*strengths[:-1], 0.0], np.float32),
        "treason_strength": np.array(max(0.0, strengths[-1]), np.float32),
    }


def _action_fields(components: Components) -> dict[str, Any]:
    found = all_actions(components)
    kinds = [action.kind for action in found]
    colours = len(components.colours)
    return {
        "num_actions": len(found),
        "king_action": kinds.index(actions.CHALLENGE),
        "first_keep": kinds.index(actions.KEEP),
        "pass_action": kinds.index(actions.PASS),
        "action_kind": kinds,
        "action_subject": [action.subject for action in found],
        "action_place": [action.place for action in found],
        "bury_action": _numbers(found, actions.BURY, NUM_PILES),
        "pile_action": _numbers(found, actions.TARGET_PILE, NUM_PILES),
        "castle_action": _numbers(found, actions.TARGET_CASTLE, colours, MAX_PLAYERS).T,
        "card_action": _numbers(found, actions.TARGET_ACTION, NUM_KINDS, MAX_PLAYERS).T,
        "lose_action": _numbers(found, actions.LOSE, colours, NUM_PILES),
        "leave_action": _numbers(found, actions.LEAVE, colours),
        "guard_action": _numbers(found, actions.GUARD, NUM_KINDS),
    }


def _numbers(found: list[Action], kind: int, *shape: int) -> np.ndarray:
    """Return the indices of the actions of a kind, by subject and place; NONE fills the gaps."""
    numbers = np.full(shape, NONE, np.int16)
    for number, action in enumerate(found):
        if action.kind == kind:
            numbers[(action.subject, action.place)[: len(shape)]] = number
    return numbers
