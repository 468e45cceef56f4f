"""Weights of players by their cards; a player's chance to win is their share of all weights.

No rule depends on the weights. They were chosen by hand near values fitted to the winners of
games between greedy players, and compared in matches. A castle or an action card multiplies the
weight of its owner.
"""

import math

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.loops import sum_of
from hofspiele.envs.knatsch.actions import NONE
from hofspiele.envs.knatsch.components import NUM_KINDS
from hofspiele.envs.knatsch.scoring import TOURNAMENTS_TO_WIN, is_goal

# Logarithms of the weights of 0 to 3 castles (rows) with 0 to 3 tournaments (columns).
STANDING = (
    (-0.7, -0.7, -0.1, 1.7),
    (0.0, 0.05, 0.6, 2.4),
    (0.22, 0.3, 0.8, 0.0),
    (0.6, 0.8, 1.1, 0.0),
)
# Logarithm of the weight of a seat that has reached a goal.
WON = 9.0
# Logarithms of the factors of the cards die 1 … 5, catapult, champion, stack, castle guard,
# action guard, treason and protection.
CARDS = (0.13, 0.14, 0.16, 0.2, 0.25, 0.05, 0.05, 0.02, 0.2, 0.12, 0.05, 0.05)


@kernel
def fill_weights(params, state, weights):
    """Fill `weights`, (players,) float64, with the weight of each seat."""
    for seat in range(params.num_players):
        weights[seat] = weight(STANDING, CARDS, state, seat)


@kernel
def weight(standing, cards, state, seat):
    """Return the weight of a seat; `standing` and `cards` are tables like STANDING and CARDS."""
    log = log_standing(standing, state, seat, 0, 0)
    for kind in range(NUM_KINDS):
        if state.action_card[seat, kind] != NONE:
            log += cards[kind]
    return math.exp(log)


@kernel
def log_standing(standing, state, seat, more_castles, more_tournaments):
    """Return the log of a seat's weight with more castles and tournaments, without action cards."""
    castles = state.num_castles[seat] + more_castles
    tournaments = min(state.tournaments[seat] + more_tournaments, TOURNAMENTS_TO_WIN)
    if is_goal(castles, tournaments):
        return WON
    return standing[castles][tournaments]


@kernel
def standing_factor(state, seat, castles, tournaments):
    """Return the factor that more castles and tournaments apply to a seat's weight."""
    later = log_standing(STANDING, state, seat, castles, tournaments)
    return math.exp(later - log_standing(STANDING, state, seat, 0, 0))


@kernel
def card_factor(kind):
    """Return the factor that an action card applies to its owner's weight."""
    return math.exp(CARDS[kind])


@kernel
def gain(weights, seat, factor):
    """Return the increase in `seat`'s chance of winning if `factor` multiplies its weight."""
    return transfer_gain(weights, seat, factor, seat, 1.0)


@kernel
def transfer_gain(weights, seat, factor, owner, owner_factor):
    """Return the `gain` if, in addition, `owner_factor` multiplies the weight of `owner`."""
    before = sum_of(weights)
    own = weights[seat] * factor
    after = before - weights[seat] + own + weights[owner] * (owner_factor - 1.0)
    return own / after - weights[seat] / before
