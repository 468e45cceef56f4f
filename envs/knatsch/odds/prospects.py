"""How near the players are to winning, as weights: a share of all stands for the chance to win.

This is advice, no rule: the numbers were chosen by hand near a fit of who won to the positions of
games between greedy players, and compared in matches. A castle or a card multiplies its owner's
weight.
"""

import numpy as np

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.knatsch.actions import NONE
from hofspiele.envs.knatsch.components import NUM_KINDS
from hofspiele.envs.knatsch.scoring import TOURNAMENTS_TO_WIN, is_goal

# logarithms of the weight of 0 to 3 castles with 0 to 3 tournaments
STANDING = (
    (-0.7, -0.7, -0.1, 1.7),
    (0.0, 0.05, 0.6, 2.4),
    (0.22, 0.3, 0.8, 0.0),
    (0.6, 0.8, 1.1, 0.0),
)
# a goal is reached
WON = 9.0
# dice 1 … 5, catapult, champion, stack, castle guard, action guard, treason, protection
CARDS = (0.13, 0.14, 0.16, 0.2, 0.25, 0.05, 0.05, 0.02, 0.2, 0.12, 0.05, 0.05)


@kernel
def fill_weights(params, state, weights):
    """Fill the weight of each seat: `weights` is (players,) float64."""
    for seat in range(params.num_players):
        log = log_standing(state, seat, 0, 0)
        for kind in range(NUM_KINDS):
            if state.action_card[seat, kind] != NONE:
                log += CARDS[kind]
        weights[seat] = np.exp(log)


@kernel
def log_standing(state, seat, more_castles, more_tournaments):
    """The logarithm of the weight of a seat with so many castles and tournaments more."""
    castles = state.num_castles[seat] + more_castles
    tournaments = min(state.tournaments[seat] + more_tournaments, TOURNAMENTS_TO_WIN)
    if is_goal(castles, tournaments):
        return WON
    return STANDING[castles][tournaments]


@kernel
def castle_factor(state, seat, more):
    """What multiplies the weight of a seat that gets `more` castles, or loses some."""
    return np.exp(log_standing(state, seat, more, 0) - log_standing(state, seat, 0, 0))


@kernel
def tournament_factor(state, seat):
    """What multiplies the weight of a seat that wins a tournament."""
    return np.exp(log_standing(state, seat, 0, 1) - log_standing(state, seat, 0, 0))


@kernel
def card_factor(kind):
    """What multiplies the weight of a seat that gets an action card."""
    return np.exp(CARDS[kind])


@kernel
def gain(weights, seat, factor):
    """What the chance of `seat` to win grows by if `factor` multiplies its weight."""
    return transfer_gain(weights, seat, factor, seat, 1.0)


@kernel
def transfer_gain(weights, seat, factor, owner, owner_factor):
    """What it grows by if another factor multiplies the weight of `owner` too."""
    before = weights.sum()
    own = weights[seat] * factor
    after = before - weights[seat] + own + weights[owner] * (owner_factor - 1.0)
    return own / after - weights[seat] / before
