"""Launches: functions that run the drivers of a `Table` on a GPU, with one thread for each game."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

from numba import cuda

from hofspiele.envs.core.engine import Engine
from hofspiele.envs.gpu.device_functions import device_function

# Value of `Progress.refused` while all actions are legal; more than any index.
NOTHING = 2**62


class Progress(NamedTuple):
    """Arrays of a step on the device; `report` is in memory of the host."""

    actions: Any  # (N,) int64, the actions of the step
    refused: Any  # (1,) int64, index of the first illegal action, or `NOTHING`
    report: Any  # (2,) int64, the game and the action that the host has to report, or -1
    ended: Any  # (N,) int64, indices of the games that have ended in the step, in any order
    num_ended: Any  # (1,) int64, their number


@functools.cache
def driver_kernel(driver: Callable[..., Any]) -> Any:
    """Return the CUDA kernel of a driver, whose further arguments are passed as a tuple.

    After an illegal action it does nothing, as if the host had noticed at once.
    """
    play = device_function(driver)

    @cuda.jit
    def run_driver(params, arrays, games, refused, arguments):
        j = cuda.grid(1)
        if j < len(games) and refused[0] == NOTHING:
            play(params, arrays, games, j, j + 1, *arguments)

    run_driver.__name__ = run_driver.py_func.__name__ = driver.__name__
    return run_driver


@cuda.jit
def forget_ends(finished, refused):
    """Mark all games as unfinished, (N,) bool."""
    i = cuda.grid(1)
    if i < len(finished) and refused[0] == NOTHING:
        finished[i] = False


@cuda.jit
def check_actions(action_masks, games, actions, progress):
    """Copy the actions, integers (M,), and find the first illegal one."""
    j = cuda.grid(1)
    if j == 0:
        progress.num_ended[0] = 0
    if j < len(games):
        action = actions[j]
        progress.actions[j] = action
        is_action = action >= 0 and action < action_masks.shape[1]
        if not is_action or not action_masks[games[j], action]:
            cuda.atomic.min(progress.refused, 0, j)


@functools.cache
def step_kernels(engine: Engine) -> tuple[Any, Any]:
    """Return the two CUDA kernels of a step, after `check_actions`.

    The first applies the actions and lists the games that have ended; the second deals the next
    games in their place. In each group of 32 threads, which run in step, all threads would wait for
    one that scores and deals; in the second kernel, they all do.
    """
    advance, show, settle = map(device_function, (engine.advance, engine.show_game, engine.settle))

    @cuda.jit
    def advance_games(params, arrays, games, progress):
        j = cuda.grid(1)
        if progress.refused[0] != NOTHING:
            if j == 0 and progress.report[0] < 0:
                refused = progress.refused[0]
                progress.report[1] = progress.actions[refused]
                progress.report[0] = games[refused]
        elif j < len(games):
            i = games[j]
            arrays.finished[i] = False
            if not advance(params, arrays, i, progress.actions[j]):
                if arrays.states[i].over:
                    progress.ended[cuda.atomic.add(progress.num_ended, 0, 1)] = i
                else:
                    players, masks, views = arrays.players, arrays.action_masks, arrays.views
                    show(params[0], arrays.states, players, masks, views, i)

    @cuda.jit
    def settle_games(params, arrays, progress):
        k = cuda.grid(1)
        if k < progress.num_ended[0]:
            settle(params, arrays, progress.ended[k])

    return advance_games, settle_games
