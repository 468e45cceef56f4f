"""Our games and the ways to play them."""

import importlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from benchmarks.limits import write_outputs
from benchmarks.measure import Contender
from benchmarks.play import play_aec, play_parallel
from hofspiele import envs
from hofspiele.envs.agents import SearchAgent, choose_actions, limit_cores, make_agent
from hofspiele.envs.agents.rollouts import Decisions, Rounds, Settings
from hofspiele.envs.agents.sequential_halving import Simulator
from hofspiele.envs.api.gym_vector import GameVectorEnv
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.random_play import choose_random, random_legal
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.rng import derive_seed

NUM_PLAYERS = 4
# Numbers of games on a table. With both numbers, two threads are compared with one.
TABLE_GAMES, THREAD_GAMES = 1024, 4096
# Approximate number of decisions between two readings of the clock.
DECISIONS = 50_000
SIMULATIONS = 100
SEARCHED_GAMES = 8

# Names of the ways to play a game.
TABLE = f"Table, {NUM_PLAYERS} players"
OUTPUTS = f"only writing the outputs of Table, {NUM_PLAYERS} players"
TWO_THREADS = f"Table, {TABLE_GAMES} games, num_threads=2"
MANY_ONE_THREAD, MANY_TWO_THREADS = (
    f"Table, {THREAD_GAMES} games, num_threads={n}" for n in (1, 2)
)
VECTOR = "GameVectorEnv, opponents' decisions included"
SEARCH = f"search-{SIMULATIONS}, simulations"
NETWORK_ONE, NETWORK_ALL = (
    f"trained, {THREAD_GAMES} first moves at once, {cores}" for cores in ("one core", "all cores")
)
RAW_ENV, ENV, PARALLEL_ENV = "raw_env()", "env()", "parallel_env()"


class OurGame(NamedTuple):
    """A game that is measured, with its targets.

    Attributes:
        name: the name of the game, as in ``envs.make``.
        compile_s: maximum time to compile everything, in seconds.
        outputs: maximum time of the table as a multiple of the time to write its outputs.
        connect_four, gin_rummy, yacht: minimum rate of the table as a multiple of the peer's rate.
        memory: maximum memory for a million games on a table, in GiB.
    """

    name: str
    compile_s: float
    outputs: float
    connect_four: float
    gin_rummy: float | None = None
    yacht: float | None = None
    memory: float | None = None

    def make(self, num_players: int = NUM_PLAYERS) -> Game:
        return envs.make(envs.GameName(self.name), num_players=num_players)

    @property
    def module_name(self) -> str:
        """The name of the module that users import from ``hofspiele.envs`` for PettingZoo."""
        return f"{self.name}_v{spec_of(self.name).version}"

    @property
    def module(self) -> Any:
        """The module called `module_name`."""
        return importlib.import_module(f"hofspiele.envs.{self.module_name}")

    def played(self, way: str) -> str:
        """Return the name of the contender that plays this game in the given way."""
        return f"{self.name} {way}"

    def contenders(self) -> list[Contender]:
        """Return contenders that play this game on tables, in environments, and by search."""
        game, module = self.make(), self.module
        ways: dict[str, Callable[[], int]] = {
            TABLE: play_table(game, TABLE_GAMES),
            OUTPUTS: write_outputs(game, TABLE_GAMES),
            TWO_THREADS: play_table(game, TABLE_GAMES, num_threads=2),
            MANY_ONE_THREAD: play_table(game, THREAD_GAMES),
            MANY_TWO_THREADS: play_table(game, THREAD_GAMES, num_threads=2),
            VECTOR: play_vector(game, TABLE_GAMES),
            SEARCH: search_on(game),
            RAW_ENV: partial(play_aec, module.raw_env(num_players=NUM_PLAYERS)),
            ENV: partial(play_aec, module.env(num_players=NUM_PLAYERS)),
        }
        if game.simultaneous:
            env = module.parallel_env(num_players=NUM_PLAYERS)
            ways[PARALLEL_ENV] = partial(play_parallel, env, env.game.wait_action)
        return [Contender(self.played(way), play) for way, play in ways.items()]

    def networks(self) -> list[Contender]:
        """Return contenders that let the bundled agent decide on one core and on all cores.

        They are not in `contenders`, which `benchmarks.first_use` uses to compile a game.
        """
        game = self.make()
        return [
            Contender(self.played(NETWORK_ONE), decide_on(game, 1)),
            Contender(self.played(NETWORK_ALL), decide_on(game, None)),
        ]


GAMES = (
    OurGame("kou_ka_roi", compile_s=8, outputs=3.5, connect_four=90, gin_rummy=10),
    OurGame("kardinal", compile_s=12, outputs=5, connect_four=75, gin_rummy=15, memory=6),
    OurGame("knatsch", compile_s=12, outputs=5, connect_four=75, yacht=100),
)


def measured_games(*, quick: bool) -> Sequence[OurGame]:
    """Return all our games, or only the first if `quick`."""
    return GAMES[:1] if quick else GAMES


def play_table(game: Game, num_games: int, num_threads: int = 1) -> Callable[[], int]:
    """Return a function that plays random legal moves on a `Table` and writes its outputs."""
    table = Table(game, num_games, num_threads=num_threads)
    actions = np.zeros(num_games, np.int64)

    def play_round(word: np.uint64) -> int:
        _pick_at_random(table.action_masks, word, actions)
        table.step(actions)
        return num_games

    return _rounds(play_round, DECISIONS // num_games)


@kernel
def _pick_at_random(masks, word, actions):
    """Choose a random legal action for each row of `masks`."""
    for i in range(len(masks)):
        actions[i] = random_legal(masks[i], derive_seed(word, i))


def play_vector(game: Game, num_envs: int) -> Callable[[], int]:
    """Return a function that plays random moves in Gymnasium, with random opponents.

    Opponents' decisions count as well: on average, each seat decides as often as the learner's.
    """
    env = GameVectorEnv(game, num_envs, seat="random", opponents="random")
    env.reset(seed=0)
    actions = np.zeros(num_envs, np.int64)

    def play_round(word: np.uint64) -> int:
        choose_random(env.action_masks(), word, actions)
        env.step(actions)
        return num_envs * game.num_players

    return _rounds(play_round, DECISIONS // (num_envs * game.num_players))


class CountingSearch(SearchAgent):
    """A `SearchAgent` that counts its simulations; forced and solved decisions have none."""

    simulated = 0

    def simulator(self, game: Game, decisions: Decisions, settings: Settings) -> Simulator:
        simulate = super().simulator(game, decisions, settings)

        def count(candidates: np.ndarray, remaining: np.ndarray, rounds: Rounds) -> None:
            self.simulated += len(rounds.utilities)
            simulate(candidates, remaining, rounds)

        return count


def search_on(game: Game) -> Callable[[], int]:
    """Return a function that plays by search and returns the number of simulations."""
    table = Table(game, SEARCHED_GAMES)
    games = np.arange(SEARCHED_GAMES)
    agent, holders = CountingSearch(SIMULATIONS), np.zeros_like(games)
    rng = np.random.default_rng(0)

    def play() -> int:
        before = agent.simulated
        table.step(choose_actions(table, games, [agent], holders, rng))
        return agent.simulated - before

    return play


def decide_on(game: Game, cores: int | None) -> Callable[[], int]:
    """Return a function that lets the bundled agent make first moves and returns their number.

    `cores` is the maximum number of cores; None means all.
    """
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
