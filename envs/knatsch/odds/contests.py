"""Attempts that others answer: attacks on castles, and tournaments.

The worth of a result depends on the chance that players who throw afterwards beat it. This chance
is exact for the owner of a castle. In a tournament it is approximate: every later thrower is
assumed to try only to beat the best result so far. The weights of prospects.py give the worth of
the tournament.
"""

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.loops import sum_of, zeros
from hofspiele.envs.knatsch.attempts import THROWS, next_seat, throws_allowed
from hofspiele.envs.knatsch.components import MAX_PLAYERS
from hofspiele.envs.knatsch.dice import EMPTY_SET, NUM_RESULTS, NUM_SETS
from hofspiele.envs.knatsch.odds.chances import start_chance
from hofspiele.envs.knatsch.odds.prospects import standing_factor
from hofspiele.envs.knatsch.odds.solver import solve
from hofspiele.envs.knatsch.state import TOURNAMENT


@kernel
def worth_of_attempt(params, cards, payoff, throws):
    """Return the mean payoff of a complete attempt with the best play; `payoff` as in `solve`."""
    after = zeros(NUM_SETS, np.float64, NUM_SETS)
    best = zeros(NUM_SETS, np.float64, NUM_SETS)
    solve(params, cards, payoff, throws, after, best)
    return after[EMPTY_SET]


@kernel
def most_of_attempt(params, cards, payoff, throws):
    """Return an upper bound on `worth_of_attempt`, computed about 50 times as fast.

    The bound weights each rise of the payoff by the chance to reach that result, as if the player
    could try for all results at once.
    """
    most = highest = payoff[0]
    for result in range(1, NUM_RESULTS):
        if params.is_result[result] and payoff[result] > highest:
            rise = payoff[result] - highest
            most += rise * start_chance(params, cards, result - 1, throws)
            highest = payoff[result]
    # The last term makes up for the rounding of chances to multiples of 2 ** -23.
    return most + (highest - payoff[0]) * 2.0**-23


@kernel
def pay_attack(params, beat, defence, payoff):
    """Fill the zeroed `payoff` with the chance that an attack wins a castle, for each result.

    `beat` is the result on the castle, `defence` the dice cards of its owner.
    """
    for result in range(beat + 1, NUM_RESULTS):
        if params.is_result[result]:
            payoff[result] = 1.0 - start_chance(params, defence, result, THROWS)


@kernel
def pay_tournament(params, state, player, organiser, beat, leader, weights, payoff):
    """Fill `payoff` with the chance to win the game for each result of `player` in a tournament.

    The seat `organiser` throws first. `beat` is the best result so far, or ANY_RESULT, and `leader`
    the seat that has it; the attempt of `state` is not read. `weights`, (players,) float64, are
    those of all seats before the tournament is won (see prospects.py). `payoff` is (NUM_RESULTS,)
    float64.
    """
    shares = zeros(int(params.num_players), np.float64, MAX_PLAYERS)
    for winner in range(len(weights)):
        more = weights[winner] * (standing_factor(state, winner, 0, 1) - 1.0)
        own = weights[player] + (more if winner == player else 0.0)
        shares[winner] = own / (sum_of(weights) + more)
    stand_chance = zeros(NUM_RESULTS, np.float64, NUM_RESULTS)
    beaten_share = zeros(NUM_RESULTS, np.float64, NUM_RESULTS)
    fill_standing(params, state, player, organiser, shares, stand_chance, beaten_share)
    for result in range(NUM_RESULTS):
        best = max(result, beat)
        share = shares[player if result > beat else leader]
        payoff[result] = (
            stand_chance[best] * share + (1.0 - stand_chance[best]) * beaten_share[best]
        )


@kernel
def fill_standing(params, state, player, organiser, shares, stand_chance, beaten_share):
    """Fill `stand_chance` with the chance, for each result, that no later thrower beats it.

    `beaten_share` is filled with the mean of `shares` over the seats that throw after `player`,
    weighted by their chances to beat the result. `shares[seat]` is the chance of `player` to win
    the game if `seat` wins the tournament. All arrays are float64: `shares` (players,), the others
    (NUM_RESULTS,).
    """
    stand_chance[:] = 1.0
    beaten_share[:] = 0.0
    chances = zeros(NUM_RESULTS, np.float64, NUM_RESULTS)
    seat = next_seat(params, player)
    while seat != organiser:
        throws = throws_allowed(state, seat, TOURNAMENT, organiser)
        beats = params.start_chance[state.dice_cards[seat], throws - 1]
        for best in range(NUM_RESULTS):
            chance = float(beats[best])
            stand_chance[best] *= 1.0 - chance
            chances[best] += chance
            beaten_share[best] += chance * shares[seat]
        seat = next_seat(params, seat)
    for best in range(NUM_RESULTS):
        if chances[best] > 0.0:
            beaten_share[best] /= chances[best]
