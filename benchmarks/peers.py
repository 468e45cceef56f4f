"""Games of other libraries that our games are compared with. They run on one core."""

import os
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.measure import Contender
from benchmarks.play import play_aec, play_open_spiel

RAW_AEC = "PettingZoo connect_four raw_env()"
AEC = "PettingZoo connect_four env()"
CARD_GAME = "OpenSpiel gin_rummy (C++)"
DICE_GAME = "OpenSpiel yacht (C++)"

# Numbers of games in a batch: 256, and the number with which the peer was fastest.
_PGX_GAMES = {"sparrow_mahjong": (256, 64), "backgammon": (256, 64), "connect_four": (256, 4096)}
_PGX = {
    f"pgx {game}, jit(vmap), {num_games} games": (game, num_games)
    for game, batches in _PGX_GAMES.items()
    for num_games in batches
}
_ENVPOOL_TASK = "CartPole-v1"
_ENVPOOL = {f"EnvPool {_ENVPOOL_TASK} (C++), {number} games": number for number in (256, 4096)}
BATCHED = (*_PGX, *_ENVPOOL)
# Number of steps of a batch between two readings of the clock.
_STEPS = 4


def peers() -> tuple[list[Contender], list[str]]:
    """Return all installed peers, and a sentence for each library that is not installed."""
    found: list[Contender] = []
    missing: list[str] = []
    for library, load in (
        ("pygame-ce", _pettingzoo),
        ("open_spiel", _open_spiel),
        ("pgx", _pgx),
        ("envpool", _envpool),
    ):
        try:
            found.extend(load())
        except ModuleNotFoundError as error:
            missing.append(f"{library} is not installed ({error}); `make bench` installs it")
    return found, missing


def _pettingzoo() -> list[Contender]:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from pettingzoo.classic.connect_four import connect_four

    return [
        Contender(RAW_AEC, partial(play_aec, connect_four.raw_env())),
        Contender(AEC, partial(play_aec, connect_four.env())),
    ]


def _open_spiel() -> list[Contender]:
    import pyspiel

    return [
        Contender(name, partial(play_open_spiel, pyspiel.load_game(game)))
        for name, game in ((CARD_GAME, "gin_rummy"), (DICE_GAME, "yacht"))
    ]


def _pgx() -> list[Contender]:
    """Return pgx games on the CPU, with observations and masks; finished games restart."""
    # JAX reads these variables when it is imported. All other peers run on one core, too.
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    import pgx  # noqa: F401  # This fails if pgx is not installed.

    return [Contender(name, play_pgx(*batch)) for name, batch in _PGX.items()]


def play_pgx(name: str, num_games: int, steps: int = _STEPS) -> Callable[[], int]:
    """Return a function that plays at random; choosing and stepping are compiled together."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step_all = jax.vmap(auto_reset(env.step, env.init))
    key = jax.random.key(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, num_games))
    number = 0

    @jax.jit
    def step(state: Any, key: Any, number: int) -> Any:
        pick_key, step_key = jax.random.split(jax.random.fold_in(key, number))
        legal = state.legal_action_mask.cumsum(-1)
        pick = jax.random.uniform(pick_key, (num_games, 1)) * legal[:, -1:]
        actions = jnp.argmax(legal > pick, axis=-1)
        return step_all(state, actions, jax.random.split(step_key, num_games))

    def play() -> int:
        nonlocal state, number
        for _ in range(steps):
            state = step(state, key, number)
            number += 1
        state.observation.block_until_ready()
        return steps * num_games

    return play


def _envpool() -> list[Contender]:
    """Return EnvPool contenders: a task without turns or masks, stepped by C++ on one thread."""
    import envpool

    found = []
    for name, num_games in _ENVPOOL.items():
        env = envpool.make_gymnasium(_ENVPOOL_TASK, num_envs=num_games, num_threads=1)
        env.reset()
        rng = np.random.default_rng(0)
        found.append(Contender(name, partial(_play_envpool, env, num_games, rng)))
    return found


def _play_envpool(env: Any, num_games: int, rng: np.random.Generator) -> int:
    for _ in range(_STEPS):
        env.step(rng.integers(env.action_space.n, size=num_games))
    return _STEPS * num_games
