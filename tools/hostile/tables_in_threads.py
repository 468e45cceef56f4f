"""Tables that several threads use, or whose arguments other threads overwrite, must not break.

The trials run in child processes, which must not crash.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from hofspiele.envs.agents import RandomAgent
from hofspiele.envs.core import Table
from hofspiele.envs.learner import LearnerTable
from tests import contract
from tools.hostile.attack import Attack
from tools.hostile.drawn import TABLES, Rng, one_of, seed_of
from tools.hostile.forks import call

_STEPS, _THREADS, _SECONDS = 60, 3, 100
_REFUSALS = (ValueError, RuntimeError)

# --- passed arrays -----------------------------------------------------------------------------


@contextmanager
def _meanwhile(deeds: list[Callable[[], Any]]) -> Iterator[None]:
    """Repeat each function in its own thread while the `with` block runs; raise the first error."""
    over = threading.Event()
    raised: list[BaseException] = []

    def repeat(deed: Callable[[], Any]) -> None:
        try:
            while not over.is_set():
                deed()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=repeat, args=(deed,)) for deed in deeds]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()
        sys.setswitchinterval(before)
    if raised:
        raise raised[0]


def _fill(array: np.ndarray, values: list[np.ndarray]) -> Callable[[], None]:
    """Return a function that writes each of `values` to `array` in turn."""

    def fill() -> None:
        for value in values:
            array[:] = value

    return fill


def arrays_change_while_they_are_used(index: int, seed: int) -> None:
    """Write to actions and indices in a child process while a table is stepped with them."""
    rng = np.random.default_rng(seed)
    game = TABLES[index].make()
    num_games = int(rng.integers(50, 600))
    table = Table(game, num_games, seed, num_threads=int(rng.integers(1, 4)))
    actions = np.zeros(num_games, one_of(rng, (np.int64, np.int64, np.int32, np.uint64)))
    legal, games = np.zeros_like(actions), np.arange(num_games)
    unlawful = [
        rng.integers(0, 2**31 - 1, num_games).astype(actions.dtype),
        rng.integers(0, game.num_actions, num_games).astype(actions.dtype),
    ]
    some = rng.permutation(num_games)
    writers = [
        _fill(actions, [legal, one_of(rng, unlawful), legal]),
        _fill(games, [some, np.full(num_games, num_games + 10**6), some, np.zeros_like(some)]),
    ]
    with _meanwhile(writers):
        for _ in range(_STEPS):
            legal[:] = _random_actions(table.action_masks, rng)
            before = table.states.copy()
            with suppress(ValueError):
                if rng.random() < 0.5:
                    table.step(actions)
                else:
                    table.step(actions, games)
                _check_decision(table, before, int(rng.integers(num_games)))
            with suppress(ValueError):
                table.deal_next(games[: rng.integers(3)])
    _check_table(table, rng)


def _random_actions(masks: np.ndarray, rng: Rng) -> np.ndarray:
    return np.where(masks, rng.random(masks.shape), -1).argmax(1)


def _check_decision(table: Table, before: np.ndarray, i: int) -> None:
    """Check that game `i` is unchanged or has continued with a legal action."""
    game, after = table.game, (table.final_states if table.finished[i] else table.states)[i]
    allowed = [before[i].tobytes()]
    for action in game.legal_actions(before[i]):
        state = before[i].copy()
        game.apply(state, action)
        allowed.append(state.tobytes())
    assert after.tobytes() in allowed, f"game {i} changed, but not by a legal action"


def _check_table(table: Table, rng: Rng) -> None:
    game = table.game
    assert np.abs(table.observations).max() <= 1
    for i in rng.integers(table.num_games, size=5):
        state = table.states[i].copy()
        contract.comes_back_from_writing(game, state)
        assert (table.action_masks[i] == game.legal_mask(state)).all()
        assert (table.observations[i] == game.observe(state, int(state["player"]))).all()


# --- one table in several threads --------------------------------------------------------------


def many_threads_use_one_table(index: int, seed: int) -> None:
    """Step, deal, reset and read one table in several threads of a child process."""
    game, rng = TABLES[index].make(), np.random.default_rng(seed)
    table = Table(game, int(rng.integers(1, 300)), seed, num_threads=int(rng.integers(1, 3)))

    def deal_one(rng: Rng) -> None:
        table.deal_next(rng.integers(table.num_games, size=1))

    _use_together(table, [_any_use(table, seed + k, deal_one) for k in range(_THREADS)])
    _check_table(table, rng)
    learner = LearnerTable(game, int(rng.integers(1, 100)), [RandomAgent()], seed)

    def read_ends(_: Rng) -> None:
        learner.final_observations(np.arange(learner.num_games))

    _use_together(learner, [_any_use(learner, seed + k, read_ends) for k in range(_THREADS)])
    learner.reset(seed)
    _check_table(learner.table, rng)


def _use_together(table: Any, deeds: list[Callable[[], Any]]) -> None:
    main, *others = deeds
    with _meanwhile(others):
        for _ in range(_STEPS):
            main()


def _any_use(table: Any, seed: int, *others: Callable[[Rng], Any]) -> Callable[[], None]:
    """Return a function that usually steps a table, but may reset it or call one of `others`."""
    rng = np.random.default_rng(seed)
    steps: list[Callable[[Rng], Any]] = [
        lambda rng: table.step(_random_actions(table.action_masks, rng))
    ]
    deeds = [*steps * 4, *others, lambda rng: table.reset(seed_of(rng))]

    def use() -> None:
        with suppress(*_REFUSALS):
            one_of(rng, deeds)(rng)

    return use


def _survived(function: Callable[[int, int], None], rng: Rng, folder: Path) -> int:
    """Run a function in a child process and check that it does not crash, hang or fail."""
    index, seed = int(rng.integers(len(TABLES))), int(rng.integers(2**62))
    ended = call(function, index, seed, seconds=_SECONDS)
    assert ended.status == 0, f"{TABLES[index]}, status {ended.status}: {ended.errors}"
    return _STEPS


ATTACKS = (
    Attack("arrays-in", partial(_survived, arrays_change_while_they_are_used), few=1),
    Attack("one-table", partial(_survived, many_threads_use_one_table), few=1),
)
