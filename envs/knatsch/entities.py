"""What is alike: castles and action cards, of rivals and one's own, and the piles."""

from collections.abc import Sequence

import numpy as np

from envs.core.entities import Entities
from envs.core.layout import Layout
from envs.knatsch.actions import (
    BURY,
    GUARD,
    LEAVE,
    LOSE,
    NONE,
    TARGET_ACTION,
    TARGET_CASTLE,
    TARGET_PILE,
    Action,
)
from envs.knatsch.components import NUM_KINDS, NUM_PILES

_CASTLES = ("castles", "castle_strength", "castle_guarded")
_ACTION_CARDS = ("actions", "action_strength", "action_guarded")
_OF_OWNERS = (
    "active", "tournaments", "to_castles", "to_tournaments", "to_win", "to_challenge",
    "target_owner",
)  # fmt: skip


def knatsch_entities(layout: Layout, actions: Sequence[Action]) -> list[Entities]:
    """All that a turn may be about but for dice, with the actions that name it."""
    at = layout.columns
    number = {(action.kind, action.of, action.at): i for i, action in enumerate(actions)}
    others, num_colours = at("castle_chance").shape
    lefts, colours, kinds = range(1, others + 1), range(num_colours), range(NUM_KINDS)
    piles = range(NUM_PILES)
    # the suits are colours, then kinds, then the tournament
    castle_suits, action_suits = np.split(at("unseen")[:-1], [num_colours])
    top_castles, top_actions = np.split(at("top")[:, :-1], [num_colours], axis=1)
    own_castles = [at(piece)[0] for piece in _CASTLES]
    own_actions = [at(piece)[0] for piece in _ACTION_CARDS]
    castles = [*own_castles, castle_suits, *top_castles, at("target_castle")]
    action_cards = [*own_actions, action_suits, *top_actions, at("target_action")]
    return [
        Entities(
            "castle of a rival",
            _of_rivals(layout, (*_CASTLES, "castle_chance"), castles),
            np.array([[number[TARGET_CASTLE, of, left]] for left in lefts for of in colours]),
        ),
        Entities(
            "action card of a rival",
            _of_rivals(layout, (*_ACTION_CARDS, "action_chance"), action_cards),
            np.array([[number[TARGET_ACTION, of, left]] for left in lefts for of in kinds]),
        ),
        Entities(
            "own castle",
            np.column_stack([*castles, at("castle_threat")]),
            np.array(
                [
                    [*(number[LOSE, of, pile] for pile in piles), number[LEAVE, of, NONE]]
                    for of in colours
                ]
            ),
        ),
        Entities(
            "own action card",
            np.column_stack([*action_cards, at("action_threat")]),
            np.array([[number.get((GUARD, of, NONE), NONE)] for of in kinds]),
        ),
        Entities(
            "pile",
            np.column_stack(
                [
                    *(at(piece) for piece in ("top_kind", "top", "known_below")),
                    *(at(piece) for piece in ("top_strength", "pile_size", "pile_chance")),
                    at("target_pile"),
                ]
            ),
            np.array(
                [[number[BURY, pile, NONE], number[TARGET_PILE, pile, NONE]] for pile in piles]
            ),
        ),
    ]


def _of_rivals(layout: Layout, pieces: Sequence[str], of_all: Sequence[np.ndarray]) -> np.ndarray:
    """Columns of one card of one rival a row: its own, its owner's, and those `of_all` rivals."""
    own = [layout.columns(piece) for piece in pieces]
    num_cards = own[0].shape[1]
    owners = [layout.columns(piece)[1:] for piece in _OF_OWNERS]
    num_rivals = len(owners[0])
    return np.column_stack(
        [
            *(columns[-num_rivals:].ravel() for columns in own),
            *(np.repeat(columns, num_cards) for columns in owners),
            *(np.tile(columns, num_rivals) for columns in of_all),
        ]
    )
