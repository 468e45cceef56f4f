"""Forecasts, which end the rollouts of searches early.

Most of the luck in a game of Knatsch is in later dice, which have little to do with the decision
that is searched. A rollout is therefore judged after a few rounds, by the weights of the players
(see odds/prospects.py) with other numbers.
"""

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.knatsch.odds.prospects import weight

# Number of rounds of turns after which a rollout is judged. benchmarks/knatsch_ceiling.md compares
# 1, 2 and 3 rounds: one is too inaccurate for 1000 simulations, and three are worse with 100.
ROUNDS = 2

# Logarithms of the weights of 0 to 3 castles (rows) with 0 to 3 tournaments (columns). They and
# the factors below were fitted to the winners of games between greedy players, by the program
# tools/knatsch_forecast.py at commit 14ae6a0a. In a game, every player always has a castle, so the
# first row is only used in positions that are written by hand.
STANDING = (
    (0.0, 0.0, 0.0, 0.0),
    (0.0, -0.25, 0.65, 2.94),
    (0.55, 0.24, 1.41, 0.0),
    (1.56, 1.2, 1.87, 0.0),
)
# Logarithms of the factors of the cards die 1 … 5, catapult, champion, stack, castle guard,
# action guard, treason and protection.
CARDS = (0.28, 0.33, 0.44, 0.46, 0.77, 0.06, 0.02, 0.1, 0.12, 0.28, 0.03, 0.11)


@kernel
def forecast(params, start, state, outcome):
    """Return whether `ROUNDS` rounds have passed since `start` and the game is not over.

    If so, fill `outcome` with the expected outcome of each player.
    """
    players = params.num_players
    if state.turn < start.turn + ROUNDS * players or state.over:
        return False
    total = 0.0
    for seat in range(players):
        outcome[seat] = weight(STANDING, CARDS, state, seat)
        total += outcome[seat]
    for seat in range(players):
        outcome[seat] = (players * outcome[seat] / total - 1.0) / (players - 1)
    return True
