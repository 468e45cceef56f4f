"""The folder of a tournament: its settings and all results, with which it can resume.

======================  ==========================================================================
``tournament.json``     settings that determine the results, and the versions at its start
``games.csv``           one row for each game and agent, in the order of play; rows are only added
``games.jsonl``         with ``records=true``: a record of each game, in the same order
``pairwise.png``        who ranks above whom
======================  ==========================================================================
"""

import csv
import io
import itertools
import math
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hofspiele.envs.core import GameRecord
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.files import replacing
from hofspiele.training.cli.files import read_errors, write_errors
from hofspiele.training.cli.resumable_folder import open_resumable_folder
from hofspiele.training.cli.versions import versions

# `line_up` is the number of the line-up, `place` that of the agent in it; in rotation r, the agent
# at place k holds seat k + r.
_COLUMNS = ("deal", "line_up", "rotation", "place", "agent", "rank", "score")

_CHANGED = "the file was changed: restore it or choose other results=FOLDER"


class TournamentFolder:
    """The settings and results of one tournament, new or resumed, open in one process at a time.

    Args:
        path: the folder, which is made if it is missing.
        settings: everything that determines the results, JSON-ready.
        line_ups: names of the agents of each line-up, one per seat.
        deals_per_round: number of deals that are added at a time.

    Raises:
        ValueError: the folder holds results of other settings or something else, or another process
            uses it.
    """

    def __init__(
        self,
        path: Path,
        settings: dict[str, Any],
        line_ups: Sequence[Sequence[str]],
        deals_per_round: int,
    ):
        self.path = path
        self.games = path / "games.csv"
        self.records = path / "games.jsonl"
        self.plot = path / "pairwise.png"
        self._keeps_records = bool(settings["records"])
        self._line_ups = line_ups
        size = len(line_ups[0])
        self._shape = (deals_per_round, len(line_ups), size, size)
        self._rows_per_round = math.prod(self._shape)
        self._lock = open_resumable_folder(
            path / "tournament.json",
            settings,
            "results",
            "a tournament",
            beside={"versions": versions()},
        )

    def read(self) -> list[np.ndarray]:
        """Return the ranks of each round so far: (deals, line-ups, rotations, places) int16.

        Raises:
            ValueError: names the first line that this tournament would not have written.
        """
        ranks = self._read_ranks()
        if self._keeps_records:
            self._cut_records(len(ranks) * self._rows_per_round // self._shape[-1])
        return ranks

    def _read_ranks(self) -> list[np.ndarray]:
        # A dangling symlink may point to a disk that is not mounted, so results are not restarted.
        if not os.path.lexists(self.games):
            return []
        with (
            read_errors(self.games, f"; {_CHANGED}"),
            self.games.open(encoding="utf-8", newline="") as file,
        ):
            header, *rows = [*csv.reader(file)] or [[]]
        if header != list(_COLUMNS):
            raise self._changed(1, header, ",".join(_COLUMNS))
        allowed = {str(rank) for rank in range(1, self._shape[-1] + 1)}
        whole_rounds = -(-len(rows) // self._rows_per_round) * self._rows_per_round
        for line, key in enumerate(itertools.islice(self._keys(0), whole_rounds), 2):
            row = rows[line - 2] if line - 2 < len(rows) else []
            if row[:-2] != key or row[-2] not in allowed:
                raise self._changed(line, row, ",".join([*key, "RANK", "SCORE"]))
        ranks = np.array([row[-2] for row in rows], np.int16)
        return list(ranks.reshape(-1, *self._shape))

    def _changed(self, line: int, row: list[str], expected: str) -> ValueError:
        return ValueError(
            f"{self.games}, line {line}: found {shown(','.join(row))}, expected {expected!r}; "
            f"{_CHANGED}"
        )

    def _cut_records(self, games: int) -> None:
        """Remove the records of a round that was interrupted before its results were written."""
        if games == 0:
            self.records.unlink(missing_ok=True)
            return
        with read_errors(self.records, f"; {_CHANGED}"):
            *lines, _ = self.records.read_bytes().split(b"\n")
            if len(lines) < games:
                raise ValueError(f"found {len(lines)} games, expected {games}")
        with write_errors(self.records):
            os.truncate(self.records, sum(len(line) + 1 for line in lines[:games]))

    def append(
        self,
        number: int,
        ranks: np.ndarray,
        scores: np.ndarray,
        records: Iterable[GameRecord] = (),
    ) -> None:
        """Add round `number` (0, 1, …).

        Args:
            number: number of the round.
            ranks: ranks as (deals, line-ups, rotations, places).
            scores: final points in the same shape.
            records: records in the same order, if they are kept.
        """
        # Records come first, because records without results are removed again.
        if self._keeps_records:
            with write_errors(self.records), self.records.open("a", encoding="utf-8") as file:
                file.writelines(record.to_json() + "\n" for record in records)
        rows = io.StringIO(newline="")
        writer = csv.writer(rows, lineterminator="\n")
        if number == 0:
            writer.writerow(_COLUMNS)
        keys = self._keys(number * self._shape[0])
        for rank, score in zip(ranks.flat, scores.flat, strict=True):
            writer.writerow([*next(keys), rank, score])
        with write_errors(self.games), replacing(self.games) as temporary:
            if number > 0:
                shutil.copyfile(self.games, temporary)
            with temporary.open("a", encoding="utf-8", newline="") as file:
                file.write(rows.getvalue())

    def _keys(self, first_deal: int) -> Iterator[list[str]]:
        """Yield the cells before rank and score in the rows from `first_deal` on, endlessly."""
        size = self._shape[-1]
        for deal in itertools.count(first_deal):
            for number, line_up in enumerate(self._line_ups):
                for rotation, place in itertools.product(range(size), repeat=2):
                    yield [*map(str, (deal, number, rotation, place)), line_up[place]]
