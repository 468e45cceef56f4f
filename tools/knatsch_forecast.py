"""Fit the weights of Knatsch's forecasts: `python -m tools.knatsch_forecast`.

The command prints the values of `STANDING` and `CARDS` in envs/knatsch/forecast.py. They are fitted
to the winners of games between greedy players, for all numbers of players together, by maximum
likelihood: a player's chance to win is their share of all weights. The positions are the starts of
turns, because forecasts are made then. The command also prints the fit: the mean surprise at the
winner, -log(chance), in games that were not used for fitting.
"""

from collections.abc import Iterator

import numpy as np
from scipy.optimize import minimize

from hofspiele import envs
from hofspiele.envs.agents import GreedyAgent
from hofspiele.envs.agents.match import play_out
from hofspiele.envs.core import Table
from hofspiele.envs.knatsch.actions import NONE
from hofspiele.envs.knatsch.components import MAX_PLAYERS
from hofspiele.envs.knatsch.forecast import CARDS, STANDING
from hofspiele.envs.knatsch.scoring import TOURNAMENTS_TO_WIN
from hofspiele.envs.knatsch.state import TARGET

GAMES = 8000
SEED = 1
# Share of positions that are used. More would add little: positions of one game are similar.
SHARE = 0.15
# One out of this number of games is only used to measure the fit.
HELD_OUT = 5
# Penalty on the squared log weights; it only matters where there are few examples.
PENALTY = 3e-5

_ROWS, _COLUMNS = np.shape(STANDING)
_STANDINGS = _ROWS * _COLUMNS


def examples(num_players: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play games; return M positions as features (M, P, weights), with winners and games (M,)."""
    game = envs.make("knatsch", num_players=num_players)
    rng = np.random.default_rng([SEED, num_players])
    table = Table(game, GAMES, SEED)
    holders = np.zeros((GAMES, num_players), np.int64)
    kept = [(games, table.states[games]) for games in _turns(table, holders, rng)]
    games = np.concatenate([some for some, _ in kept])
    states = np.concatenate([some for _, some in kept])
    return _features(states, num_players), table.final_states["winner"][games], games


def _turns(table: Table, holders: np.ndarray, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Play all games and yield the indices of some games in which a turn begins."""
    for games, _ in play_out(table, [GreedyAgent()], holders, rng):
        states = table.states[games]
        begins = (states["turn_step"] == TARGET) & (states["buried"] == 0)
        begins &= states["target"] == NONE
        yield games[begins & (rng.random(len(games)) < SHARE)]


def _features(states: np.ndarray, num_players: int) -> np.ndarray:
    castles = states["num_castles"][:, :num_players]
    tournaments = np.minimum(states["tournaments"][:, :num_players], TOURNAMENTS_TO_WIN)
    standing = np.eye(_STANDINGS)[castles * _COLUMNS + tournaments]
    return np.concatenate([standing, states["action_card"][:, :num_players] != NONE], -1)


def surprise(
    weights: np.ndarray, features: np.ndarray, winners: np.ndarray
) -> tuple[float, np.ndarray]:
    """Return the mean of -log(winner's chance) and its gradient with respect to log weights."""
    logs = features @ weights
    shares = np.exp(logs - logs.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    rows = np.arange(len(winners))
    value = -np.log(shares[rows, winners]).mean()
    shares[rows, winners] -= 1.0
    return value, np.einsum("mp,mpw->w", shares, features) / len(winners)


def main() -> None:
    """Fit the weights, and print them and their fit."""
    learnt, tests = [], {}
    for num_players in range(2, MAX_PLAYERS + 1):
        features, winners, games = examples(num_players)
        held_out = games % HELD_OUT == 0
        learnt.append((features[~held_out], winners[~held_out]))
        tests[num_players] = features[held_out], winners[held_out]

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        parts = [surprise(weights, *part) for part in learnt]
        value = sum(part for part, _ in parts) / len(parts) + PENALTY * (weights**2).sum()
        slope = sum(part for _, part in parts) / len(parts) + 2 * PENALTY * weights
        return value, slope

    fitted = minimize(loss, np.zeros(_STANDINGS + len(CARDS)), jac=True, method="L-BFGS-B").x
    standing = fitted[:_STANDINGS].reshape(_ROWS, _COLUMNS)
    standing -= standing[1, 0] * (standing != 0)
    print("STANDING =", standing.round(2).tolist())
    print("CARDS =", fitted[_STANDINGS:].round(2).tolist())
    print("players, mean surprise at the winner with equal chances, and with the fitted chances")
    for num_players, test in tests.items():
        print(f"{num_players} {np.log(num_players):.4f} {surprise(fitted, *test)[0]:.4f}")


if __name__ == "__main__":
    main()
