"""Decisions per second of tables on a GPU, beside the processor, other games, and plain writing.

``python -m benchmarks.on_gpu FILE.json`` measures the small tables first, and writes each
figure to the file as soon as it is known. Rates are medians of rounds that take turns.
"""

import itertools
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import cuda

from benchmarks.measure import Contender, take_turns
from benchmarks.peers import play_pgx
from benchmarks.report import machine_line
from hofspiele import envs
from hofspiele.envs import GameName
from hofspiele.envs.agents import usable_cores
from hofspiele.envs.agents.at_table import TableAgent
from hofspiele.envs.core import Game, Table

SETUPS: dict[str, dict[str, Any]] = {
    "kou_ka_roi": {"num_players": 4},
    "kardinal": {"num_players": 4, "vatikan": True},
    "knatsch": {"num_players": 4},
}
PEERS = ("connect_four", "backgammon", "sparrow_mahjong")
SIZES = tuple(2**power for power in range(10, 21, 2))
_ROUNDS, _SECONDS = 3, 0.5
# Number of decisions between two readings of the clock, and the minimum number of steps.
_DECISIONS, _FEWEST_STEPS = 2**18, 8


def steps_of(num_games: int) -> int:
    """Return the number of steps of a batch between two readings of the clock."""
    return max(_FEWEST_STEPS, _DECISIONS // num_games)


def contenders(name: str, num_games: int) -> list[Contender]:
    """Return tables of a game on the GPU and on the processor, and plain writing."""
    game = envs.make(GameName(name), **SETUPS[name])
    return [
        Contender("cuda", play_table(game, num_games, "cuda")),
        Contender("cpu", play_table(game, num_games, "cpu")),
        Contender("only writing", write_outputs(game, num_games)),
    ]


def play_table(game: Game, num_games: int, device: str) -> Callable[[], int]:
    """Return a function that plays at random at a table, masks and observations included."""
    threads = 1 if device == "cuda" else usable_cores()
    table = Table(game, num_games, num_threads=threads, device=device)
    agent, seeds = TableAgent(table, "random"), itertools.count()

    def play() -> int:
        for _ in range(steps_of(num_games)):
            table.step(agent.choose(next(seeds)))
        if device == "cuda":
            table.synchronize()  # type: ignore[attr-defined]
        return steps_of(num_games) * num_games

    return play


def write_outputs(game: Game, num_games: int) -> Callable[[], int]:
    """Return a function that only writes the masks and observations of a table."""
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

    def play() -> int:
        for value in range(steps_of(num_games)):
            write[blocks, 256](masks, observations, value)
        cuda.synchronize()
        return steps_of(num_games) * num_games

    return play


def main() -> None:
    """Measure all sizes and print and store their rates."""
    target = Path(sys.argv[1])
    results: dict[str, Any] = {"machine": machine_line(), "gpu": cuda.get_current_device().name}

    def measure(what: str, measured: list[Contender]) -> None:
        rates = take_turns(measured, _ROUNDS, _SECONDS, lambda _: None)
        results[what] = {name: of.spread.value for name, of in rates.items()}
        target.write_text(json.dumps(results, indent=1, default=str))
        print(what, results[what], flush=True)

    for num_games in SIZES:
        for name in SETUPS:
            measure(f"{name} {num_games}", contenders(name, num_games))
        for name in PEERS:
            peer = Contender(name, play_pgx(name, num_games, steps_of(num_games)))
            measure(f"pgx {name} {num_games}", [peer])


if __name__ == "__main__":
    main()
