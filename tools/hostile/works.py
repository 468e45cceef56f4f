"""Short works of commands in a folder, how they are resumed, and the results that they must have.

Each is done once undisturbed in a process, to compare with.
"""

import functools
import hashlib
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
from hofspiele.training.players.agent_file import read_agent
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
    """Something that a command does.

    Attributes:
        name: its name, and that of its attack.
        command: the name of the command.
        values: of the command.
        outcome: returns what must be the same after any interruption, from the folder.
        place: the value that names the folder within, "" for a run of training, which is resumed
            by ``resume=…``.
    """

    name: str
    command: str
    values: tuple[str, ...]
    outcome: Callable[[Path], Any]
    place: str = ""

    @property
    def is_run(self) -> bool:
        """Whether the work is a run of training."""
        return not self.place

    def begin(self, folder: Path) -> list[str]:
        """Return the arguments that begin the work in `folder`."""
        if self.is_run:
            return [*self.values, f"results={folder}", "name=run"]
        name, _, inner = self.place.partition("=")
        return [*self.values, f"{name}={folder / inner}"]

    def go_on(self, folder: Path) -> list[str]:
        """Return the arguments that resume the work in `folder`."""
        run = folder / "run"
        # A command that was killed before that has not started, so there is nothing to resume.
        has_begun = self.is_run and (run / "config.yaml").exists()
        return [f"resume={run}"] if has_begun else self.begin(folder)


class Undisturbed(NamedTuple):
    """A work that was done to its end, with how many files it wrote or changed.

    Attributes:
        folder: where it was done.
        writes: names of the files, as a `Moment` counts them, with N for all numbers in them.
        seconds: that it took.
        ended: how it ended.
        outcome: of the work.
    """

    folder: Path
    writes: list[str]
    seconds: float
    ended: Ended
    outcome: Any

    def draw_write(self, rng: np.random.Generator) -> int:
        """Draw one of the writes; all files are equally likely."""
        name = one_of(rng, sorted(set(self.writes)))
        return one_of(rng, [at for at, written in enumerate(self.writes) if written == name])


@functools.cache
def _temporary() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="hostile-kept-")


def kept() -> Path:
    """Return a folder of this process, which is removed with it."""
    return Path(_temporary().name)


def new_folder() -> Path:
    """Return a new folder within it."""
    return Path(tempfile.mkdtemp(dir=kept()))


@functools.cache
def undisturbed(work: Work) -> Undisturbed:
    """Do the work in a folder of its own that nobody may change."""
    folder = new_folder()
    started = time.monotonic()
    ended, names = _run(work.command, work.begin(folder), folder)
    seconds = time.monotonic() - started
    check_whole(folder)
    writes = [re.sub(r"[0-9a-f]*\d[0-9a-f-]*", "N", name) for name in names]
    return Undisturbed(folder, writes, seconds, ended, work.outcome(folder))


def done(work: Work) -> Callable[[], Path]:
    """Return a function that returns the folder of the work, done to its end."""
    return lambda: undisturbed(work).folder


def _run(command: str, values: list[str], folder: Path) -> tuple[Ended, list[str]]:
    """Return how a command ended, and the names of the files in `folder` that it wrote."""
    log = kept() / "writes.log"
    log.write_text("")
    ended = run_command(command, *values, moment=Moment(str(folder), log=str(log)))
    assert ended.status == 0, ended
    return ended, log.read_text().splitlines()


@functools.cache
def half_done(work: Work) -> Path:
    """Return a folder in which the work was cut off in the middle."""
    folder = new_folder()
    moment = Moment(str(folder), len(undisturbed(work).writes) // 2, "SIGKILL")
    assert run_command(work.command, *work.begin(folder), moment=moment).status < 0
    return folder


def _evaluation(folder: Path) -> Any:
    """Return who played in a run's evaluation; what it learns depends on interruptions."""
    evaluations = json.loads((folder / "run" / "evaluation.json").read_text())
    agent = read_agent(folder / "run")
    played = [sorted(record.players) for record in read_records(folder / "run" / "games.jsonl")]
    return [entry["line_up"] for entry in evaluations], played, agent.game, agent.tables


def _games(folder: Path) -> Any:
    settings = json.loads((folder / "cup" / "tournament.json").read_text())
    return settings, *((folder / "cup" / f"games.{kind}").read_text() for kind in ("csv", "jsonl"))


def _trials(folder: Path) -> Any:
    """Return how many trials have ended; trials that were cut off are replaced by others."""
    log = JournalStorage(JournalFileBackend(str(folder / "study" / "trials.log")))
    states = [trial.state for trial in optuna.load_study(study_name="tune", storage=log).trials]
    return states.count(TrialState.COMPLETE)


def _files(folder: Path) -> Any:
    """Return the digests of all files."""
    data = folder / "data"
    files = (path for path in data.rglob("*") if path.is_file() and path.name != ".lock")
    return {
        str(path.relative_to(data)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files
    }


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
    """Check that a call was refused or stopped with one clear line and the right status."""
    assert ended.status in (1, 2), ended
    assert "Traceback" not in ended.errors, ended.errors
    assert re.fullmatch(r"error: [^\n]+\n", ended.errors), ended.errors


def check_whole(folder: Path) -> None:
    """Check that all files under their own names can be read."""
    for run in runs_in(folder):
        _check_run(run)
    for file in folder.rglob("*.json"):
        if ".tmp/" not in str(file):  # of a checkpoint that is being written
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
    """Yield the folders of all runs."""
    return (lock.parent for lock in folder.rglob(".lock") if (lock.parent / "config.yaml").exists())


def checkpoints_of(run: Path) -> list[Path]:
    """Return all checkpoints that are whole, the newest last."""
    return Checkpoints(run / "checkpoints")._all()


def curve_of(run: Path) -> list[dict[str, float]]:
    """Return the figures of a run that are whole lines."""
    curve = run / "curve.jsonl"
    lines = curve.read_text().split("\n")[:-1] if curve.exists() else []
    return [json.loads(line) for line in lines]


def check_done(work: Work, folder: Path) -> None:
    """Check that the work has ended with all that belongs to it and nothing else."""
    check_whole(folder)
    for run in runs_in(folder):
        marks = [line["steps"] for line in curve_of(run)]
        assert marks == sorted(set(marks)), marks
        if work.is_run:
            assert marks == list(range(256, STEPS + 1, 256)), marks
    left = [str(path.relative_to(folder)) for path in folder.rglob("*") if ".tmp" in path.name]
    assert not left, f"temporary files are left: {left}"
    expected = undisturbed(work).outcome
    assert work.outcome(folder) == expected, (work.outcome(folder), expected)


def go_on(work: Work, folder: Path) -> None:
    """Resume from the last checkpoint until the end."""
    run = folder / "run"
    whole = checkpoints_of(run)
    cloned = json.loads((whole[-1] / "progress.json").read_text())["imitated"] if whole else 0
    steps = _number_in(f".{whole[-1].name}.tmp", "steps", 0) if whole else 0
    _, names = _run(work.command, work.go_on(folder), folder)
    for name in names:
        assert _number_in(name, "imitation", cloned + 1) > cloned, f"{name} after {cloned}"
        assert _number_in(name, "steps", steps) >= steps, f"{name} after {steps}"


def _number_in(name: str, kind: str, other: int) -> int:
    """Return the number in the name of an unfinished checkpoint of this kind, else `other`."""
    found = re.fullmatch(rf"\.{kind}-(\d+)\.tmp", name)
    return int(found[1]) if found else other
