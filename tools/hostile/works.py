"""Short tasks for commands: how to start and resume each in a folder, and its expected result.

Each process first executes each task once without interruptions, for comparison.
"""

import functools
import json
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import optuna
import pyarrow.parquet as pq
from omegaconf import OmegaConf
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import TrialState

from hofspiele.envs.core import read_records
from hofspiele.training.players.agent_file import read_agent, sha256_of
from hofspiele.training.runs.checkpoints import Checkpoint, Checkpoints
from tests.training.commands import SMALL
from tools.hostile.drawn import one_of
from tools.hostile.forks import Ended, run_command
from tools.hostile.moments import Moment

STEPS = 768
_SMALL = (
    *SMALL, "checkpoint_every=256", "num_players=2", f"steps={STEPS}",
    "evaluation.opponents=[random]",
)  # fmt: skip
_TABLE = "game=kou_ka_roi", "num_players=2"


class Work(NamedTuple):
    """A short task of a command.

    Attributes:
        name: name of the task and of its attack.
        command: name of the command.
        values: arguments of the command.
        outcome: returns the part of the result that interruptions must not change.
        place: argument with the subfolder of the task, such as "results=cup". It is "" for a
            training run, which is resumed by ``resume=…``.
    """

    name: str
    command: str
    values: tuple[str, ...]
    outcome: Callable[[Path], Any]
    place: str = ""

    @property
    def is_run(self) -> bool:
        """Whether the task is a training run."""
        return not self.place

    def begin(self, folder: Path) -> list[str]:
        """Return the arguments that start the task in `folder`."""
        if self.is_run:
            return [*self.values, f"results={folder}", "name=run"]
        name, _, inner = self.place.partition("=")
        return [*self.values, f"{name}={folder / inner}"]

    def go_on(self, folder: Path) -> list[str]:
        """Return the arguments that resume the task in `folder`."""
        run = folder / "run"
        # Without this file, a run cannot be resumed, only started again.
        has_begun = self.is_run and (run / "config.yaml").exists()
        return [f"resume={run}"] if has_begun else self.begin(folder)


class Undisturbed(NamedTuple):
    """The result of a task that was executed without interruptions.

    Attributes:
        folder: folder of the task.
        writes: names of written files as a `Moment` counts them, with N instead of numbers.
        seconds: duration in seconds.
        ended: exit status and output.
        outcome: result that interruptions must not change.
    """

    folder: Path
    writes: list[str]
    seconds: float
    ended: Ended
    outcome: Any

    def draw_write(self, rng: np.random.Generator) -> int:
        """Draw a file name, then the index of one of its writes."""
        name = one_of(rng, sorted(set(self.writes)))
        return one_of(rng, [at for at, written in enumerate(self.writes) if written == name])


@functools.cache
def _temporary() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="hostile-kept-")


def kept() -> Path:
    """Return a temporary folder of this process, which is removed when the process ends."""
    return Path(_temporary().name)


def new_folder() -> Path:
    """Create a new folder within `kept()` and return its path."""
    return Path(tempfile.mkdtemp(dir=kept()))


@functools.cache
def undisturbed(work: Work) -> Undisturbed:
    """Execute the task once in a folder that callers must not change, and return the result."""
    folder = new_folder()
    started = time.monotonic()
    ended, names = _run(work.command, work.begin(folder), folder)
    seconds = time.monotonic() - started
    check_whole(folder)
    writes = [re.sub(r"[0-9a-f]*\d[0-9a-f-]*", "N", name) for name in names]
    return Undisturbed(folder, writes, seconds, ended, work.outcome(folder))


def done(work: Work) -> Callable[[], Path]:
    """Return a function that executes the task, if necessary, and returns its folder."""
    return lambda: undisturbed(work).folder


def _run(command: str, values: list[str], folder: Path) -> tuple[Ended, list[str]]:
    """Run a command; return how it ended and the names of the files that it wrote to `folder`."""
    log = kept() / "writes.log"
    log.write_text("")
    ended = run_command(command, *values, moment=Moment(str(folder), log=str(log)))
    assert ended.status == 0, ended
    return ended, log.read_text().splitlines()


