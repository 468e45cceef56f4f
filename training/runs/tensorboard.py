"""stable-baselines3's output format for TensorBoard, extended for resumed runs."""

from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import TensorBoardOutputFormat
from torch.utils.tensorboard import SummaryWriter

from hofspiele.training.cli.files import write_errors


class TensorBoardFiles(TensorBoardOutputFormat):
    """Files for TensorBoard in `folder`, which is created, but not its parent.

    TensorBoard hides metrics that a killed process wrote after `steps`, the number of steps so far.

    Raises:
        WriteError: the files can't be written. `Logger.dump` raises it, too.
    """

    def __init__(self, folder: Path, steps: int):
        self._folder = folder
        with write_errors(folder):
            folder.mkdir(exist_ok=True)
            self.writer = SummaryWriter(str(folder), purge_step=steps + 1)
        self._is_closed = False

    def write(
        self,
        key_values: dict[str, Any],
        key_excluded: dict[str, tuple[str, ...]],
        step: int = 0,
    ) -> None:
        with write_errors(self._folder):
            super().write(key_values, key_excluded, step)
