"""The time that users wait for compilation at first use, and for later starts."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import Rates, Show, Spread
from benchmarks.ours import NUM_PLAYERS, PARALLEL_ENV, RAW_ENV, OurGame, measured_games
from benchmarks.report import Finding, Part
from hofspiele import envs

_ROUNDS = 5
# The target for the first step, in seconds.
_START_S = 0.8

_FIRST_STEP = {
    RAW_ENV: """
from hofspiele.envs import {module}
env = {module}.raw_env(num_players={num_players})
env.reset(seed=1)
env.step(env.observe(env.agent_selection)["action_mask"].argmax())
env.last()
""",
    PARALLEL_ENV: """
from hofspiele.envs import {module}
env = {module}.parallel_env(num_players={num_players})
observations, _ = env.reset(seed=1)
env.step({{agent: seen["action_mask"].argmax() for agent, seen in observations.items()}})
""",
}

_NOTES = [
    "New processes, measured from outside: the start of Python and all imports are included.",
    "Everything: Table, single-game interface, greedy and search agents, all PettingZoo and "
    "Gymnasium environments; first with an empty kernel cache, then with the filled cache.",
    f"First step: import, make, reset, one step, with a filled cache; median of {_ROUNDS} "
    "(lowest–highest).",
]


def measure(show: Show, *, quick: bool = False) -> Part:
    """Measure the first use and the start of our games in new processes.

    `quick` measures one game, without compiling it again.
    """
    part = Part("Start-up", notes=_NOTES)
    for game in measured_games(quick=quick):
        with tempfile.TemporaryDirectory() as empty:
            cache = {} if quick else {"NUMBA_CACHE_DIR": empty}
            part.findings += _measure(game, cache, 1 if quick else _ROUNDS, show)
    return part


def _measure(game: OurGame, cache: dict[str, str], rounds: int, show: Show) -> list[Finding]:
    everything = ["-m", "benchmarks.first_use", game.name]
    findings = []
    if cache:
        show(f"{game.name}: compiling everything")
        compiled = f"{game.name}: compile and use everything"
        cold = _seconds(everything, cache)
        findings.append(Finding(compiled, cold, "s", game.compile_s, at_most=True))
    show(f"{game.name}: using everything again")
    warm = _seconds(everything, cache)
    findings.append(Finding(f"{game.name}: use everything, already compiled", warm, "s"))
    for way, code in _FIRST_STEP.items():
        if way == PARALLEL_ENV and not game.make().simultaneous:
            continue
        what = f"{game.name}: import to first step of {way}"
        show(what)
        code = code.format(module=game.module_name, num_players=NUM_PLAYERS)
        seconds = _seconds(["-c", code], cache, rounds)
        findings.append(Finding(what, seconds, "s", _START_S, at_most=True))
    return findings


def _seconds(arguments: list[str], cache: dict[str, str], times: int = 1) -> Spread:
    """Run new Python processes with `arguments` and return how long they take, in seconds."""
    taken = []
    environment = {**os.environ, **cache}
    folder = Path(envs.__file__).resolve().parents[1]
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], env=environment, cwd=folder, check=True)
        taken.append(time.perf_counter() - start)
    return Rates("", taken).spread
