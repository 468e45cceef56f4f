"""Checkpoints of a run: folders that are there whole or not at all.

They hold tensors and JSON, no code, and the digests of their files.
"""

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hofspiele.envs.core.checks import shown
from hofspiele.training.cli.command import RunError
from hofspiele.training.cli.files import in_a_line, read_json, telling
from hofspiele.training.cli.lock import clear
from hofspiele.training.cli.signals import Interrupts
from hofspiele.training.cli.tensors import read_tensors, tensor_bytes

# the newest and the one before, should the newest be damaged from outside
_KEPT = 2
# the kind of those in whose name steps are counted
_STEPS = "steps"
_MODEL, _POOL, _PROGRESS = "model.pt", "league.pt", "progress.json"


class OlderVersionError(RunError):
    """A checkpoint that was written before its files were as they are now."""


class Checkpoint(NamedTuple):
    """All that changes in a run.

    Attributes:
        learnt: what the model has learnt, as `learnt_of` gives it.
        pool: of the league, as `Pool.state_dict` gives it; None if there is none.
        cloned: decisions of the teacher that the model has learnt from.
    """

    learnt: Mapping[str, Any]
    pool: Mapping[str, Any] | None
    cloned: int

    def write(self, folder: Path) -> None:
        """Write it to a folder that is there."""
        digests = {_MODEL: _save(self.learnt, folder / _MODEL)}
        if self.pool is not None:
            digests[_POOL] = _save(self.pool, folder / _POOL)
        progress = {"imitated": self.cloned, "sha256": digests}
        (folder / _PROGRESS).write_text(json.dumps(progress) + "\n")

    @classmethod
    def read(cls, folder: Path) -> "Checkpoint":
        """Return what `write` has written there, with all tensors on the CPU.

        Raises:
            OlderVersionError: it was written by a version of which this one can't go on.
            Exception: of any kind: it is something else.
        """
        progress = read_json(folder / _PROGRESS)
        if set(progress) == {"imitated"}:
            raise OlderVersionError(
                f"{folder} is of an older version, which did not keep the digests of its files: go "
                "on with that version, or begin a new run"
            )
        digests = progress["sha256"]
        if unknown := set(digests) - {_MODEL, _POOL}:
            raise ValueError(f"{_PROGRESS} tells of {shown(unknown)}, expected {_MODEL}, {_POOL}")
        return cls(
            _load(folder / _MODEL, digests[_MODEL]),
            _load(folder / _POOL, digests[_POOL]) if _POOL in digests else None,
            int(progress["imitated"]),
        )


def _save(content: Mapping[str, Any], file: Path) -> str:
    """Write tensors and plain values; gives back the file's SHA-256."""
    whole = tensor_bytes(content)
    file.write_bytes(whole)
    return hashlib.sha256(whole).hexdigest()


def _load(file: Path, digest: str) -> Any:
    """Return what `_save` has written; ValueError if it is something else."""
    content = file.read_bytes()
    if hashlib.sha256(content).hexdigest() != digest:
        raise ValueError(f"{file.name} is not as it was written")
    try:
        return read_tensors(content)
    except ValueError as error:
        raise ValueError(f"{file.name} holds something else than tensors: {error}") from error


class Checkpoints:
    """The folder ``checkpoints/`` of a run, with one folder for each checkpoint.

    They are named by how far the run was: ``imitation-…`` by decisions, ``steps-…`` by steps.
    """

    def __init__(self, path: Path):
        self.path = path

    def newest(self) -> Path | None:
        """Return the last whole checkpoint, None if there is none."""
        found = self._all()
        return found[-1] if found else None

    def steps(self) -> int:
        """Return how many steps had been learnt at the last whole checkpoint."""
        newest = self.newest()
        kind, _, number = ("" if newest is None else newest.name).partition("-")
        return int(number) if kind == _STEPS and number.isdecimal() else 0

    def read_newest(self) -> Checkpoint | None:
        """Return what the last one holds, None if there is none; RunError if it can't be read."""
        newest = self.newest()
        if newest is None:
            # as a link to a disk that is away: begun anew, the run would lose its curve
            if os.path.lexists(self.path) and not self.path.is_dir():
                raise RunError(
                    f"{self.path} is no folder; restore it, or remove it to begin the run anew"
                )
            return None
        try:
            return Checkpoint.read(newest)
        except OlderVersionError:
            raise
        except Exception as error:  # what a damaged one raises is anyone's guess
            raise self.damaged(newest, error) from error

    @contextlib.contextmanager
    def writing(self, kind: str, number: int) -> Iterator[Path]:
        """An empty folder to write to; it becomes a checkpoint only if nothing goes wrong.

        Older ones than the last two are removed then.

        Raises:
            WriteError: the disk is full, or can't be written to for another reason.
        """
        final = self.path / f"{kind}-{number:012d}"
        temporary = self.path / f".{final.name}.tmp"
        try:
            with telling(final):
                self.path.mkdir(exist_ok=True)
                clear(self.path)
                temporary.mkdir()
                yield temporary
                # cut off in between, neither would be left
                with Interrupts():
                    if final.exists():
                        final.rename(self.path / f".{final.name}.old.tmp")
                    temporary.rename(final)
            for old in self._all()[:-_KEPT]:
                # half removed, it would look whole
                with contextlib.suppress(OSError):
                    old.rename(self.path / f".{old.name}.old.tmp")
        finally:
            clear(self.path)

    def damaged(self, checkpoint: Path, error: Exception) -> RunError:
        """The error that says that a checkpoint can't be read, and what to do."""
        older = [path for path in self._all() if path != checkpoint]
        advice = f"remove it to go on from {older[-1]}" if older else "there is no other one"
        return RunError(f"{checkpoint} is damaged: {in_a_line(error)}; {advice}")

    def _all(self) -> list[Path]:
        if not self.path.is_dir():
            return []
        return sorted(path for path in self.path.iterdir() if not path.name.startswith("."))
