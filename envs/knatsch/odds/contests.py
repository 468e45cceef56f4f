"""Attempts that others answer: attacks on castles, and tournaments.

A result is worth the more, the less likely those who throw after beat it. Against one of them, the
owner of a castle, that is exact. In a tournament it is advice: each who follows is taken to try
just to beat the best result so far, and the weights of prospects.py say what winning it is worth.
"""

import numpy as np

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.knatsch.attempts import THROWS, next_seat, throws_allowed
from hofspiele.envs.knatsch.dice import EMPTY_SET, MOST_THROWS, NUM_RESULTS, NUM_SETS
from hofspiele.envs.knatsch.odds.chances import start_chance
from hofspiele.envs.knatsch.odds.prospects import tournament_factor
from hofspiele.envs.knatsch.odds.solver import solve
from hofspiele.envs.knatsch.state import TOURNAMENT


@kernel
def worth_of_attempt(params, cards, payoff, throws):
    """The mean payoff of a whole attempt with the best play; `payoff` as in `solve`."""
    after = np.empty((MOST_THROWS + 1, NUM_SETS))
    best = np.empty(NUM_SETS)
    solve(params, cards, payoff, throws, after, best)
    return after[throws, EMPTY_SET]


@kernel
def pay_attack(params, beat, defence, payoff):
    """Fill what each result of an attack on a castle is worth: the chance that no defence helps.

    `beat` is what the castle asks for, `defence` the dice cards of its owner, and `payoff`, zeroed,
    (NUM_RESULTS,) float64.
    """
    for result in range(beat + 1, NUM_RESULTS):
        if params.is_result[result]:
            payoff[result] = 1.0 - start_chance(params, defence, result, THROWS)


@kernel
def pay_tournament(params, state, player, organiser, beat, leader, weights, payoff):
    """Fill what each result of `player` in a tournament is worth: their chance to win the game.

    Args:
        params: record of components.
        state: record of the position; of the attempt, nothing is read.
        player: the seat that throws.
        organiser: the seat that threw first.
        beat: the best result so far, or ANY_RESULT.
        leader: the seat that has it.
        weights: (players,) float64, those of all seats before the end (see prospects.py).
        payoff: (NUM_RESULTS,) float64, filled.
    """
    shares = np.empty(params.num_players)
    fill_shares(state, player, weights, shares)
    stands, later = np.empty(NUM_RESULTS), np.empty(NUM_RESULTS)
    fill_later(params, state, player, organiser, shares, stands, later)
    for result in range(NUM_RESULTS):
        best = max(result, beat)
        share = shares[player if result > beat else leader]
        payoff[result] = stands[best] * share + (1.0 - stands[best]) * later[best]


@kernel
def fill_shares(state, player, weights, shares):
    """Fill the chance of `player` to win the game if each seat wins the tournament.

    `weights` and `shares` are (players,) float64.
    """
    for winner in range(len(weights)):
        factor = tournament_factor(state, winner)
        more = weights[winner] * (factor - 1.0)
        own = weights[player] + (more if winner == player else 0.0)
        shares[winner] = own / (weights.sum() + more)


@kernel
def fill_later(params, state, player, organiser, shares, stands, later):
    """Fill, for each best result, how likely it stands when all after `player` have thrown.

    `later` is filled with the mean of `shares` if it does not stand: each of them has won then as
    likely as it is to beat it. Shapes: `shares` (players,), `stands` and `later` (NUM_RESULTS,),
    all float64.
    """
    stands[:] = 1.0
    later[:] = 0.0
    chances = np.zeros(NUM_RESULTS)
    seat = next_seat(params, player)
    while seat != organiser:
        throws = throws_allowed(state, seat, TOURNAMENT, organiser)
        beats = params.start_chance[state.dice_cards[seat], throws - 1]
        for best in range(NUM_RESULTS):
            chance = float(beats[best])
            stands[best] *= 1.0 - chance
            chances[best] += chance
            later[best] += chance * shares[seat]
        seat = next_seat(params, seat)
    for best in range(NUM_RESULTS):
        if chances[best] > 0.0:
            later[best] /= chances[best]
