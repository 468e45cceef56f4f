"""Files that readers must refuse or read completely: corrupt, with strange values, or malicious.

Content with a checksum must never change without an error. Content without a checksum may become
other valid content, such as a configuration with another seed.
"""

import functools
import hashlib
import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import torch

from hofspiele.training import train
from hofspiele.training.cli.command import _ending_clearly
from hofspiele.training.players.agent_file import read_agent, sha256_of
from hofspiele.training.runs.checkpoints import Checkpoints
from hofspiele.training.runs.curve import cut_curve
from hofspiele.training.runs.run import Run
from tools.hostile.bombs import bombs, saved
from tools.hostile.checks import check_clear
from tools.hostile.drawn import Rng, changed, corrupted, one_of
from tools.hostile.forks import Ended, call, command, run_command
from tools.hostile.tasks import TOURNAMENT, TRAINING, TUNE, Task, new_folder, undisturbed


class Kind(NamedTuple):
    """A kind of file that is read.

    Attributes:
        files: pattern of the files in a folder.
        whole: returns a folder with intact files, which is copied.
        read: reads the files of a folder in a separate process.
        is_sealed: whether damage must not change any line of the output; it may remove lines.
    """

    files: str
    whole: Callable[[], Path]
    read: Callable[[Path], Ended]
    is_sealed: bool = True


def spoil_files(rng: Rng, folder: Path) -> int:
    """Damage one file of each kind, or replace it by a strange or malicious file."""
    for kind in KINDS:
        copy = folder / "copy"
        shutil.copytree(kind.whole(), copy)
        file = one_of(rng, sorted(copy.glob(kind.files)))
        spoil = one_of(rng, (_damage, _put_bomb, _change_values))
        spoil(file, rng)
        ended = kind.read(copy)
        assert not _marker().exists(), f"{file} ran code: {file.read_bytes()[:1000]!r}"
        if ended.status != 0:
            check_clear(ended)
            named = file.name in ended.errors or str(file.parent) in ended.errors
            assert named, f"error is {ended.errors!r}, expected one that names {file}"
        elif kind.is_sealed and spoil is _damage:
            others = {*ended.output.splitlines()} - {*_output(kind).splitlines()}
            assert not others, f"output of {file} has the new lines {others}, expected none"
        shutil.rmtree(copy)
    return len(KINDS)


@functools.cache
def _output(kind: Kind) -> str:
    """Return what is printed when intact files are read."""
    copy = new_folder() / "copy"
    shutil.copytree(kind.whole(), copy)
    ended = kind.read(copy)
    assert ended.status == 0, ended
    return ended.output


# --- spoilt files ------------------------------------------------------------------------------


def _damage(file: Path, rng: Rng) -> None:
    file.write_bytes(corrupted(file.read_bytes(), rng))


def _put_bomb(file: Path, rng: Rng) -> None:
    file.write_bytes(one_of(rng, _bombs()))
    _sign(file)


def _change_values(file: Path, rng: Rng) -> None:
    """Put strange values into an otherwise valid torch file; damage files of other formats."""
    if file.suffix != ".pt":
        _damage(file, rng)
        return
    content = torch.load(file, weights_only=True)
    file.write_bytes(saved(changed(content, rng)))
    _sign(file)


def _sign(file: Path) -> None:
    """Store the SHA-256 of a changed checkpoint file, so that it counts as intact."""
    progress = file.with_name("progress.json")
    if file.suffix == ".pt" and progress.exists():
        content = json.loads(progress.read_text())
        content["sha256"][file.name] = sha256_of(file)
        progress.write_text(json.dumps(content))


@functools.cache
def _marker() -> Path:
    """Return the path of the folder that malicious code would create."""
    return new_folder() / "marker"


@functools.cache
def _bombs() -> tuple[bytes, ...]:
    return tuple(bombs(_marker()).values())


# --- readers -----------------------------------------------------------------------------------


def _print_digest(content: Any) -> None:
    """Print the SHA-256 of tensors and plain values."""
    print(hashlib.sha256(saved(content)).hexdigest())


def _print_agent(file: Path) -> None:
    with _ending_clearly():
        _print_digest(vars(read_agent(file)))


def _read_agent(name: str, folder: Path) -> Ended:
    return call(_print_agent, folder / name)


def _print_checkpoint(folder: Path) -> None:
    """Print the SHA-256 of the newest checkpoint's content, except `progress.json`."""
    with _ending_clearly():
        found = Checkpoints(folder / "run" / "checkpoints").read_newest()
        assert found is not None
        _print_digest([found.learnt, found.pool])


def _open_run(folder: Path) -> None:
    """Do everything that `hofspiele train` does before it learns, and print the settings."""

    def open_only(run: Run) -> None:
        cut_curve(run.folder.curve, run.parts.model.num_timesteps)
        print(run.settings)

    train.carry_out = open_only
    command("train", f"resume={folder / 'run'}")


def _show(task: Task, folder: Path) -> Ended:
    """Run the command of a finished task and return the tables that it prints."""
    ended = run_command(task.command, *task.begin(folder))
    # The first line depends on how much work was done before; the last line is not a table.
    return ended._replace(output="\n".join(ended.output.splitlines()[1:-1]))


def _done(task: Task) -> Callable[[], Path]:
    return lambda: undisturbed(task).folder


@functools.cache
def _exported() -> Path:
    folder, agent = new_folder(), undisturbed(TRAINING).folder / "run"
    to = f"to={folder / 'agent.onnx'}"
    assert run_command("export", f"agent={agent}", to, "positions=100").status == 0
    return folder


KINDS = (
    Kind("run/agent.pt", _done(TRAINING), partial(_read_agent, "run")),
    Kind("agent.onnx", _exported, partial(_read_agent, "agent.onnx")),
    Kind("run/checkpoints/*768/*", _done(TRAINING), partial(call, _print_checkpoint)),
    Kind("run/[cv]*.[yj]*", _done(TRAINING), partial(call, _open_run), is_sealed=False),
    Kind("cup/*.[cj]*", _done(TOURNAMENT), partial(_show, TOURNAMENT)),
    Kind("study/trials.log", _done(TUNE), partial(_show, TUNE), is_sealed=False),
)
