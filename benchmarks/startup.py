"""The time that users wait for compilation at first use, and for later starts."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import Rates, Show, Spread
from benchmarks.ours import NUM_PLAYERS, measured_games, module_of
from benchmarks.report import Finding, Part
from hofspiele import envs

_ROUNDS = 5
_FIRST_STEP = """
import {module} as module
env = module.raw_env(num_players={num_players})
env.reset(seed=1)
env.step(env.observe(env.agent_selection)["action_mask"].argmax())
env.last()
"""

_NOTES = [
    "New processes, measured from outside: the start of Python and all imports are included.",
    "Everything: Table, single-game interface, greedy and search agents, all PettingZoo and "
    "Gymnasium environments, with an empty kernel cache.",
    f"First step: import, make, reset, one step, with a filled cache; median of {_ROUNDS} "
    "(lowest–highest).",
]


def measure(show: Show, *, quick: bool = False) -> Part:
    """Measure the first use and the start of our games; if `quick`, of one compiled game once."""
    part = Part("Start-up", notes=[*_NOTES])
    for name in measured_games(quick=quick):
        everything = f"from benchmarks.ours import use_everything; use_everything({name!r})"
        first_step = _FIRST_STEP.format(module=module_of(name).__name__, num_players=NUM_PLAYERS)
        with tempfile.TemporaryDirectory() as empty:
            cache = {} if quick else {"NUMBA_CACHE_DIR": empty}
            for what, code, times in (
                ("compile and use everything", everything, 1),
                ("import to first step of raw_env()", first_step, 1 if quick else _ROUNDS),
            ):
                show(f"{name}: {what}")
                seconds = _seconds(code, cache, times)
                part.findings.append(Finding(f"{name}: {what}", seconds, "s"))
    return part


def _seconds(code: str, cache: dict[str, str], times: int) -> Spread:
    taken = []
    environment = {**os.environ, **cache}
    folder = Path(envs.__file__).resolve().parents[1]
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], env=environment, cwd=folder, check=True)
        taken.append(time.perf_counter() - start)
    return Rates("", taken).spread
