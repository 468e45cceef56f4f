"""Decisions per second of tables on a GPU, beside the processor, other games, and plain writing.

``python -m benchmarks.on_gpu FILE.json`` measures the small tables first, and writes each
figure to the file as soon as it is known. Rates are medians of rounds that take turns.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import cuda

from benchmarks.report import machine_line
from hofspiele import envs
from hofspiele.envs import GameName
from hofspiele.envs.agents import usable_cores
from hofspiele.envs.agents.at_table import TableAgent
from hofspiele.envs.core import Table

SETUPS: dict[str, dict[str, Any]] = {
    "kou_ka_roi": {"num_players": 4},
    "kardinal": {"num_players": 4, "vatikan": True},
    "knatsch": {"num_players": 4},
}
PEERS = ("connect_four", "backgammon", "sparrow_mahjong")
SIZES = tuple(2**power for power in range(10, 21, 2))
_ROUNDS, _SECONDS = 3, 0.5

# A function that makes `count` decisions in every game of N, and returns when they are done.
Play = Callable[[int], None]


def hofspiele_player(name: str, num_games: int, device: str) -> Play:
    """Return a player of random games at a table, masks and observations included."""
    threads = 1 if device == "cuda" else usable_cores()
    game = envs.make(GameName(name), **SETUPS[name])
    table = Table(game, num_games, num_threads=threads, device=device)
    agent, seeds = TableAgent(table, "random"), iter(range(2**62))

    def play(count: int) -> None:
        for _ in range(count):
            table.step(agent.choose(next(seeds)))
        if device == "cuda":
            table.synchronize()  # type: ignore[attr-defined]

    return play


def writer(name: str, num_games: int) -> Play:
    """Return a player that only writes the masks and observations of a table."""
    game = envs.make(GameName(name), **SETUPS[name])
    masks = cuda.device_array((num_games, game.num_actions), np.uint8)
    observations = cuda.device_array((num_games, game.observation_size), np.float32)

    @cuda.jit
    def write(masks: Any, observations: Any, value: int) -> None:
        i = cuda.grid(1)
        if i < masks.shape[0] * masks.shape[1]:
            masks[i // masks.shape[1], i % masks.shape[1]] = value
        if i < observations.shape[0] * observations.shape[1]:
            observations[i // observations.shape[1], i % observations.shape[1]] = value

    blocks = -(-max(masks.size, observations.size) // 256)

    def play(count: int) -> None:
        for value in range(count):
            write[blocks, 256](masks, observations, value)
        cuda.synchronize()

    return play


def pgx_player(name: str, num_games: int) -> Play:
    """Return a player of random games of pgx, which restart when they end."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def decide(state: Any, key: Any) -> Any:
        keys = jax.random.split(key, num_games + 1)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        return step(state, jax.random.categorical(keys[0], logits), keys[1:])

    key = jax.random.PRNGKey(0)
    held = [jax.jit(jax.vmap(env.init))(jax.random.split(key, num_games))]

    def play(count: int) -> None:
        for number in range(count):
            held[0] = decide(held[0], jax.random.fold_in(key, number))
        jax.block_until_ready(held[0])

    return play


def rates(players: dict[str, Play], num_games: int) -> dict[str, float]:
    """Return the decisions per second of each player, the median of rounds in turns."""
    counts, found = {}, {name: [] for name in players}  # type: ignore[var-annotated]
    for name, play in players.items():
        play(2)  # Compile.
        start = time.perf_counter()
        play(3)
        counts[name] = max(3, int(3 * _SECONDS / (time.perf_counter() - start)))
    for _ in range(_ROUNDS):
        for name, play in players.items():
            start = time.perf_counter()
            play(counts[name])
            rate = counts[name] * num_games / (time.perf_counter() - start)
            found[name].append(rate)
    return {name: statistics.median(each) for name, each in found.items()}


def main() -> None:
    """Measure all sizes and print and store their rates."""
    target = Path(sys.argv[1])
    results: dict[str, Any] = {"machine": machine_line(), "gpu": cuda.get_current_device().name}

    def note(what: str, found: dict[str, float]) -> None:
        results[what] = found
        target.write_text(json.dumps(results, indent=1, default=str))
        print(what, found, flush=True)

    for num_games in SIZES:
        for name in SETUPS:
            players = {
                "cuda": hofspiele_player(name, num_games, "cuda"),
                "cpu": hofspiele_player(name, num_games, "cpu"),
                "only writing": writer(name, num_games),
            }
            note(f"{name} {num_games}", rates(players, num_games))
        for name in PEERS:
            players = {name: pgx_player(name, num_games)}
            note(f"pgx {name} {num_games}", rates(players, num_games))


if __name__ == "__main__":
    main()
