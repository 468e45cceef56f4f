"""The figures of a run for TensorBoard."""

import io
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import KVWriter
from tensorboard.compat.proto.event_pb2 import Event, SessionLog
from tensorboard.compat.proto.summary_pb2 import Summary
from tensorboard.summary.writer.record_writer import RecordWriter

from hofspiele.training.cli.files import telling

# of files of events
_VERSION = "brain.Event:2"


class TensorBoardFile(KVWriter):
    """Writes figures as they come; stable-baselines3's own does so in a thread, errors as well.

    Args:
        folder: of all files of the run; it is made if there is none, but not the run's own.
        steps: of the run so far; what files of before have beyond, as after a kill, counts no more.

    Raises:
        WriteError: the disk is full, or can't be written to for another reason; of `write`, too.
    """

    def __init__(self, folder: Path, steps: int):
        # TensorBoard reads files in the order of their names
        self._path = folder / f"events.out.tfevents.{time.time():017.6f}"
        with telling(folder):
            folder.mkdir(exist_ok=True)
        self._add(Event(file_version=_VERSION))
        self._add(Event(step=steps + 1, session_log=SessionLog(status=SessionLog.START)))

    def write(
        self,
        key_values: dict[str, Any],
        key_excluded: Mapping[str, tuple[str, ...] | None],
        step: int = 0,
    ) -> None:
        figures = [
            Summary.Value(tag=name, simple_value=float(value))
            for name, value in sorted(key_values.items())
            if "tensorboard" not in (key_excluded[name] or ())
        ]
        self._add(Event(step=step, summary=Summary(value=figures)))

    def _add(self, event: Event) -> None:
        event.wall_time = time.time()
        record = io.BytesIO()
        RecordWriter(record).write(event.SerializeToString())
        with telling(self._path), self._path.open("ab") as file:
            file.write(record.getvalue())

    def close(self) -> None:
        """Nothing is open."""
