"""Kuhn poker for three: four cards, one each, one chip to stay in.

It provides only what every game must, and its utilities are chips. The rules are those of "Using
counterfactual regret minimization to create competitive multiplayer poker agents" (Abou Risk and
Szafron, 2010).
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from hofspiele.envs.core import Game, Layout, Piece, kernel
from hofspiele.envs.core.engine import Kernels
from hofspiele.envs.core.outcomes import rank_by
from hofspiele.envs.core.rng import seed_generator, shuffle
from hofspiele.envs.core.spec import GameSpec, Utilities, num_players
from hofspiele.envs.core.state import Field, empty_position, record_dtype

PLAYERS, CARDS, NONE = 3, 4, -1
# The first action is to check or fold, the second is to bet or call.
PASS, BET = range(2)

SPEC = GameSpec(
    name="kuhn_poker",
    title="Kuhn poker",
    class_path=f"{__name__}:KuhnPoker",
    options=(num_players((PLAYERS,), default=PLAYERS),),
    utilities=Utilities(low=-2, high=4),
)
FIELDS = [
    Field("card", (PLAYERS,), "card of each seat"),
    Field("stake", (PLAYERS,), "chips that each seat has paid", empty=1),
    Field("folded", (PLAYERS,), "1 for seats that have folded"),
    Field("bettor", (), "seat that has bet, or NONE", empty=NONE),
]
LAYOUT = Layout(
    [
        Piece("card", (CARDS,), "one-hot own card"),
        Piece("player", (PLAYERS,), "one-hot own seat"),
        Piece("stake", (PLAYERS,), "chips of each seat / 2"),
        Piece("folded", (PLAYERS,), "1 for seats that have folded"),
    ]
)


@kernel
def deal(params, state, seed):
    """Deal one card to each seat; the fourth stays hidden."""
    seed_generator(state, seed)
    deck = np.arange(CARDS)
    shuffle(state, deck, CARDS)
    for seat in range(PLAYERS):
        state.card[seat] = deck[seat]


@kernel
def legal(params, state, mask):
    """Fill `mask`: both actions are always allowed."""
    mask[:] = True


@kernel
def apply(params, state, action):
    """Pass or pay; the game ends when all have passed, or all others have answered the bet."""
    if action == BET:
        state.stake[state.player] = 2
        if state.bettor == NONE:
            state.bettor = state.player
    elif state.bettor != NONE:
        state.folded[state.player] = 1
    last = PLAYERS - 1 if state.bettor == NONE else (state.bettor + PLAYERS - 1) % PLAYERS
    state.over = state.player == last
    state.player = (state.player + 1) % PLAYERS


@kernel
def observe(params, state, player, out):
    """Write what `player` knows: the own card and all stakes."""
    out.card[state.card[player]] = 1.0
    out.player[player] = 1.0
    for seat in range(PLAYERS):
        out.stake[seat] = state.stake[seat] / 2
        out.folded[seat] = state.folded[seat]


@kernel
def redeal(params, state, player, seed):
    """Deal the cards that `player` does not hold again."""
    own = state.card[player]
    deal(params, state, seed)
    for seat in range(PLAYERS):
        if seat != player and state.card[seat] == own:
            state.card[seat] = state.card[player]
    state.card[player] = own


@kernel
def score_and_rank(params, state, scores, ranks):
    """Fill `scores` with chips won or lost: the highest card that has not folded wins all."""
    if state.over:
        winner = NONE
        for seat in range(PLAYERS):
            scores[seat] = -state.stake[seat]
            if not state.folded[seat] and (winner == NONE or state.card[seat] > state.card[winner]):
                winner = seat
        scores[winner] += state.stake.sum()
    rank_by(scores, PLAYERS, ranks)


@kernel
def utilities(params, state, scores, ranks, outcome):
    """Fill `outcome` with the chips."""
    for seat in range(PLAYERS):
        outcome[seat] = scores[seat]


class KuhnPoker(Game):
    """Kuhn poker for three players."""

    spec = SPEC

    def __init__(self, **options: Any):
        super().__init__(
            options=SPEC.complete(options),
            kernels=Kernels(
                deal, legal, apply, observe, score_and_rank, redeal=redeal, utilities=utilities
            ),
            params=np.zeros(1, record_dtype([("unused", np.int16)])),
            empty=empty_position(FIELDS),
            layout=LAYOUT,
            action_names=["pass", "bet"],
        )

    def visible_part(
        self, position: Mapping[str, Any], point_of_view: int | None
    ) -> dict[str, Any]:
        cards = [
            card if point_of_view in (None, seat) else None
            for seat, card in enumerate(position["card"])
        ]
        return {**position, "card": cards}
