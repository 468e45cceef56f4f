"""The heuristic: a row's worth for the deciding player, from public information only.

The worth of a row is the points that its cards are expected to add to the player's next scoring
and, in the first round, for cards that stay, also to the final scoring. Kings, animals and the farm
score more per card the more cards a player has. Therefore the cards of each kind that a player can
expect to collect before the scoring count as if the player already had them. Majorities of churches
and knights are judged by the cards that players have now.

The worth is multiplied by the chance of being alone on the row. Each undecided opponent is assumed
to choose a row with a probability that grows exponentially with the points that the row would add
to the opponent's scoring now (a quantal response, McKelvey and Palfrey 1995).
"""

import math

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.loops import max_of
from hofspiele.envs.kou_ka_roi.points import (
    ANIMALS,
    CHURCHES,
    FARM,
    KINGS,
    KNIGHTS,
    animal_points,
    churches_points,
    farm_points,
    kings_points,
    knights_points,
)
from hofspiele.envs.kou_ka_roi.rules import FIRST_SCORING_CARDS

# Difference in points that makes an opponent e times as likely to choose a row.
OPPONENT_TEMPERATURE = 4.0
# Unnormalised probabilities of rows that add 0, 1, 2 … points. Higher gains use the last entry.
ATTRACTIONS = np.array([math.exp(points / OPPONENT_TEMPERATURE) for points in range(400)])


@kernel
def action_values(params, state, worth):
    """Fill `worth`, (num_actions,) float64, with the worth of each legal row."""
    seat = state.player
    to_come_at_end = state.pile_size / params.num_players / params.num_cards
    to_come_at_first = max(FIRST_SCORING_CARDS - state.cards[seat], 0) / params.num_cards
    for row in range(params.num_rows):
        if state.row_size[row] > 0:
            worth[row] = expected_gain(params, state, seat, row, to_come_at_first, to_come_at_end)
    for opponent in range(params.num_players):
        if opponent != seat and state.undecided[opponent]:
            discount_for_opponent(params, state, opponent, worth)


@kernel
def expected_gain(params, state, seat, row, to_come_at_first, to_come_at_end):
    """Return the points that the cards of `row` are expected to add to the scorings of `seat`.

    `to_come_at_first` and `to_come_at_end` are the shares of all copies that the seat can expect
    to collect by the first and by the final scoring.
    """
    own = state.collections[seat]
    first_scoring_to_come = state.round_number == 1 and not state.last_turn
    gain = 0.0
    for place in range(state.row_size[row]):
        kind = state.rows[row, place]
        if first_scoring_to_come:
            gain += card_gain(params, state, seat, kind, to_come_at_first)
        if not first_scoring_to_come or params.stays[kind]:
            gain += card_gain(params, state, seat, kind, to_come_at_end)
        own[kind] += 1
    for place in range(state.row_size[row]):
        own[state.rows[row, place]] -= 1
    return gain


@kernel
def card_gain(params, state, seat, kind, share):
    """Return the points that one more card of `kind` adds.

    The seat is assumed to collect `share` of all copies before the scoring. Churches and knights
    are judged by the cards that the seats have now.
    """
    category = params.category[kind]
    expected = expected_cards(params, state, seat, kind, share)
    if category == KINGS:
        return kings_points(expected + 1.0) - kings_points(expected)
    if category == ANIMALS:
        return animal_points(expected + 1.0) - animal_points(expected)
    if category == FARM:
        return farm_gain(params, state, seat, kind, share)
    if category in (CHURCHES, KNIGHTS):
        return majority_gain(params, state, seat, kind)
    return float(params.next_alone[kind, 0])


@kernel
def expected_cards(params, state, seat, kind, share):
    """Return the number of cards of `kind` that `seat` has, plus `share` of all copies."""
    return state.collections[seat, kind] + share * params.copies[kind]


@kernel
def farm_gain(params, state, seat, kind, share):
    """Return the points that one more farmer, wife or farmhouse adds, as in `card_gain`."""
    farmers = expected_cards(params, state, seat, params.farmer, share)
    wives = expected_cards(params, state, seat, params.wife, share)
    farmhouses = expected_cards(params, state, seat, params.farmhouse, share)
    before = farm_points(farmers, wives, farmhouses)
    farmers += kind == params.farmer
    wives += kind == params.wife
    farmhouses += kind == params.farmhouse
    return farm_points(farmers, wives, farmhouses) - before


@kernel
def majority_gain(params, state, seat, kind):
    """Return the points that one more church or knight adds now."""
    own = state.collections[seat, kind]
    most = max_of(state.collections[:, kind])
    if kind == params.church:
        return float(churches_points(own + 1, most) - churches_points(own, most))
    return float(knights_points(own + 1, most) - knights_points(own, most))


@kernel
def discount_for_opponent(params, state, opponent, worth):
    """Multiply the worth of each row by the chance that `opponent` does not choose it."""
    total = 0.0
    for row in range(params.num_rows):
        if state.row_size[row] > 0:
            total += attraction(state, opponent, row)
    for row in range(params.num_rows):
        if state.row_size[row] > 0:
            worth[row] *= 1.0 - attraction(state, opponent, row) / total


@kernel
def attraction(state, seat, row):
    """Return the unnormalised probability that `seat` chooses `row`."""
    return ATTRACTIONS[min(state.gains[seat, row], len(ATTRACTIONS) - 1)]
