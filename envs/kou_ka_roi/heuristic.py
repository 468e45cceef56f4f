"""The heuristic: what a row is worth to the player who decides, from public information only.

A row is worth the points that its cards would add to one's own scoring now (majorities and pairs
included), times the chance to be alone on it. Every undecided opponent is taken to choose with
probabilities that grow exponentially with what the rows would add to *their* scoring (a quantal
response, McKelvey and Palfrey 1995), so that a row that all want is worth less to each of them.
"""

import math

from envs.core.kernels import kernel

# points by which a row must be better for an opponent to be e times as likely to choose it
OPPONENT_TEMPERATURE = 4.0


@kernel
def value(tables, state, worth):
    """Fill `worth` (float64, one entry for each action) for the legal rows."""
    seat = state.player
    for row in range(tables.num_rows):
        if state.row_size[row] > 0:
            worth[row] = state.gains[seat, row]
    for opponent in range(tables.num_players):
        if opponent != seat and state.undecided[opponent]:
            expect_opponent(tables, state, opponent, worth)


@kernel
def expect_opponent(tables, state, opponent, worth):
    """Multiply the worth of each row by the chance that `opponent` does not choose it."""
    total = 0.0
    for row in range(tables.num_rows):
        if state.row_size[row] > 0:
            total += attraction(tables, state, opponent, row)
    for row in range(tables.num_rows):
        if state.row_size[row] > 0:
            worth[row] *= 1.0 - attraction(tables, state, opponent, row) / total


@kernel
def attraction(tables, state, seat, row):
    """Unnormalised probability that `seat` chooses `row`."""
    return math.exp(state.gains[seat, row] / OPPONENT_TEMPERATURE)
