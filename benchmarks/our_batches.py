"""Our games in batches: decisions on tables, and simulations of searches."""

import time
from collections.abc import Callable

import numpy as np

from hofspiele.envs.agents import SearchAgent, choose_actions
from hofspiele.envs.api.gym_vector import GameVectorEnv
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.kernels import borrowing_kernel
from hofspiele.envs.core.random_play import choose_random, random_legal
from hofspiele.envs.core.rng import derive_seed

# The clock is read once in this number of decisions.
DECISIONS = 50_000

SIMULATIONS = 100
_SEARCHED_GAMES = 8


def play_table(game: Game, num_games: int, num_threads: int = 1) -> Callable[[float], int]:
    """Play random legal moves on a `Table` that writes masks and observations at each decision."""
    table = Table(game, num_games, num_threads=num_threads)
    actions = np.zeros(num_games, np.int64)

    def play_round(word: np.uint64) -> int:
        table.batch.run(_pick_at_random, table.batch.all_games, word, actions)
        table.step(actions)
        return num_games

    return play_rounds(play_round, DECISIONS // num_games)


@borrowing_kernel
def _pick_at_random(params, arrays, games, first, last, word, actions):
    """Choose random legal actions as a driver does, so that threads share the work."""
    for i in range(first, last):
        actions[i] = random_legal(arrays.action_masks[i], derive_seed(word, i))


def play_vector(game: Game, num_envs: int) -> Callable[[float], int]:
    """Play random moves for the learner, on all seats in turn, among random opponents in Gymnasium.

    Opponents' decisions count as well: on average each seat decides as often as the learner's.
    """
    env = GameVectorEnv(game, num_envs, seat="random", opponents="random")
    env.reset(seed=0)
    actions = np.zeros(num_envs, np.int64)

    def play_round(word: np.uint64) -> int:
        choose_random(env.action_masks(), word, actions)
        env.step(actions)
        return num_envs * game.num_players

    return play_rounds(play_round, DECISIONS // (num_envs * game.num_players))


def search_on(game: Game) -> Callable[[float], int]:
    """Let search play all seats, and count the simulations of unforced, unsolved moves."""
    table = Table(game, _SEARCHED_GAMES)
    games = np.arange(_SEARCHED_GAMES)
    agents, holders = [SearchAgent(SIMULATIONS)], np.zeros_like(games)
    rng = np.random.default_rng(0)

    def play_round(word: np.uint64) -> int:
        searched = (table.action_masks.sum(1) > 1) & ~game.is_solved(table.states)
        table.step(choose_actions(table, games, agents, holders, rng))
        return SIMULATIONS * int(searched.sum())

    return play_rounds(play_round, 1)


def play_rounds(play_round: Callable[[np.uint64], int], rounds: int) -> Callable[[float], int]:
    """Play for the given number of seconds, and read the clock after the given number of rounds."""
    words = np.random.default_rng(0)

    def play(seconds: float) -> int:
        played = 0
        end = time.perf_counter() + seconds
        while True:
            for word in words.integers(2**64, size=max(rounds, 1), dtype=np.uint64):
                played += play_round(word)
            if time.perf_counter() >= end:
                return played

    return play
