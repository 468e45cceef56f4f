"""The folder of a dataset, and reading it with checks.

===================  =============================================================================
``README.md``        the card: how the dataset was made, what it contains, how to read it
``dataset.json``     everything that determines the dataset, the versions, the number of decisions
``parquet/``         shards: each holds all decisions of a number of consecutive games
===================  =============================================================================

A shard is either complete or missing. The card and the number of decisions are written last.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq

from hofspiele.envs.command_line.parse import parse
from hofspiele.envs.command_line.setting import REQUIRED, setting
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import number_that_fits, shown
from hofspiele.training.files.read_write import naming, read_errors, read_json
from hofspiele.training.files.resumable_folder import check_unchanged
from hofspiele.training.files.versions import identity_of
from hofspiele.training.offline.decisions import MEANING, deal_seeds, from_arrow, schema_of

FILE = "dataset.json"


@dataclass(frozen=True)
class Contents:
    """The content of ``dataset.json``."""

    game: dict[str, Any] = setting(REQUIRED, "see `identity_of`")
    line_up: list[str] = setting(REQUIRED, "name of the agent for each seat")
    agents: dict[str, str | None] = setting(REQUIRED, "SHA-256 of each agent's file, if any")
    seed: int = setting(REQUIRED, "seed of the deals and of the agents' choices", least=0)
    games: int = setting(REQUIRED, "number of games", least=1)
    games_per_shard: int = setting(REQUIRED, "number of games per Parquet file", least=1)
    deterministic: bool = setting(REQUIRED, "whether trained agents take the best action")
    versions: dict[str, str | None] = setting(REQUIRED, "versions of the software")
    decisions: int | None = setting(None, "number of decisions; null: the dataset is unfinished")


@dataclass(frozen=True)
class StoredDataset:
    """A complete dataset of a game in a folder.

    `contents` is the content of ``dataset.json``: ``line_up``, ``seed``, ``versions`` and more.
    """

    folder: Path
    game: Game
    contents: Contents

    @property
    def games(self) -> int:
        """The number of games."""
        return self.contents.games

    @property
    def decisions(self) -> int:
        """The number of decisions, which is the number of rows of all files."""
        return self.contents.decisions or 0

    def files(self) -> Iterator[tuple[Path, range]]:
        """Yield the path of each shard, and the indices of its games."""
        size = self.contents.games_per_shard
        count = -(-self.games // size)
        for number in range(count):
            path = self.folder / "parquet" / f"decisions-{number:05}-of-{count:05}.parquet"
            yield path, range(number * size, min((number + 1) * size, self.games))

    def count_rows(self) -> int:
        """Return the number of rows of all shards; raise ValueError if one can't be opened."""
        rows = 0
        for path, _ in self.files():
            with self._opened(path) as file:
                rows += file.metadata.num_rows
        return rows

    def shards(self) -> Iterator[dict[str, np.ndarray]]:
        """Yield the decisions of one shard after the other; see `read`."""
        for path, numbers in self.files():
            with self._opened(path) as file:
                rows = from_arrow(file.read())
                self._check_values(rows, numbers)
            yield rows

    def read(self) -> dict[str, np.ndarray]:
        """Return all D decisions by column, ordered by game and ply.

        The columns are described in the card. ``action_mask`` is (D, A) bool, ``observation`` is
        (D, size) float32, and all others are (D,).

        Raises:
            ValueError: a file is corrupt, contains impossible values, or does not fit into memory.
        """
        self._check_size(self.decisions)
        shards = list(self.shards())
        return {name: np.concatenate([rows[name] for rows in shards]) for name in shards[0]}

    @contextlib.contextmanager
    def _opened(self, path: Path) -> Iterator[pq.ParquetFile]:
        """Open a shard after checking its columns and its number of rows; see `read_errors`."""
        _check_file(path)
        advice = "; remove it and repeat the command, which writes it again"
        with read_errors(path, advice), pq.ParquetFile(path) as file:
            for column, expected in zip_longest(file.schema_arrow, schema_of(self.game)):
                if str(column) != str(expected):
                    raise ValueError(f"it has {column}, expected {expected}")
            self._check_size(file.metadata.num_rows)
            yield file

    def _check_size(self, rows: int) -> None:
        row_bytes = 4 * self.game.layout.size + self.game.num_actions
        number_that_fits("the number of rows", rows, row_bytes)

    def _check_values(self, rows: dict[str, np.ndarray], numbers: range) -> None:
        """Raise ValueError unless the rows are legal decisions of the games `numbers`, in order."""
        game, games, index = self.game, rows["game"], np.arange(len(rows["game"]))
        limits: dict[str, tuple[Any, Any]] = {
            "game": (numbers.start, numbers.stop - 1),
            "seat": (0, game.num_players - 1),
            "action": (0, game.num_actions - 1),
            "rank": (1, game.num_players),
            "observation": (game.layout.low(), game.layout.high()),
        }
        inside = {name: rows[name].clip(*limits[name]) for name in limits}
        right = {name: inside[name] == rows[name] for name in limits}
        steps = np.diff(games, prepend=-1)
        firsts = np.maximum.accumulate(np.where(steps != 0, index, 0))
        holders = (rows["seat"] - games) % game.num_players
        right |= {
            "game": right["game"] & (steps >= 0),
            "deal_seed": rows["deal_seed"] == deal_seeds(self.contents.seed, games),
            "ply": rows["ply"] == index - firsts,
            "agent": rows["agent"] == np.array(self.contents.line_up)[holders],
            "action": right["action"] & rows["action_mask"][index, inside["action"]],
            "outcome": np.isfinite(rows["outcome"]),
            "score": np.isfinite(rows["score"]),
            "observation": right["observation"].all(1),
        }
        for name, are_right in right.items():
            if not are_right.all():
                row = int(are_right.argmin())
                meaning = schema_of(game).field(name).metadata[MEANING].decode()
                (value,) = rows[name][row : row + 1].tolist()
                raise ValueError(f"{name} is {shown(value)} in row {row}, expected {meaning}")


def load_dataset(folder: str | Path, game: Game) -> StoredDataset:
    """Return the dataset in `folder`, which may come from somebody else.

    Checks ``dataset.json``, and the columns and the number of rows of all Parquet files. Values are
    checked when they are read. No code from the folder runs.

    Args:
        folder: a folder that `dataset` or ``hofspiele dataset`` has written.
        game: the game of the dataset, with the same options.

    Raises:
        ValueError: a file is missing or corrupt, or the dataset is unfinished or of another game.
    """
    folder = Path(folder)
    file = folder / FILE
    _check_file(file)
    found = read_json(file)
    with naming(file):
        contents = parse(found, Contents)
        check_unchanged({"game": identity_of(game)}, found, "the dataset", "load another dataset")
        if len(contents.line_up) != game.num_players:
            raise ValueError(f"line_up is {contents.line_up}, expected {game.num_players} names")
        if contents.decisions is None:
            raise ValueError("decisions is null: repeat the command, which writes the other games")
    stored = StoredDataset(folder, game, contents)
    if (rows := stored.count_rows()) != stored.decisions:
        raise ValueError(f"{file}: decisions is {stored.decisions}, but the files have {rows} rows")
    return stored


def _check_file(path: Path) -> None:
    if not path.is_file():  # Opening a pipe would wait for ever.
        raise ValueError(f"{path} is missing or no regular file, expected a file of a dataset")
