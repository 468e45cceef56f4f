"""Commands that are killed or cannot write can be resumed, and then have the same results."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from hofspiele.envs.core import read_records
from hofspiele.training.players.agent_file import AgentFile, find_file, sha256_of
from hofspiele.training.runs.curve import read_curve
from tests.pages import ROOT
from tests.training.commands import SMALL

pytestmark = pytest.mark.hostile
# A trial takes about ten seconds, so failed trials are not simplified.
FEW = settings(max_examples=6, deadline=None, phases=[Phase.generate])


def result_of_run(folder: Path) -> Any:
    """Return line-ups, players, game, setups and steps of a run, but no measured values."""
    run = folder / "run"
    evaluations = json.loads((run / "evaluation.json").read_text())
    agent = AgentFile.read(find_file(run))
    players = [sorted(record.players) for record in read_records(run / "games.jsonl")]
    steps = [line["steps"] for line in read_curve(run / "curve.jsonl")]
    return [entry["line_up"] for entry in evaluations], players, agent.game, agent.setups, steps


def result_of_files(folder: Path) -> Any:
    """Return the SHA-256 of the files of a tournament or a dataset that name no times."""
    names = ("games.csv", "games.jsonl", "tournament.json", "*.parquet")
    files = sorted(file for name in names for file in folder.rglob(name))
    return {str(file.relative_to(folder)): sha256_of(file) for file in files}


def result_of_study(folder: Path) -> Any:
    """Return the number of completed trials, because interrupted trials are replaced."""
    lines = (folder / "study" / "trials.log").read_text().splitlines()
    return sum(json.loads(line).get("state") == 1 for line in lines)


_TABLE = ("game=kou_ka_roi", "num_players=2")
_AGENTS = (*_TABLE, "agents=[random,greedy]")
_LEARN = (*SMALL, "checkpoint_every=256", "evaluation.opponents=[random]")
_RUN = (*_LEARN, "steps=768", "results={folder}", "name=run")
# The command, its arguments, and the part of the result that interruptions must not change.
TASKS: dict[str, tuple[Callable[[Path], Any], tuple[str, ...]]] = {
    "train": (result_of_run, (*_RUN, "num_players=2")),
    "exploit": (
        result_of_run,
        (
            *SMALL, *_TABLE, "checkpoint_every=256", "steps=768", "agent=greedy",
            "imitation.decisions=600", "results={folder}", "name=run",
        ),
    ),
    "tournament": (
        result_of_files,
        (
            *_AGENTS, "games=32", "deals_per_round=2", "confidence=0.9999999", "records=true",
            "results={folder}/cup",
        ),
    ),
    "dataset": (result_of_files, (*_AGENTS, "games=9", "games_per_shard=2", "to={folder}/data")),
    "tune": (
        result_of_study,
        (*_LEARN, "num_players=2", "steps=256", "trials=2", "results={folder}/study"),
    ),
}  # fmt: skip


class Task(NamedTuple):
    """A command, and what it does if it is not disturbed."""

    command: str
    writes: int
    result: Any

    def check_resumes(self, folder: Path) -> None:
        """Run or resume the command to its end, and check its result."""
        done = call(self.command, folder)
        assert done.returncode == 0, done.stderr
        assert TASKS[self.command][0](folder) == self.result
        if self.command != "tune":  # The run of a killed trial is not resumed.
            assert not [*folder.rglob("*.tmp")]


def call(command: str, folder: Path, at: int = -1, deed: str = "") -> subprocess.CompletedProcess:
    """Start or resume a command in a new process, and disturb its write number `at`."""
    run = folder / "run"
    resume = (run / "config.yaml").exists()
    values = [value.replace("{folder}", str(folder)) for value in TASKS[command][1]]
    program = [sys.executable, "-W", "error::UserWarning", "-m", "tests.hostile.writes"]
    given_values = [f"resume={run}"] if resume else values
    return subprocess.run(
        [*program, str(folder), str(at), deed, command, *given_values],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module", params=TASKS)
def task(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("undisturbed")
    done = call(request.param, folder)
    assert done.returncode == 0, done.stderr
    writes = int(done.stdout.splitlines()[-1])
    return Task(request.param, writes, TASKS[request.param][0](folder))


@FEW
@given(data=st.data())
def test_killed_commands_resume(task, tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("killed")
    for _ in range(data.draw(st.integers(1, 3))):
        how = data.draw(st.sampled_from([signal.SIGKILL, signal.SIGINT, signal.SIGTERM]))
        done = call(task.command, folder, data.draw(st.integers(0, task.writes - 1)), how.name)
        # SIGTERM ends the process at once if it arrives before the command handles signals.
        assert done.returncode in (0, -how, 130), done.stderr
        assert how is signal.SIGKILL or not done.stderr, done.stderr
    task.check_resumes(folder)


@FEW
@given(data=st.data())
def test_failed_writes_are_reported_in_one_line_and_commands_resume(task, tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("full")
    deed = data.draw(st.sampled_from(["ENOSPC", "EACCES", "EROFS", "EIO"]))
    done = call(task.command, folder, data.draw(st.integers(0, task.writes - 1)), deed)
    assert done.returncode in (0, 1, 2), done.stderr
    # TensorBoard's thread also prints its error.
    lines = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert len(lines) == bool(done.returncode), done.stderr
    assert "in thread" in done.stderr or re.fullmatch(r"(error: [^\n]+\n)?", done.stderr)
    task.check_resumes(folder)
