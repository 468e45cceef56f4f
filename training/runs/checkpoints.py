"""Checkpoints of a run: files that are either complete or missing.

A checkpoint is the SHA-256 of its content, and then the content: arrays and JSON without code.
"""

import contextlib
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import safetensors.numpy
import torch

from hofspiele.training.files.read_write import RunError, in_a_line, write_errors, write_file

# Number of checkpoints that are kept. The older one is needed if the newest is corrupt.
_KEPT = 2
# The prefix of the names of checkpoints from self-play.
_STEPS = "steps"
_DIGEST_BYTES = 32
# The key of the header. In it, each JSON object has one of the following three keys.
_HEADER = "values"
_ARRAY, _TUPLE, _PAIRS = "array", "tuple", "pairs"


class Checkpoint(NamedTuple):
    """Everything that changes during a run."""

    learnt: Mapping[str, Any]  # the state of the model, as `model_state_of` returns it
    pool: Mapping[str, Any]  # the league's pool, as `Pool.state_dict` returns it
    cloned: int  # as in `Learner`

    def to_bytes(self) -> bytes:
        """Return the content of a file."""
        content = array_bytes(self._asdict())
        return hashlib.sha256(content).digest() + content

    @classmethod
    def of_bytes(cls, whole: bytes) -> "Checkpoint":
        """Return the checkpoint in the content of a file, with arrays for tensors.

        Any error may be raised if it is corrupt or no checkpoint.
        """
        content = whole[_DIGEST_BYTES:]
        if hashlib.sha256(content).digest() != whole[:_DIGEST_BYTES]:
            raise ValueError("it has changed since it was written")
        found = read_arrays(content)
        return cls(found["learnt"], found["pool"], int(found["cloned"]))


class Checkpoints:
    """The folder ``checkpoints/`` of a run, with one file for each checkpoint.

    Files are named after the progress of the run: ``imitation-DECISIONS`` or ``steps-STEPS``.
    """

    def __init__(self, path: Path):
        self.path = path

    def newest(self) -> Path | None:
        """Return the file of the newest checkpoint, or None without one."""
        found = self._all()
        return found[-1] if found else None

    def steps(self) -> int:
        """Return the number of steps at the newest checkpoint, or 0 before self-play."""
        newest = self.newest()
        kind, _, number = ("" if newest is None else newest.name).partition("-")
        return int(number) if kind == _STEPS and number.isdecimal() else 0

    def read_newest(self) -> Checkpoint | None:
        """Return the newest checkpoint, or None without one; raise RunError if corrupt."""
        newest = self.newest()
        if newest is None:
            return None
        try:
            return Checkpoint.of_bytes(newest.read_bytes())
        except Exception as error:  # A corrupt checkpoint can raise an error of any kind.
            *older, _ = self._all()
            restart = "there is no older checkpoint; start a new run"
            advice = f"remove it to resume from {older[-1]}" if older else restart
            raise RunError(f"{newest} is corrupt: {in_a_line(error)}; {advice}") from error

    def write(self, kind: str, number: int, checkpoint: Checkpoint) -> None:
        """Write a checkpoint, and remove all except the last two; raise WriteError on failure."""
        with write_errors(self.path):
            self.path.mkdir(exist_ok=True)
        write_file(self.path / f"{kind}-{number:012d}", checkpoint.to_bytes())
        for old in self._all()[:-_KEPT]:
            with contextlib.suppress(OSError):
                old.unlink()

    def _all(self) -> list[Path]:
        if not self.path.is_dir():
            return []
        return sorted(path for path in self.path.iterdir() if not path.name.startswith("."))


def array_bytes(content: Any) -> bytes:
    """Return mappings, lists, tuples, arrays, tensors and plain values as the bytes of a file."""
    arrays: dict[str, np.ndarray] = {}

    def encoded(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            value = value.detach().cpu().numpy()
        if isinstance(value, np.ndarray):
            name = str(len(arrays))
            arrays[name] = np.asarray(value, order="C")
            return {_ARRAY: name}
        if isinstance(value, dict):
            return {_PAIRS: [[key, encoded(entry)] for key, entry in value.items()]}
        if isinstance(value, list | tuple):
            entries = [encoded(entry) for entry in value]
            return {_TUPLE: entries} if isinstance(value, tuple) else entries
        return value.item() if isinstance(value, np.generic) else value

    header = json.dumps(encoded(content))
    return safetensors.numpy.save(arrays, {_HEADER: header})


def read_arrays(content: bytes) -> Any:
    """Return the values in `content`, a result of `array_bytes`; tensors become arrays.

    Any error may be raised if it is corrupt.
    """
    arrays = safetensors.numpy.load(content)
    size = int.from_bytes(content[:8], "little")
    metadata = json.loads(content[8 : 8 + size])["__metadata__"]

    def decoded(value: Any) -> Any:
        if isinstance(value, list):
            return [decoded(entry) for entry in value]
        if not isinstance(value, dict):
            return value
        ((kind, found),) = value.items()
        if kind == _ARRAY:
            return arrays[found]
        if kind == _TUPLE:
            return tuple(decoded(entry) for entry in found)
        return {key: decoded(entry) for key, entry in found}

    return decoded(json.loads(metadata[_HEADER]))


def as_tensors(value: Any) -> Any:
    """Return nested values with tensors instead of arrays."""
    if isinstance(value, np.ndarray):
        return torch.from_numpy(value)
    if isinstance(value, dict):
        return {key: as_tensors(entry) for key, entry in value.items()}
    return [as_tensors(entry) for entry in value] if isinstance(value, list) else value
