"""Files with the metrics of a run: the learning curve, and files for TensorBoard."""

import json
from numbers import Real
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import KVWriter, TensorBoardOutputFormat
from torch.utils.tensorboard import SummaryWriter

from hofspiele.training.files.read_write import write_errors, write_file
from hofspiele.training.runs.curve import read_curve


class CurveFile(KVWriter):
    """An output format of stable-baselines3 that appends numbers and ``steps`` to a file.

    Lines after `steps`, the number of steps so far, are removed, because a resumed run writes them
    again. If the file can't be written, `Logger.dump` raises a WriteError, too.
    """

    def __init__(self, path: Path, steps: int):
        self._path = path
        kept = [line for line in read_curve(path) if line["steps"] <= steps]
        write_file(path, "".join(json.dumps(line) + "\n" for line in kept))

    def write(
        self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0
    ) -> None:
        metrics = {
            name: float(value) for name, value in key_values.items() if isinstance(value, Real)
        }
        with write_errors(self._path), self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"steps": step, **metrics}) + "\n")

    def close(self) -> None:
        pass


class TensorBoardFiles(TensorBoardOutputFormat):
    """Files for TensorBoard in `folder`, which is created, but not its parent.

    TensorBoard hides metrics that a killed process wrote after `steps`, the number of steps so far.
    If the files can't be written, `Logger.dump` raises a WriteError, too.
    """

    def __init__(self, folder: Path, steps: int):
        self._folder = folder
        with write_errors(folder):
            folder.mkdir(exist_ok=True)
            self.writer = SummaryWriter(str(folder), purge_step=steps + 1)
        self._is_closed = False

    def write(
        self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0
    ) -> None:
        with write_errors(self._folder):
            super().write(key_values, key_excluded, step)
