"""Checkpoints of a run: folders that are either complete or missing.

A checkpoint consists of arrays and JSON without code, and of the digests of its files.
"""

import contextlib
import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hofspiele.envs.core.checks import shown
from hofspiele.training.cli.files import RunError, in_a_line, read_json, write_errors
from hofspiele.training.cli.lock import clear
from hofspiele.training.cli.signals import Interrupts
from hofspiele.training.runs.arrays import array_bytes, read_arrays

# Number of checkpoints that are kept. The older one is needed if the newest is corrupt.
_KEPT = 2
# The prefix of the names of checkpoints from self-play.
_STEPS = "steps"
_MODEL, _POOL, _PROGRESS = "model.safetensors", "league.safetensors", "progress.json"


class Checkpoint(NamedTuple):
    """Everything that changes during a run.

    Attributes:
        learnt: the state of the model, as `model_state_of` returns it.
        pool: the league's pool, as `Pool.state_dict` returns it, or None.
        cloned: as in `RunParts`.
    """

    learnt: Mapping[str, Any]
    pool: Mapping[str, Any] | None
    cloned: int

    def write(self, folder: Path) -> None:
        """Write the checkpoint to an existing folder."""
        digests = {_MODEL: _save(self.learnt, folder / _MODEL)}
        if self.pool is not None:
            digests[_POOL] = _save(self.pool, folder / _POOL)
        progress = {"imitated": self.cloned, "sha256": digests}
        (folder / _PROGRESS).write_text(json.dumps(progress) + "\n")

    @classmethod
    def read(cls, folder: Path) -> "Checkpoint":
        """Return the checkpoint in `folder`, with arrays for tensors.

        Raises:
            Exception: the folder is corrupt or is not a checkpoint. The error can be of any kind.
        """
        progress = read_json(folder / _PROGRESS)
        digests = progress["sha256"]
        if unknown := set(digests) - {_MODEL, _POOL}:
            raise ValueError(f"{_PROGRESS} names {shown(unknown)}, expected only {_MODEL}, {_POOL}")
        return cls(
            _load(folder / _MODEL, digests[_MODEL]),
            _load(folder / _POOL, digests[_POOL]) if _POOL in digests else None,
            int(progress["imitated"]),
        )


def _save(content: Mapping[str, Any], file: Path) -> str:
    """Write arrays and plain values to `file`; return its SHA-256."""
    whole = array_bytes(content)
    file.write_bytes(whole)
    return hashlib.sha256(whole).hexdigest()


def _load(file: Path, digest: str) -> Any:
    """Return the content of a file that `_save` wrote; raise ValueError if it has changed."""
    content = file.read_bytes()
    if hashlib.sha256(content).hexdigest() != digest:
        raise ValueError(f"{file.name} has changed since it was written")
    return read_arrays(content)


class Checkpoints:
    """The folder ``checkpoints/`` of a run, with one folder for each checkpoint.

    Folders are named after the progress of the run: ``imitation-DECISIONS`` or ``steps-STEPS``.
    """

    def __init__(self, path: Path):
        self.path = path

    def newest(self) -> Path | None:
        """Return the folder of the newest complete checkpoint, or None without one."""
        found = self._all()
        return found[-1] if found else None

    def steps(self) -> int:
        """Return the number of steps at the newest complete checkpoint, or 0 before self-play."""
        newest = self.newest()
        kind, _, number = ("" if newest is None else newest.name).partition("-")
        return int(number) if kind == _STEPS and number.isdecimal() else 0

    def read_newest(self) -> Checkpoint | None:
        """Return the newest checkpoint, or None without one; raise RunError if corrupt."""
        newest = self.newest()
        if newest is None:
            return None
        try:
            return Checkpoint.read(newest)
        except Exception as error:  # A corrupt checkpoint can raise an error of any kind.
            *older, _ = self._all()
            restart = "there is no older checkpoint; start a new run"
            advice = f"remove it to resume from {older[-1]}" if older else restart
            raise RunError(f"{newest} is corrupt: {in_a_line(error)}; {advice}") from error

    @contextlib.contextmanager
    def writing(self, kind: str, number: int) -> Iterator[Path]:
        """Yield an empty folder, which becomes a checkpoint if the `with` block succeeds.

        If it succeeds, all checkpoints except the last two are removed.
        """
        final = self.path / f"{kind}-{number:012d}"
        temporary = self.path / f".{final.name}.tmp"
        try:
            with write_errors(final):
                self.path.mkdir(exist_ok=True)
                clear(self.path)
                temporary.mkdir()
                yield temporary
                # An interruption between the two renames would lose the old and the new checkpoint.
                with Interrupts():
                    if final.exists():
                        final.rename(self.path / f".{final.name}.old.tmp")
                    temporary.rename(final)
            for old in self._all()[:-_KEPT]:
                # A partly removed checkpoint would look complete, so it is renamed first.
                with contextlib.suppress(OSError):
                    old.rename(self.path / f".{old.name}.old.tmp")
        finally:
            clear(self.path)

    def _all(self) -> list[Path]:
        if not self.path.is_dir():
            return []
        return sorted(path for path in self.path.iterdir() if not path.name.startswith("."))