@functools.cache
def half_done(work: Work) -> Path:
    """Start the task, kill it after half of its writes, and return its folder."""
    folder = new_folder()
    moment = Moment(str(folder), len(undisturbed(work).writes) // 2, "SIGKILL")
    assert run_command(work.command, *work.begin(folder), moment=moment).status < 0
    return folder


def _evaluation(folder: Path) -> Any:
    """Return line-ups, players, game and setups of a run, but no metrics, which may differ."""
    evaluations = json.loads((folder / "run" / "evaluation.json").read_text())
    agent = read_agent(folder / "run")
    played = [sorted(record.players) for record in read_records(folder / "run" / "games.jsonl")]
    return [entry["line_up"] for entry in evaluations], played, agent.game, agent.tables


def _games(folder: Path) -> Any:
    settings = json.loads((folder / "cup" / "tournament.json").read_text())
    return settings, *((folder / "cup" / f"games.{kind}").read_text() for kind in ("csv", "jsonl"))


def _trials(folder: Path) -> Any:
    """Return the number of completed trials; interrupted trials are replaced."""
    log = JournalStorage(JournalFileBackend(str(folder / "study" / "trials.log")))
    states = [trial.state for trial in optuna.load_study(study_name="tune", storage=log).trials]
    return states.count(TrialState.COMPLETE)


def _files(folder: Path) -> Any:
    """Return the SHA-256 of all files of a dataset, by path."""
    data = folder / "data"
    files = (path for path in data.rglob("*") if path.is_file() and path.name != ".lock")
    return {str(path.relative_to(data)): sha256_of(path) for path in files}


TRAINING = Work("training", "train", _SMALL, _evaluation)
WARM_START = Work(
    "warm-start", "train", (*_SMALL, "imitation.agent=greedy", "imitation.decisions=12000"),
    _evaluation,
)  # fmt: skip
EXPLOIT = Work(
    "exploit", "exploit",
    (
        *_SMALL[:-1], *_TABLE, "agent=greedy", "imitation.decisions=600", "network.policy=[16]",
        "network.value=[16]",
    ),
    _evaluation,
)  # fmt: skip
TOURNAMENT = Work(
    "tournament", "tournament",
    (
        *_TABLE, "agents=[random,greedy]", "games=32", "deals_per_round=2", "confidence=0.9999999",
        "records=true",
    ),
    _games, "results=cup",
)  # fmt: skip
TUNE = Work(
    "tune", "tune", (*_SMALL, "steps=256", "imitation.agent=null", "trials=2"), _trials,
    "results=study",
)  # fmt: skip
DATASET = Work(
    "dataset", "dataset", (*_TABLE, "agents=[random,greedy]", "games=9", "games_per_shard=2"),
    _files, "to=data",
)  # fmt: skip
WORKS = (TRAINING, WARM_START, EXPLOIT, TOURNAMENT, DATASET, TUNE)


def check_clear(ended: Ended) -> None:
    """Check that a call ended with status 1 or 2 and an error message of one line."""
    assert ended.status in (1, 2), ended
    assert "Traceback" not in ended.errors, ended.errors
    assert re.fullmatch(r"error: [^\n]+\n", ended.errors), ended.errors


def check_whole(folder: Path) -> None:
    """Check that all runs, JSON files and Parquet files can be read, except temporary ones."""
    for run in runs_in(folder):
        _check_run(run)
    for file in folder.rglob("*.json"):
        if ".tmp/" not in str(file):  # Unfinished checkpoints are in such folders.
            json.loads(file.read_text())
    for file in folder.rglob("*.parquet"):
        assert pq.read_table(file, partitioning=None).num_rows


def _check_run(run: Path) -> None:
    if (run / "config.yaml").exists():
        assert "seed" in OmegaConf.load(run / "config.yaml")
    if (run / "agent.pt").exists():
        read_agent(run)
    for checkpoint in checkpoints_of(run):
        Checkpoint.read(checkpoint)


def runs_in(folder: Path) -> Iterator[Path]:
    """Yield the folders of all training runs within `folder`."""
    return (lock.parent for lock in folder.rglob(".lock") if (lock.parent / "config.yaml").exists())


def checkpoints_of(run: Path) -> list[Path]:
    """Return all complete checkpoints of a run, the newest last."""
    return Checkpoints(run / "checkpoints")._all()


def curve_of(run: Path) -> list[dict[str, float]]:
    """Return the metrics in all complete lines of `curve.jsonl` of a run."""
    curve = run / "curve.jsonl"
    lines = curve.read_text().split("\n")[:-1] if curve.exists() else []
    return [json.loads(line) for line in lines]


def check_done(work: Work, folder: Path) -> None:
    """Check that the task is complete, has the expected result and left no temporary files."""
    check_whole(folder)
    for run in runs_in(folder):
        marks = [line["steps"] for line in curve_of(run)]
        assert marks == sorted(set(marks)), marks
        if work.is_run:
            assert marks == list(range(256, STEPS + 1, 256)), marks
    # A killed trial of a study is never resumed, so its run keeps unfinished files.
    locked = {lock.parent for lock in folder.rglob(".lock")}
    unfinished = {run for run in locked if work is TUNE and not (run / "evaluation.json").exists()}
    left = [path for path in folder.rglob("*.tmp") if unfinished.isdisjoint(path.parents)]
    assert not left, f"temporary files are left: {left}"
    expected = undisturbed(work).outcome
    assert work.outcome(folder) == expected, (work.outcome(folder), expected)


def go_on(work: Work, folder: Path) -> None:
    """Resume the task to its end and check that it starts from the newest checkpoint."""
    run = folder / "run"
    whole = checkpoints_of(run)
    cloned = json.loads((whole[-1] / "progress.json").read_text())["imitated"] if whole else 0
    steps = _number_in(f".{whole[-1].name}.tmp", "steps", 0) if whole else 0
    _, names = _run(work.command, work.go_on(folder), folder)
    for name in names:
        assert _number_in(name, "imitation", cloned + 1) > cloned, f"{name} after {cloned}"
        assert _number_in(name, "steps", steps) >= steps, f"{name} after {steps}"


def _number_in(name: str, kind: str, other: int) -> int:
    """Return the number in the name of an unfinished checkpoint of `kind`, else `other`."""
    found = re.fullmatch(rf"\.{kind}-(\d+)\.tmp", name)
    return int(found[1]) if found else other
