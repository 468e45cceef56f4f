"""Our games and the ways to play them."""

import importlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from benchmarks.measure import Contender
from benchmarks.play import pick, play_aec, play_parallel
from hofspiele import envs
from hofspiele.envs.agents import (
    SearchAgent,
    Views,
    choose_actions,
    limit_cores,
    make_agent,
    usable_cores,
)
from hofspiele.envs.api.gym_env import GameEnv
from hofspiele.envs.api.gym_vector import GameVectorEnv
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.random_play import choose_random
from hofspiele.envs.core.registry import spec_of

GAMES = ("kou_ka_roi", "kardinal", "knatsch")
NUM_PLAYERS = 4
# Numbers of games on a table. With both numbers, two threads are compared with one.
TABLE_GAMES, THREAD_GAMES = 1024, 4096
# Numbers of threads that are compared with one, as far as there are cores for them.
THREADS = (2, *(number for number in (4, 8, 16) if number <= usable_cores()))
# Approximate number of decisions between two readings of the clock.
DECISIONS = 50_000
SIMULATIONS = 100
SEARCHED_GAMES = 8

# Names of the ways to play a game.
TABLE = f"Table, {NUM_PLAYERS} players"
TWO_THREADS = f"Table, {TABLE_GAMES} games, num_threads=2"
ONE_THREAD, *MORE_THREADS = (
    f"Table, {THREAD_GAMES} games, num_threads={number}" for number in (1, *THREADS)
)
VECTOR = "GameVectorEnv, opponents' decisions included"
SEARCH = f"search-{SIMULATIONS}, simulations"
NETWORK_ONE, NETWORK_ALL = (
    f"trained, {THREAD_GAMES} first moves at once, {cores}" for cores in ("one core", "all cores")
)
RAW_ENV, ENV, PARALLEL_ENV = "raw_env()", "env()", "parallel_env()"


def measured_games(*, quick: bool) -> Sequence[str]:
    """Return the names of all our games, or only the first if `quick`."""
    return GAMES[:1] if quick else GAMES


def make(name: str) -> Game:
    """Return the game called `name` for `NUM_PLAYERS` players."""
    return envs.make(envs.GameName(name), num_players=NUM_PLAYERS)


def module_of(name: str) -> Any:
    """Return the module that users import to play `name` in PettingZoo."""
    return importlib.import_module(f"hofspiele.envs.{name}_v{spec_of(name).version}")


def contenders(name: str) -> list[Contender]:
    """Return contenders that play the game `name` on tables, in environments, and by search."""
    game, module = make(name), module_of(name)
    ways: dict[str, Callable[[], int]] = {
        TABLE: play_table(game, TABLE_GAMES),
        TWO_THREADS: play_table(game, TABLE_GAMES, num_threads=2),
        ONE_THREAD: play_table(game, THREAD_GAMES),
        **{
            way: play_table(game, THREAD_GAMES, num_threads=number)
            for way, number in zip(MORE_THREADS, THREADS, strict=True)
        },
        VECTOR: play_vector(game, TABLE_GAMES),
        SEARCH: search_on(game),
        RAW_ENV: partial(play_aec, module.raw_env(num_players=NUM_PLAYERS)),
        ENV: partial(play_aec, module.env(num_players=NUM_PLAYERS)),
    }
    if game.simultaneous:
        env = module.parallel_env(num_players=NUM_PLAYERS)
        ways[PARALLEL_ENV] = partial(play_parallel, env, env.game.wait_action)
    return [Contender(f"{name} {way}", play) for way, play in ways.items()]


def networks(name: str) -> list[Contender]:
    """Return contenders that let the bundled agent decide on one core and on all cores."""
    game = make(name)
    return [
        Contender(f"{name} {NETWORK_ONE}", decide_on(game, 1)),
        Contender(f"{name} {NETWORK_ALL}", decide_on(game, None)),
    ]


def use_everything(name: str) -> None:
    """Use the table, the single-game interface, the agents and all environments of a game."""
    for contender in contenders(name):
        contender.play()
    game = make(name)
    state = game.new(seed=1)
    game.observe(state, 0)
    game.action_values(state)
    game.redeal(state, 0, seed=2)
    game.from_dict(game.to_dict(state))
    game.apply(state, int(game.legal_mask(state).argmax()))
    game.score_sheet(state)
    game.outcome(state)
    env = GameEnv(game, opponents="greedy")
    _, info = env.reset(seed=0)
    over = False
    while not over:
        _, _, terminated, truncated, info = env.step(pick(info["action_mask"]))
        over = terminated or truncated


def play_table(game: Game, num_games: int, num_threads: int = 1) -> Callable[[], int]:
    """Return a function that plays random legal moves on a `Table` and writes its outputs."""
    table = Table(game, num_games, num_threads=num_threads)
    actions = np.zeros(num_games, np.int64)

    def play_round(word: np.uint64) -> int:
        choose_random(table.action_masks, word, actions)
        table.step(actions)
        return num_games

    return _rounds(play_round, DECISIONS // num_games)


def play_vector(game: Game, num_envs: int) -> Callable[[], int]:
    """Return a function that plays random moves in Gymnasium, with random opponents.

    Opponents' decisions count as well: on average, each seat decides as often as the learner's.
    """
    env = GameVectorEnv(
        game, num_envs, seat="random", opponents="random", autoreset_mode="SameStep"
    )
    env.reset(seed=0)
    actions = np.zeros(num_envs, np.int64)

    def play_round(word: np.uint64) -> int:
        choose_random(env.action_masks(), word, actions)
        env.step(actions)
        return num_envs * game.num_players

    return _rounds(play_round, DECISIONS // (num_envs * game.num_players))


def search_on(game: Game) -> Callable[[], int]:
    """Return a function that plays by search and returns the number of simulations."""
    table, agent = Table(game, SEARCHED_GAMES), SearchAgent(SIMULATIONS)
    rng = np.random.default_rng(0)

    def play() -> int:
        views = Views.from_table(table, table.all_games, rng, with_states=True)
        thoughts = agent.think(views, rng)
        table.step(thoughts.actions)
        assert thoughts.simulations is not None
        return int(thoughts.simulations.sum())

    return play


def decide_on(game: Game, cores: int | None) -> Callable[[], int]:
    """Return a function that makes the bundled agent's first moves on at most `cores`."""
    table = Table(game, THREAD_GAMES)
    agents, holders = [make_agent("trained")], np.zeros(THREAD_GAMES, np.int64)
    rng = np.random.default_rng(0)

    def decide() -> int:
        limit_cores(cores)
        try:
            return len(choose_actions(table, table.all_games, agents, holders, rng))
        finally:
            limit_cores(None)

    return decide


def _rounds(play_round: Callable[[np.uint64], int], count: int) -> Callable[[], int]:
    """Return a function that plays `count` rounds and returns the number of decisions."""
    rng = np.random.default_rng(0)

    def play() -> int:
        return sum(map(play_round, rng.integers(2**64, size=count, dtype=np.uint64)))

    return play
