"""The program of a second process, which compiles a game; see `envs.core.second_compiler`."""

import json
import pkgutil
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from hofspiele.envs.agents.agent import Views
from hofspiele.envs.agents.search import SearchAgent
from hofspiele.envs.core import Game
from hofspiele.envs.core.batch import Batch
from hofspiele.envs.core.second_compiler import become_second


def main(class_path: str, options: str) -> None:
    """Compile the game of the class "package.module:Class" with `options`, as JSON."""
    become_second()
    compile_ahead(pkgutil.resolve_name(class_path)(**json.loads(options)))


def compile_ahead(game: Game) -> None:
    """Compile the kernels of a game, except those that programs need first.

    Programs begin with `deal`, `legal` and `observe`, and need the search last.
    """
    engine, batch = game.engine, Batch(game, num_games=1, num_threads=1)
    games = game.params, batch.arrays.states
    actions = players = np.zeros(1, np.int64)
    worths = np.zeros((1, game.num_actions))
    _compile(engine.apply, *games, actions)
    _compile(engine.redeal, *games, players, batch.arrays.seeds)
    _compile(engine.greedy_values, *games, worths)
    _compile(engine.step, game.params, batch.arrays, batch.all_games, 0, 1, actions)
    _compile(engine.action_values, *games, worths)
    _compile(engine.score_and_rank, *games, *batch.arrays[-3:])
    rng = np.random.default_rng()
    views = Views.from_states(game, np.array([game.new(0)]), rng, with_states=True)
    SearchAgent(1).act(views, rng)


def _compile(driver: Callable[..., Any], *arguments: Any) -> None:
    """Compile a driver for arguments of these types, without calling it."""
    driver.compile(tuple(map(numba.typeof, arguments)))  # type: ignore[attr-defined]
