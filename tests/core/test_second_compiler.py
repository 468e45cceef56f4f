"""A second process compiles a game while the first compiles other kernels of it."""

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import numba
import pytest

from hofspiele.envs.core.second_compiler import SecondCompiler

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")

# This program deals a game and prints the position and the exit status of the second process, None
# if there was none.
PROGRAM = """
from tests.fourth_game.game import HighCard
from hofspiele.envs.core import second_compiler
{before}
game = HighCard(num_players=3)
state = game.new(7)
action = game.legal_actions(state)[0]
print(state.tobytes().hex())
{after}
second = second_compiler._second
print(second and second._process.wait())
"""


@pytest.fixture
def deal(tmp_path):
    """Return a function that runs `PROGRAM` with `tmp_path` as the cache, on a number of cores."""

    def run(cores: int, before: str = "", after: str = "") -> tuple[str, str]:
        before = f"second_compiler.available_cores = lambda: {cores}\n{before}"
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", PROGRAM.format(before=before, after=after)],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        dealt, status = done.stdout.split()
        return dealt, status

    return run


def kernels(folder: Path) -> set[str]:
    """Return the names of the kernels in a cache."""
    return {path.name.rsplit("-", 1)[0] for path in folder.rglob("*.nbc")}


def test_the_second_process_compiles_what_the_first_does_not_need_yet(deal, tmp_path):
    dealt, status = deal(cores=1)
    assert status == "None"
    needed = kernels(tmp_path)
    assert "game.deal" in needed
    assert "game.apply" not in needed
    shutil.rmtree(tmp_path)
    assert deal(cores=2) == (dealt, "0")
    searching = "rollouts.rounds_player.locals.play_rounds"
    assert kernels(tmp_path) > needed | {"game.apply", "game.redeal", searching}
    assert deal(cores=2) == (dealt, "None")


# Start the second process, wait until it compiles a kernel, use this kernel, then stop the process.
# The kernels that `PROGRAM` needs must be in the cache, or the second process may be ahead.
APPLY = """
second_compiler.compiled_elsewhere("a kernel that is not in the cache")
second = second_compiler._second
reports = second._process.stdout
with second._changed:
    second._changed.wait_for(
        lambda: reports.closed or any("game.apply" in file for file in second._compiling)
    )
    assert not reports.closed
game.apply(state, action)
was_compiling = not reports.closed
second_compiler.stop()
"""


def test_the_first_process_loads_what_the_second_is_compiling(deal):
    deal(cores=1)
    after = f"""{APPLY}
stats = game.kernels.apply.kernel._unit.stats
assert was_compiling and stats.cache_hits and not stats.cache_misses, stats
"""
    deal(cores=2, after=after)


def test_a_second_process_that_cannot_store_kernels_is_stopped(deal, tmp_path):
    deal(cores=1)
    make_unwritable = f"""
import pathlib, shutil
for folder in [*pathlib.Path({str(tmp_path)!r}).rglob("kernels-*")]:
    shutil.rmtree(folder)
    folder.touch()
"""
    deal(cores=2, after=f"{make_unwritable}{APPLY}\nassert not was_compiling")


def test_a_class_of_games_is_compiled_by_one_second_process(deal):
    after = """
first = second_compiler._second
first.stop()
HighCard(num_players=2)
game.apply(state, action)
assert second_compiler._second is first
"""
    assert deal(cores=2, after=after)[1] != "None"


def test_worker_processes_compile_alone(deal):
    is_worker = "import multiprocessing; multiprocessing.parent_process = lambda: 'parent'"
    assert deal(cores=2, before=is_worker)[1] == "None"


def test_a_script_is_not_run_by_a_second_process(deal):
    assert deal(cores=2, before="class HighCard(HighCard): pass")[1] == "None"


def test_a_game_that_the_second_process_cannot_import_is_compiled_alone(deal):
    typed = "replace(HighCard.spec, class_path='nowhere:HighCard')"
    before = f"from dataclasses import replace; HighCard.spec = {typed}"
    assert deal(cores=2, before=before)[1] == "1"


@pytest.mark.parametrize(
    "failure",
    ["sys.executable = '/nowhere/python'", "second_compiler.threading.Thread.start = fail"],
)
def test_without_a_second_process_the_first_compiles_everything(deal, failure):
    fail = 'def fail(thread):\n    raise RuntimeError("can\'t start new thread")'
    assert deal(cores=2, before=f"import sys\n{fail}\n{failure}")[1] == "None"


def test_the_second_process_runs_no_code_that_the_first_does_not_run(deal, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(f"open({str(tmp_path / 'has run')!r}, 'w')")
    before = f"import sys; sys.path.insert(0, {str(tmp_path)!r})"
    deal(cores=1)
    deal(cores=2, before=before, after=APPLY)
    assert not (tmp_path / "has run").exists()


@pytest.fixture
def second(tmp_path):
    """Return a function that starts a second process with the rest of a program.

    It reports that it is compiling A, and continues when a file named "continue" exists.
    """
    started = []
    go = tmp_path / "continue"
    begin = f"""
import pathlib, time
print("+A", flush=True)
while not pathlib.Path({str(go)!r}).exists():
    time.sleep(0.01)
"""

    def start(rest: str) -> SecondCompiler:
        compiler = SecondCompiler([sys.executable, "-c", begin + rest])
        started.append(compiler)
        with compiler._changed:
            assert compiler._changed.wait_for(lambda: compiler._compiling == {"A"}, timeout=60)
        return compiler

    yield start
    for compiler in started:
        compiler.stop()


@pytest.fixture
def go_on(tmp_path):
    """Return a function that lets a second process continue when something waits for it."""

    def watch(compiler: SecondCompiler) -> None:
        while not compiler._changed._waiters:
            time.sleep(0.01)
        (tmp_path / "continue").touch()

    return lambda compiler: threading.Thread(target=watch, args=(compiler,), daemon=True).start()


def test_a_process_waits_for_kernels_that_the_second_one_is_compiling(second, go_on):
    compiler = second("print('-A', flush=True); time.sleep(60)")
    assert not compiler.wait_for("B")
    go_on(compiler)
    assert compiler.wait_for("A")
    assert not compiler.wait_for("A")
    assert compiler.is_running
    compiler.stop()
    assert not compiler.is_running


@pytest.mark.parametrize("rest", ["raise SystemExit(1)", "import os; os.write(1, b'\\xff')"])
def test_a_process_does_not_wait_for_a_second_one_that_has_failed(second, go_on, rest):
    compiler = second(rest)
    go_on(compiler)
    assert compiler.wait_for("A")
    assert not compiler.wait_for("A")


def test_a_fork_does_not_wait_for_its_parents_second_process(second, monkeypatch):
    compiler = second("")
    with monkeypatch.context() as fork:
        fork.setattr(os, "getpid", lambda: 0)
        assert not compiler.wait_for("A")
        compiler.stop()
    assert compiler.is_running
