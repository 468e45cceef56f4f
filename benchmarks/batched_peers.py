"""Environments of other libraries that are stepped in batches, on one core."""

import os
import time
from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

import numpy as np

from benchmarks.measure import Contender

# Batches have as many games as ours, and as many as suited the peer best.
PGX_GAMES = {"sparrow_mahjong": (256, 64), "backgammon": (256, 64), "connect_four": (256, 4096)}
ENVPOOL_TASK = "CartPole-v1"
ENVPOOL_GAMES = (256, 4096)

# The clock is read once in this number of steps.
_STEPS = 4


def pgx_name(game: str, num_games: int) -> str:
    """Return the name that tables show for a pgx game with batches of this size."""
    return f"pgx {game}, jit(vmap), {num_games} games"


def envpool_name(num_games: int) -> str:
    """Return the name that tables show for EnvPool with batches of this size."""
    return f"EnvPool {ENVPOOL_TASK} (C++), {num_games} games"


NAMES = (
    *(pgx_name(game, num_games) for game, batches in PGX_GAMES.items() for num_games in batches),
    *map(envpool_name, ENVPOOL_GAMES),
)


def pgx_contenders() -> list[Contender]:
    """Return pgx games on the CPU, with observations and masks, dealt again when they end."""
    # JAX reads this once, at its import. All other contenders run on one core as well.
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    import pgx  # noqa: F401  # This fails if pgx is not installed.

    return [
        Contender(pgx_name(game, num_games), _Pgx(game, num_games))
        for game, batches in PGX_GAMES.items()
        for num_games in batches
    ]


class _Pgx:
    """Random legal play of a batch; choosing and stepping are one compiled function."""

    def __init__(self, game: str, num_games: int):
        self._game = game
        self._num_games = num_games
        self._steps = 0

    @cached_property
    def _step(self) -> Callable[..., Any]:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental import auto_reset

        env = pgx.make(self._game)
        step_all = jax.vmap(auto_reset(env.step, env.init))
        self._key = jax.random.key(0)
        self._state = jax.jit(jax.vmap(env.init))(jax.random.split(self._key, self._num_games))

        @jax.jit
        def step(state: Any, key: Any, number: int) -> Any:
            pick_key, step_key = jax.random.split(jax.random.fold_in(key, number))
            legal = state.legal_action_mask.cumsum(-1)
            pick = jax.random.uniform(pick_key, (self._num_games, 1)) * legal[:, -1:]
            actions = jnp.argmax(legal > pick, axis=-1)
            return step_all(state, actions, jax.random.split(step_key, self._num_games))

        return step

    def __call__(self, seconds: float) -> int:
        step = self._step
        decisions = 0
        end = time.perf_counter() + seconds
        while True:
            for _ in range(_STEPS):
                self._state = step(self._state, self._key, self._steps)
                self._steps += 1
            self._state.observation.block_until_ready()
            decisions += _STEPS * self._num_games
            if time.perf_counter() >= end:
                return decisions


def envpool_contenders() -> list[Contender]:
    """Return a task without turns or masks that C++ steps on one thread."""
    import envpool

    found = []
    for num_games in ENVPOOL_GAMES:
        env = envpool.make_gymnasium(ENVPOOL_TASK, num_envs=num_games, num_threads=1)
        found.append(Contender(envpool_name(num_games), partial(_play_envpool, env, num_games)))
    return found


def _play_envpool(env: Any, num_games: int, seconds: float) -> int:
    rng = np.random.default_rng(0)
    decisions = 0
    env.reset()
    end = time.perf_counter() + seconds
    while True:
        for _ in range(_STEPS):
            env.step(rng.integers(env.action_space.n, size=num_games))
        decisions += _STEPS * num_games
        if time.perf_counter() >= end:
            return decisions
