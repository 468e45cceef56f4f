"""Checks of the files and messages of commands that were interrupted or could not write."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
from omegaconf import OmegaConf

from hofspiele.training.players.agent_file import read_agent
from hofspiele.training.runs.checkpoints import Checkpoint, Checkpoints
from tools.hostile.forks import Ended
from tools.hostile.tasks import EVERY, STEPS, TUNE, Task, undisturbed


def check_clear(ended: Ended) -> None:
    """Check that a call ended with status 1 or 2 and an error message of one line."""
    assert ended.status in (1, 2), ended
    assert re.fullmatch(r"error: [^\n]+\n", ended.errors), ended.errors


def check_whole(folder: Path) -> None:
    """Check that all runs, JSON files and Parquet files can be read, except temporary ones."""
    for run in _runs_in(folder):
        assert "seed" in OmegaConf.load(run / "config.yaml")
        if (run / "agent.pt").exists():
            read_agent(run)
        for checkpoint in _checkpoints_of(run):
            Checkpoint.read(checkpoint)
    for file in folder.rglob("*.json"):
        if ".tmp/" not in str(file):  # Unfinished checkpoints are in such folders.
            json.loads(file.read_text())
    for file in folder.rglob("*.parquet"):
        assert pq.read_table(file, partitioning=None).num_rows


def check_resumes(task: Task, folder: Path) -> None:
    """Resume the task to its end; check that it keeps saved work and has the expected result."""
    check_whole(folder)
    run = folder / "run"
    newest = max((path.name for path in _checkpoints_of(run)), default="")
    saved = _saved_curve(run)
    for name in task.write(folder, task.go_on(folder)):
        # Names of checkpoints sort in the order in which they are written.
        written = re.fullmatch(r"\.((imitation|steps)-\d+)\.tmp", name)
        assert written is None or written[1] >= newest, f"{name} was written after {newest}"
    assert _saved_curve(run)[: len(saved)] == saved, "work before the last checkpoint was lost"
    check_done(task, folder)


def check_done(task: Task, folder: Path) -> None:
    """Check that the task is complete, has the expected result and left no temporary files."""
    check_whole(folder)
    for run in _runs_in(folder):
        marks = [line["steps"] for line in _curve_of(run)]
        assert marks == sorted(set(marks)), marks
        if task.is_run:
            assert marks == list(range(EVERY, STEPS + 1, EVERY)), marks
    # A killed trial of a study is never resumed, so its run keeps unfinished files.
    locked = {lock.parent for lock in folder.rglob(".lock")}
    unfinished = {run for run in locked if task is TUNE and not (run / "evaluation.json").exists()}
    left = [path for path in folder.rglob("*.tmp") if unfinished.isdisjoint(path.parents)]
    assert not left, f"temporary files are left: {left}"
    found, expected = task.outcome(folder), undisturbed(task).outcome
    assert found == expected, (found, expected)


def _runs_in(folder: Path) -> Iterator[Path]:
    return (lock.parent for lock in folder.rglob(".lock") if (lock.parent / "config.yaml").exists())


def _checkpoints_of(run: Path) -> list[Path]:
    return Checkpoints(run / "checkpoints")._all()


def _curve_of(run: Path) -> list[dict[str, float]]:
    """Return the metrics in all complete lines of `curve.jsonl` of a run."""
    curve = run / "curve.jsonl"
    lines = curve.read_text().split("\n")[:-1] if curve.exists() else []
    return [json.loads(line) for line in lines]


def _saved_curve(run: Path) -> list[dict[str, float]]:
    """Return the curve up to the newest checkpoint; a resumed run must not change these lines."""
    done = [int(path.name[6:]) for path in _checkpoints_of(run) if path.name.startswith("steps")]
    return [line for line in _curve_of(run) if line["steps"] <= max(done, default=0)]
