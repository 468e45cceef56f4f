"""The cards and the options as arrays for kernels."""

import mmap
from itertools import accumulate

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
from hofspiele.envs.knatsch.aims import aim_fields, fill_aim_params
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
from hofspiele.envs.knatsch.contests import contest_fields
from hofspiele.envs.knatsch.dice import dice_fields, fill_dice_params, result_of
from hofspiele.envs.knatsch.state import ANY_RESULT


def build_params(components: Components, num_players: int, max_turns: int) -> np.ndarray:
    """An array of one record: what kernels read of cards, dice and options.

    Beside sizes and options: for each card its ``card_kind`` (CASTLE, ACTION or TOURNAMENT),
    ``card_of`` (its colour or kind), ``copies`` and the result that it ``beats``, which it asks to
    be beaten; the ``first_castle`` of each colour (and, one further, the end); ``tournament_card``,
    the number of all tournaments; ``king_beats`` and ``treason_beats``; the ``suit`` of each card
    (its place in `Components.suits`) with ``suit_copies``; ``card_strength``, what it asks for in
    (0, 1] (0: the tournament), with ``treason_strength``; what each action is
    (``action_kind``, …) with the way back (``castle_action[seats to the left, colour]``, …, and
    ``first_keep``, to which a keep mask is added); and the fields of the dice (see dice.py,
    aims.py and contests.py).
    """
    actions = all_actions(components)
    params = _sparse_zeros(_params_dtype(components, len(actions)))
    table = params[0]
    table.num_players = num_players
    table.max_turns = max_turns
    table.num_actions = len(actions)
    table.num_colours = len(components.colours)
    _fill_cards(table, components)
    _fill_actions(table, actions)
    fill_dice_params(table)
    fill_aim_params(table)
    return params


def _sparse_zeros(dtype: np.dtype) -> np.ndarray:
    """An array of one zeroed record that takes memory only where it is used, page by page.

    numpy asks the system for huge pages, which the memo of chances would use a little of each.
    """
    memory = mmap.mmap(-1, dtype.itemsize)
    if hasattr(mmap, "MADV_NOHUGEPAGE"):
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    return np.frombuffer(memory, dtype)


def _fill_cards(table: np.record, components: Components) -> None:
    for number, card in enumerate(components.cards):
        names = components.colours if card.kind == CASTLE else ACTION_KINDS
        table.card_kind[number] = card.kind
        table.card_of[number] = names.index(card.of)
        table.copies[number] = 1
        table.beats[number] = result_of(*card.combination)
    table.tournament_card = len(components.cards)
    table.num_cards = len(components.cards) + 1
    table.card_kind[-1] = TOURNAMENT
    table.card_of[-1] = NONE
    table.copies[-1] = components.tournaments
    table.beats[-1] = ANY_RESULT
    castles = (len(combinations) for combinations in components.castles.values())
    table.first_castle[:] = [0, *accumulate(castles)]
    suits = (*(card.of for card in components.cards), TOURNAMENT_NAME)
    table.suit[:] = [components.suits.index(suit) for suit in suits]
    np.add.at(table.suit_copies, table.suit, table.copies)
    table.king_beats = result_of(*components.king)
    table.treason_beats = result_of(*components.treason)
    _fill_strengths(table)


def _fill_strengths(table: np.record) -> None:
    """Results in even steps up to the highest that a card asks for (1); the one below all is 0."""
    results = table.beats[: table.tournament_card].astype(int)
    bottom, top = results.min() - 1, results.max()
    table.card_strength[: table.tournament_card] = (results - bottom) / (top - bottom)
    table.treason_strength = max(0.0, (table.treason_beats - bottom) / (top - bottom))


def _fill_actions(table: np.record, actions: list[Action]) -> None:
    ways_back = {
        BURY: table.bury_action,
        TARGET_PILE: table.pile_action,
        TARGET_CASTLE: table.castle_action,
        TARGET_ACTION: table.card_action,
        LOSE: table.lose_action,
        LEAVE: table.leave_action,
        GUARD: table.guard_action,
    }
    for way_back in ways_back.values():
        way_back[:] = NONE
    for number, (kind, of, at, _) in enumerate(actions):
        table.action_kind[number] = kind
        table.action_of[number] = of
        table.action_at[number] = at
        if kind in (TARGET_CASTLE, TARGET_ACTION):
            ways_back[kind][at, of] = number
        elif kind == LOSE:
            ways_back[kind][of, at] = number
        elif kind in ways_back:
            ways_back[kind][of] = number
    kinds = [action.kind for action in actions]
    table.king_action = kinds.index(CHALLENGE)
    table.first_keep = kinds.index(KEEP)
    table.pass_action = kinds.index(PASS)


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
            ("suit_copies", np.int16, (len(components.suits),)),
            ("card_strength", np.float32, (cards,)),
            ("treason_strength", np.float32),
            ("action_kind", np.int16, (num_actions,)),
            ("action_of", np.int16, (num_actions,)),
            ("action_at", np.int16, (num_actions,)),
            ("bury_action", np.int16, (NUM_PILES,)),
            ("pile_action", np.int16, (NUM_PILES,)),
            ("castle_action", np.int16, (MAX_PLAYERS, colours)),
            ("card_action", np.int16, (MAX_PLAYERS, NUM_KINDS)),
            ("lose_action", np.int16, (colours, NUM_PILES)),
            ("leave_action", np.int16, (colours,)),
            ("guard_action", np.int16, (NUM_KINDS,)),
            # not first: to the compiler, a record that begins like another is a kind of it
            *dice_fields(),
            *aim_fields(),
            *contest_fields(sum(map(len, components.castles.values()))),
        ]
    )
