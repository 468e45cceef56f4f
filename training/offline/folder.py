"""The folder of a dataset.

===================  =============================================================================
``README.md``        the card: how the dataset was made, what it contains, how to read it
``dataset.json``     all settings that determine the dataset, and the versions it was made with
``parquet/``         shards: each holds all decisions of a number of consecutive games
``minari/``          the same games as a Minari dataset, in subfolders named by its id
===================  =============================================================================

A shard is either complete or missing. The card is written last.
"""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from hofspiele.envs.core.text.files import replacing
from hofspiele.training.cli.files import read_errors, write_errors
from hofspiele.training.cli.lock import clear
from hofspiele.training.cli.resumable_folder import open_resumable_folder


class DatasetFolder:
    """The folder of a new or unfinished dataset, open in one process at a time.

    Args:
        path: the folder, which is created if it is missing.
        settings: everything that determines the dataset, as JSON-serialisable values: the versions,
            ``games``, ``games_per_shard`` and more.

    Raises:
        ValueError: the folder contains other files or a dataset with different settings, or
            another process has it open.
    """

    def __init__(self, path: Path, settings: dict[str, Any]):
        self.path = path
        self.settings = settings
        self.card = path / "README.md"
        self.minari = path / "minari"
        self._lock = open_resumable_folder(path / "dataset.json", settings, "to", "a dataset")
        games, size = settings["games"], settings["games_per_shard"]
        self.numbers = [range(k, min(k + size, games)) for k in range(0, games, size)]
        folder = path / "parquet"
        with write_errors(folder):
            folder.mkdir(exist_ok=True)
        clear(folder)
        count = len(self.numbers)
        self.shards = [folder / f"decisions-{k:05}-of-{count:05}.parquet" for k in range(count)]

    def missing(self) -> list[int]:
        """Return the indices of the shards that have not been written yet."""
        return [k for k, shard in enumerate(self.shards) if not shard.is_file()]

    def write_shard(self, number: int, table: pa.Table) -> None:
        """Write a shard, either completely or not at all."""
        shard = self.shards[number]
        with write_errors(shard), replacing(shard) as temporary:
            pq.write_table(table, temporary, compression="zstd")

    def read_shard(self, number: int) -> pa.Table:
        """Return the decisions of a shard; raise ValueError if it is corrupt."""
        with _reading(self.shards[number]):
            return pq.read_table(self.shards[number], partitioning=None)

    def decisions(self) -> int:
        """Return the number of decisions in all shards; raise ValueError if a shard is corrupt."""
        total = 0
        for shard in self.shards:
            with _reading(shard):
                total += pq.read_metadata(shard).num_rows
        return total


def bytes_in(path: Path) -> int:
    """Return the total size of all files in a folder and its subfolders, in bytes."""
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


def _reading(shard: Path) -> Any:
    return read_errors(shard, "; remove it and repeat the command, which writes it again")
