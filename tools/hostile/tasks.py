"""Short tasks for commands: how to start and resume each in a folder, and its expected result."""

import functools
import json
import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import optuna
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import TrialState

from hofspiele.envs.core import read_records
from hofspiele.training.players.agent_file import read_agent, sha256_of
from tests.training.commands import SMALL
from tools.hostile.drawn import Rng, one_of
from tools.hostile.forks import run_command
from tools.hostile.moments import Moment

# Number of steps of a training run, and of steps between its checkpoints.
STEPS, EVERY = 768, 256


class Task(NamedTuple):
    """A short task of a command.

    Attributes:
        command: name of the command.
        outcome: returns the part of the result in a folder that interruptions must not change.
        values: arguments of the command, with ``{folder}`` in place of the folder.
    """

    command: str
    outcome: Callable[[Path], Any]
    values: tuple[str, ...]

    @property
    def is_run(self) -> bool:
        """Whether the task is a training run."""
        return self.command in ("train", "exploit")

    def begin(self, folder: Path) -> list[str]:
        """Return the arguments that start the task in `folder`."""
        return [value.replace("{folder}", str(folder)) for value in self.values]

    def go_on(self, folder: Path) -> list[str]:
        """Return the arguments that resume the task in `folder`."""
        run = folder / "run"
        # Without this file, a run cannot be resumed, only started again.
        has_begun = self.is_run and (run / "config.yaml").exists()
        return [f"resume={run}"] if has_begun else self.begin(folder)

    def write(self, folder: Path, values: list[str]) -> list[str]:
        """Run the command to its end; return the file names of its writes in `folder`, in order."""
        log = new_folder() / "writes.log"
        log.touch()
        ended = run_command(self.command, *values, moment=Moment(str(folder), log=str(log)))
        assert ended.status == 0, ended
        return log.read_text().splitlines()


class Undisturbed(NamedTuple):
    """The result of a task that was executed without interruptions.

    Attributes:
        folder: folder of the task.
        writes: the file name of each write that a `Moment` counts, with N instead of numbers.
        seconds: duration in seconds.
        outcome: result that interruptions must not change.
    """

    folder: Path
    writes: list[str]
    seconds: float
    outcome: Any

    def draw_write(self, rng: Rng) -> int:
        """Draw a file name, then the index of one of its writes."""
        name = one_of(rng, sorted(set(self.writes)))
        return one_of(rng, [at for at, written in enumerate(self.writes) if written == name])


@functools.cache
def _temporary() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="hostile-kept-")


def new_folder() -> Path:
    """Create a folder that is removed when this process ends, and return its path."""
    return Path(tempfile.mkdtemp(dir=_temporary().name))


@functools.cache
def undisturbed(task: Task) -> Undisturbed:
    """Execute the task once in a folder that callers must not change, and return the result."""
    folder, started = new_folder(), time.monotonic()
    names = task.write(folder, task.begin(folder))
    seconds = time.monotonic() - started
    writes = [re.sub(r"[0-9a-f]*\d[0-9a-f-]*", "N", name) for name in names]
    return Undisturbed(folder, writes, seconds, task.outcome(folder))


# --- results -----------------------------------------------------------------------------------


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
    """Return the number of completed trials. It is fixed: interrupted trials are replaced."""
    log = JournalStorage(JournalFileBackend(str(folder / "study" / "trials.log")))
    states = [trial.state for trial in optuna.load_study(study_name="tune", storage=log).trials]
    return states.count(TrialState.COMPLETE)


def _files(folder: Path) -> Any:
    """Return the SHA-256 of a dataset's files by path, except those that name the commit."""
    data = folder / "data"
    files = (path for path in data.glob("*/**/*") if path.is_file())
    return {str(path.relative_to(data)): sha256_of(path) for path in files}


# --- all tasks ---------------------------------------------------------------------------------

_TABLE = ("game=kou_ka_roi", "num_players=2")
_AGENTS = (*_TABLE, "agents=[random,greedy]")
_LEARN = (*SMALL, f"checkpoint_every={EVERY}")
_RUN = (
    *_LEARN, f"steps={STEPS}", "evaluation.opponents=[random]", "results={folder}", "name=run",
)  # fmt: skip
TRAINING = Task("train", _evaluation, (*_RUN, "num_players=2"))
TOURNAMENT = Task(
    "tournament", _games,
    (
        *_AGENTS, "games=32", "deals_per_round=2", "confidence=0.9999999", "records=true",
        "results={folder}/cup",
    ),
)  # fmt: skip
TUNE = Task(
    "tune", _trials,
    (
        *_LEARN, "num_players=2", "steps=256", "evaluation.opponents=[random]",
        "imitation.agent=null", "trials=2", "results={folder}/study",
    ),
)  # fmt: skip
TASKS = (
    TRAINING,
    Task(
        "train", _evaluation,
        (*_RUN, "num_players=2", "imitation.agent=greedy", "imitation.decisions=12000"),
    ),
    Task(
        "exploit", _evaluation,
        (
            *_LEARN, *_TABLE, f"steps={STEPS}", "agent=greedy", "imitation.decisions=600",
            "network.policy=[16]", "network.value=[16]", "results={folder}", "name=run",
        ),
    ),
    TOURNAMENT,
    Task("dataset", _files, (*_AGENTS, "games=9", "games_per_shard=2", "to={folder}/data")),
    TUNE,
)  # fmt: skip
