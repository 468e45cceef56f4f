"""The folder of a dataset.

===================  =============================================================================
``README.md``        the card: how it was made, what is in it, how it is read; written last
``dataset.json``     all that the dataset follows from, and the versions it is made with
``parquet/``         shards: each holds all decisions of so many games, and is whole or not there
``minari/``          the same as a Minari dataset, below the path that its id names
===================  =============================================================================
"""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from hofspiele.envs.core.files import replacing
from hofspiele.training.cli.begun import begin_or_go_on
from hofspiele.training.cli.files import reading, telling
from hofspiele.training.cli.lock import clear


class DatasetFolder:
    """A dataset, new or to go on with, for one process at a time.

    Args:
        path: the folder; it is made if there is none.
        settings: all that the dataset follows from, versions included, JSON-ready; ``games`` and
            ``games_per_shard`` among it.

    Raises:
        ValueError: there is a dataset of other settings, something else than a dataset, or another
            process.
    """

    def __init__(self, path: Path, settings: dict[str, Any]):
        self.path = path
        self.settings = settings
        self.card = path / "README.md"
        self.minari = path / "minari"
        self._lock = begin_or_go_on(path / "dataset.json", settings, "to", "a dataset")
        games, size = settings["games"], settings["games_per_shard"]
        self.numbers = [range(k, min(k + size, games)) for k in range(0, games, size)]
        folder = path / "parquet"
        with telling(folder):
            folder.mkdir(exist_ok=True)
        clear(folder)
        count = len(self.numbers)
        self.shards = [folder / f"decisions-{k:05}-of-{count:05}.parquet" for k in range(count)]

    def missing(self) -> list[int]:
        """Numbers of the shards that are still to be played."""
        return [k for k, shard in enumerate(self.shards) if not shard.is_file()]

    def write_shard(self, number: int, table: pa.Table) -> None:
        """Write a shard whole, or not at all."""
        shard = self.shards[number]
        with telling(shard), replacing(shard) as temporary:
            pq.write_table(table, temporary, compression="zstd")

    def read_shard(self, number: int) -> pa.Table:
        """The decisions of a shard; ValueError if it is damaged."""
        with _reading(self.shards[number]):
            return pq.read_table(self.shards[number], partitioning=None)

    def decisions(self) -> int:
        """How many there are in all shards; ValueError if one is damaged."""
        total = 0
        for shard in self.shards:
            with _reading(shard):
                total += pq.read_metadata(shard).num_rows
        return total


def bytes_in(path: Path) -> int:
    """What all files in a folder take together."""
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


def _reading(shard: Path) -> Any:
    return reading(shard, "; remove it to have it made again")
