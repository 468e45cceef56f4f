"""The cards and the options as arrays for kernels."""

from itertools import accumulate
from weakref import WeakValueDictionary

import numpy as np

from hofspiele.envs.core.state import record_dtype
from hofspiele.envs.knatsch.actions import (
    BURY,
    CHALLENGE,
    GUARD,
    KEEP,
    LEAVE,
    LOSE,
    NONE,
    PASS,
    TARGET_ACTION,
    TARGET_CASTLE,
    TARGET_PILE,
    Action,
    all_actions,
)
from hofspiele.envs.knatsch.components import (
    ACTION_KINDS,
    CASTLE,
    MAX_PLAYERS,
    NUM_KINDS,
    NUM_PILES,
    TOURNAMENT,
    TOURNAMENT_NAME,
    Components,
)
from hofspiele.envs.knatsch.dice import dice_fields, fill_dice_params, result_of
from hofspiele.envs.knatsch.odds.chances import chance_fields, fill_chances
from hofspiele.envs.knatsch.odds.sieges import fill_siege_chances, siege_fields
from hofspiele.envs.knatsch.odds.thresholds import fill_thresholds, threshold_fields
from hofspiele.envs.knatsch.state import ANY_RESULT

# Games with equal options share one record, which takes some 7 MB.
_in_use: WeakValueDictionary[tuple[str, int, int], np.ndarray] = WeakValueDictionary()


def build_params(components: Components, num_players: int, max_turns: int) -> np.ndarray:
    """Return an array of one record: the cards, the dice and the options as kernels read them.

    Fields besides sizes and options:

    - of each card its ``card_kind`` (CASTLE, ACTION or TOURNAMENT), ``card_of`` (colour or kind),
      ``copies``, ``beats`` (the result to beat to win the card), ``suit`` (index in
      `Components.suits`), and ``card_strength``, its result scaled to (0, 1] (0: the tournament),
      with ``treason_strength``;
    - the ``first_castle`` of each colour (and, as a last entry, the end), and ``tournament_card``,
      the number of all tournaments; ``king_beats`` and ``treason_beats``;
    - of each action its ``action_kind``, ``action_subject`` and ``action_place``, and the inverse
      (``castle_action[offset of the seat, colour]``, …, and ``first_keep``, to which a keep mask is
      added);
    - the fields of the dice (dice.py) and of the odds (chances.py, sieges.py and thresholds.py in
      ``odds``).
    """
    options = (repr(components), num_players, max_turns)
    params = _in_use.get(options)
    if params is None:
        params = _in_use[options] = _build_params(components, num_players, max_turns)
    return params


def _build_params(components: Components, num_players: int, max_turns: int) -> np.ndarray:
    actions = all_actions(components)
    params = np.zeros(1, _params_dtype(components, len(actions)))
    record = params[0]
    record.num_players = num_players
    record.max_turns = max_turns
    record.num_actions = len(actions)
    record.num_colours = len(components.colours)
    _fill_cards(record, components)
    _fill_actions(record, actions)
    fill_dice_params(record)
    fill_chances(record)
    fill_siege_chances(record)
    fill_thresholds(record)
    return params


def _fill_cards(record: np.record, components: Components) -> None:
    for number, card in enumerate(components.cards):
        names = components.colours if card.kind == CASTLE else ACTION_KINDS
        record.card_kind[number] = card.kind
        record.card_of[number] = names.index(card.of)
        record.copies[number] = 1
        record.beats[number] = result_of(*card.combination)
    record.tournament_card = len(components.cards)
    record.num_cards = len(components.cards) + 1
    record.card_kind[-1] = TOURNAMENT
    record.card_of[-1] = NONE
    record.copies[-1] = components.tournaments
    record.beats[-1] = ANY_RESULT
    castles = (len(combinations) for combinations in components.castles.values())
    record.first_castle[:] = [0, *accumulate(castles)]
    suits = (*(card.of for card in components.cards), TOURNAMENT_NAME)
    record.suit[:] = [components.suits.index(suit) for suit in suits]
    record.king_beats = result_of(*components.king)
    record.treason_beats = result_of(*components.treason)
    _fill_strengths(record)


def _fill_strengths(record: np.record) -> None:
    """Scale results evenly to the highest result of a card (1); the result below all is 0."""
    results = record.beats[: record.tournament_card].astype(int)
    bottom, top = results.min() - 1, results.max()
    record.card_strength[: record.tournament_card] = (results - bottom) / (top - bottom)
    record.treason_strength = max(0.0, (record.treason_beats - bottom) / (top - bottom))


def _fill_actions(record: np.record, actions: list[Action]) -> None:
    ways_back = {
        BURY: record.bury_action,
        TARGET_PILE: record.pile_action,
        TARGET_CASTLE: record.castle_action,
        TARGET_ACTION: record.card_action,
        LOSE: record.lose_action,
        LEAVE: record.leave_action,
        GUARD: record.guard_action,
    }
    for way_back in ways_back.values():
        way_back[:] = NONE
    for number, (kind, subject, place, _) in enumerate(actions):
        record.action_kind[number] = kind
        record.action_subject[number] = subject
        record.action_place[number] = place
        if kind in (TARGET_CASTLE, TARGET_ACTION):
            ways_back[kind][place, subject] = number
        elif kind == LOSE:
            ways_back[kind][subject, place] = number
        elif kind in ways_back:
            ways_back[kind][subject] = number
    kinds = [action.kind for action in actions]
    record.king_action = kinds.index(CHALLENGE)
    record.first_keep = kinds.index(KEEP)
    record.pass_action = kinds.index(PASS)


def _params_dtype(components: Components, num_actions: int) -> np.dtype:
    colours, cards = len(components.colours), len(components.card_names)
    sizes = (
        "num_players", "max_turns", "num_actions", "num_cards", "num_colours", "tournament_card",
        "king_beats", "treason_beats", "king_action", "first_keep", "pass_action",
    )  # fmt: skip
    return record_dtype(
        [
            *((name, np.int16) for name in sizes),
            ("first_castle", np.int16, (colours + 1,)),
            ("card_kind", np.int16, (cards,)),
            ("card_of", np.int16, (cards,)),
            ("copies", np.int16, (cards,)),
            ("beats", np.int16, (cards,)),
            ("suit", np.int16, (cards,)),
            ("card_strength", np.float32, (cards,)),
            ("treason_strength", np.float32),
            ("action_kind", np.int16, (num_actions,)),
            ("action_subject", np.int16, (num_actions,)),
            ("action_place", np.int16, (num_actions,)),
            ("bury_action", np.int16, (NUM_PILES,)),
            ("pile_action", np.int16, (NUM_PILES,)),
            ("castle_action", np.int16, (MAX_PLAYERS, colours)),
            ("card_action", np.int16, (MAX_PLAYERS, NUM_KINDS)),
            ("lose_action", np.int16, (colours, NUM_PILES)),
            ("leave_action", np.int16, (colours,)),
            ("guard_action", np.int16, (NUM_KINDS,)),
            # These fields come last, because the compiler takes a record that begins like another
            # record for a subtype of it.
            *dice_fields(),
            *chance_fields(),
            *siege_fields(sum(map(len, components.castles.values()))),
            *threshold_fields(),
        ]
    )
