"""A second process compiles a game while the first compiles other kernels of it."""

import os
import shutil
import subprocess
import sys
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
print(HighCard(num_players=3).new(7).tobytes().hex())
second = second_compiler._second
print(second and second._process.wait())
"""


@pytest.fixture
def deal(tmp_path):
    """Return a function that runs `PROGRAM` with `tmp_path` as the cache, on a number of cores."""

    def run(cores: int, before: str = "") -> tuple[str, str]:
        before = f"second_compiler.available_cores = lambda: {cores}\n{before}"
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM.format(before=before)],
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


def test_worker_processes_compile_alone(deal):
    is_worker = "import multiprocessing; multiprocessing.parent_process = lambda: 'parent'"
    assert deal(cores=2, before=is_worker)[1] == "None"


def test_a_game_that_the_second_process_cannot_import_is_compiled_alone(deal):
    typed = "replace(HighCard.spec, class_path='__main__:HighCard')"
    before = f"from dataclasses import replace; HighCard.spec = {typed}"
    assert deal(cores=2, before=before)[1] == "1"


@pytest.fixture
def second():
    """Return a function that starts a Python program as the second process."""
    started = []

    def start(program: str) -> SecondCompiler:
        command = [sys.executable, "-c", f"import time; print('+A', flush=True); {program}"]
        compiler = SecondCompiler(command)
        started.append(compiler)
        with compiler._changed:
            assert compiler._changed.wait_for(lambda: compiler._compiling == {"A"}, timeout=60)
        return compiler

    yield start
    for compiler in started:
        compiler.stop()


def test_a_process_waits_for_kernels_that_the_second_one_is_compiling(second):
    compiler = second("time.sleep(1); print('-A', flush=True); time.sleep(60)")
    assert not compiler.wait_for("B")
    assert compiler.wait_for("A")
    assert not compiler.wait_for("A")
    assert compiler.is_running
    compiler.stop()
    assert not compiler.is_running


def test_a_process_does_not_wait_for_a_second_one_that_has_failed(second):
    compiler = second("time.sleep(1); raise SystemExit(1)")
    assert compiler.wait_for("A")
    assert not compiler.wait_for("A")


def test_a_fork_does_not_wait_for_its_parents_second_process(second, monkeypatch):
    compiler = second("time.sleep(60)")
    with monkeypatch.context() as fork:
        fork.setattr(os, "getpid", lambda: 0)
        assert not compiler.wait_for("A")
        compiler.stop()
    assert compiler.is_running
