"""The folder of a tournament: its settings and all results, so that it can be resumed.

======================  ==========================================================================
``tournament.json``     settings that determine the results; software versions at the start
``games.csv``           one row per game and seat, sorted by deal, line-up, rotation and place
``games.jsonl``         only with ``records=true``: a record of each game, in the same order
``ladder.md``           the ladder as a table
``pairwise.png``        a plot of how often each agent ranks above each other agent
======================  ==========================================================================
"""

import csv
import itertools
import math
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hofspiele.envs.core import GameRecord
from hofspiele.envs.core.checks import shown
from hofspiele.training.files.read_write import read_errors, write_errors
from hofspiele.training.files.resumable_folder import open_resumable_folder
from hofspiele.training.files.versions import versions

# Columns of games.csv. `line_up` is the index of a line-up, `place` an agent's index in it. In
# rotation r, the agent with index k holds seat (k + r) modulo the number of seats.
_COLUMNS = ("deal", "line_up", "rotation", "place", "agent", "rank", "score")

_CHANGED = "the file was changed: restore it or choose another results=FOLDER"


class TournamentFolder:
    """The settings and results of a new or resumed tournament, locked for this process.

    `settings` and the errors are as in `open_resumable_folder`; `line_ups` holds the names of the
    agents of each line-up, one per seat.
    """

    def __init__(self, path: Path, settings: dict[str, Any], line_ups: Sequence[Sequence[str]]):
        self.path = path
        self.games = path / "games.csv"
        self.records = path / "games.jsonl"
        self.page = path / "ladder.md"
        self.plot = path / "pairwise.png"
        self._keeps_records = bool(settings["records"])
        self._line_ups = line_ups
        size = len(line_ups[0])
        self._shape = (settings["deals_per_round"], len(line_ups), size, size)
        self._rows_per_round = math.prod(self._shape)
        self._lock = open_resumable_folder(
            path / "tournament.json",
            settings,
            "results",
            "a tournament",
            uncompared={"versions": versions()},
        )

    def read(self) -> list[np.ndarray]:
        """Return the ranks of each complete round as int16 (deals, line-ups, rotations, agents).

        Removes everything that an interrupted round has left in the files. Raises ValueError naming
        a wrong row or what is missing if a file was changed.
        """
        if not self.games.exists():
            self.records.unlink(missing_ok=True)
            return []
        with read_errors(self.games, f"; {_CHANGED}"):
            *lines, _ = self.games.read_text(encoding="utf-8").split("\n")
            rounds = max(0, len(lines) - 1) // self._rows_per_round
            header, *rows = [*csv.reader(lines[: 1 + rounds * self._rows_per_round])] or [[]]
        if lines and header != list(_COLUMNS):
            raise self._changed(1, header, ",".join(_COLUMNS))
        allowed = {str(rank) for rank in range(1, self._shape[-1] + 1)}
        for line, (row, key) in enumerate(zip(rows, self._keys(0), strict=False), 2):
            if row[:-2] != key or row[-2] not in allowed:
                raise self._changed(line, row, ",".join([*key, "RANK", "SCORE"]))
        _keep_lines(self.games, 1 + len(rows) if rows else 0)
        if not rows:
            self.records.unlink(missing_ok=True)
        elif self._keeps_records:
            _keep_lines(self.records, len(rows) // self._shape[-1])
        ranks = np.array([row[-2] for row in rows], np.int16)
        return list(ranks.reshape(-1, *self._shape))

    def _changed(self, line: int, row: list[str], expected: str) -> ValueError:
        return ValueError(
            f"{self.games}, line {line}: found {shown(','.join(row))}, expected {expected!r}; "
            f"{_CHANGED}"
        )

    def append(
        self, number: int, ranks: np.ndarray, scores: np.ndarray, records: Iterable[GameRecord]
    ) -> None:
        """Append round `number` (0, 1, …) to the files, including `records` if they are kept.

        `ranks` and `scores` (final points) are (deals, line-ups, rotations, agents).
        """
        # Records are written first, because `read` removes records without results.
        if self._keeps_records:
            with write_errors(self.records), self.records.open("a", encoding="utf-8") as file:
                file.writelines(record.to_json() + "\n" for record in records)
        keys = self._keys(number * self._shape[0])
        with write_errors(self.games), self.games.open("a", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            if number == 0:
                writer.writerow(_COLUMNS)
            for rank, score in zip(ranks.flat, scores.flat, strict=True):
                writer.writerow([*next(keys), rank, score])

    def _keys(self, first_deal: int) -> Iterator[list[str]]:
        """Yield the cells before the rank in each row of `first_deal` and of all later deals."""
        size = self._shape[-1]
        for deal in itertools.count(first_deal):
            for number, line_up in enumerate(self._line_ups):
                for rotation, place in itertools.product(range(size), repeat=2):
                    yield [*map(str, (deal, number, rotation, place)), line_up[place]]


def _keep_lines(file: Path, count: int) -> None:
    """Truncate a file after `count` lines; raise ValueError if it has fewer."""
    with read_errors(file, f"; {_CHANGED}"):
        *lines, _ = file.read_bytes().split(b"\n")
        if len(lines) < count:
            raise ValueError(f"found {len(lines):,} games, expected {count:,}")
    with write_errors(file):
        os.truncate(file, sum(len(line) + 1 for line in lines[:count]))
