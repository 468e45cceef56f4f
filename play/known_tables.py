"""The tables that a server knows: summaries of all, and those that are in memory."""

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from hofspiele.play.active_table import ActiveTable
from hofspiele.play.game_progress import RefusedError
from hofspiele.play.store import Seat, TableSummary

# Maximum number of tables in play.
MOST_RUNNING = 500
# Maximum number of finished tables that stay in memory.
_MOST_KEPT = 50
# Maximum number of resting tables, and of finished tables, that are listed.
_MOST_LISTED = 200


class KnownTables:
    """The tables that a server knows.

    A table with people is *resting* while it is not in memory and its game is not over.

    Args:
        summaries: summaries of all tables by number, oldest first.
        seats: the people's seats at these tables, by the digests of their tokens.

    Attributes:
        running: the tables in play that are in memory, by number.
    """

    def __init__(self, summaries: Mapping[int, TableSummary], seats: Mapping[bytes, Seat]):
        self.running: dict[int, ActiveTable] = {}
        self._finished: OrderedDict[int, ActiveTable] = OrderedDict()
        self._summaries = dict(summaries)
        self._seats = dict(seats)

    def summary(self, number: int) -> TableSummary:
        """Return the summary of table `number`; raise RefusedError if it is unknown."""
        if number not in self._summaries:
            raise RefusedError(f"there is no table {number}")
        return self._summaries[number]

    def in_memory(self, number: int) -> ActiveTable | None:
        """Return table `number`, or None if it is not in memory."""
        return self.running.get(number) or self._finished.get(number)

    def seat_of(self, token: str) -> Seat | None:
        """Return the seat that a token opens, or None.

        The seat is looked up by the token's digest, so that the time of the lookup reveals nothing
        about tokens.
        """
        return self._seats.get(digest(token))

    def rests(self, number: int) -> bool:
        """Return whether table `number` is resting; raise RefusedError if it is unknown."""
        summary = self.summary(number)
        return bool(summary.setup.people) and not (summary.over or number in self.running)

    def interrupted(self) -> list[int]:
        """Return the numbers of unfinished tables without people that are not in memory."""
        return [
            number
            for number, summary in self._summaries.items()
            if not (summary.over or summary.setup.people or number in self.running)
        ]

    def check_room(self) -> None:
        """Raise RefusedError if no more tables may be in play."""
        if len(self.running) >= MOST_RUNNING:
            raise RefusedError(
                f"{MOST_RUNNING} tables are already in play, the most this server allows; try "
                "again later"
            )

    def listed(self) -> list[dict[str, Any]]:
        """Return the tables in play, then the latest resting and finished ones, as JSON values."""
        in_play = [self._summaries[number] for number in self.running]
        others = [
            summary for number, summary in self._summaries.items() if number not in self.running
        ]
        resting = [one for one in others if self.rests(one.setup.table)][-_MOST_LISTED:]
        over = [summary for summary in others if summary.over][-_MOST_LISTED:]
        return [
            summary.describe(rests=group is resting)
            for group in (in_play, resting, over)
            for summary in reversed(group)
        ]

    # --- changes -------------------------------------------------------------------------------

    def add(self, summary: TableSummary, seats: Mapping[bytes, int]) -> None:
        """Add a new table with the seats of its people, by the digests of their tokens."""
        number = summary.setup.table
        self._summaries[number] = summary
        self._seats |= {digest: Seat(number, seat) for digest, seat in seats.items()}

    def update(self, summary: TableSummary) -> None:
        """Replace the summary of a table; a table whose game is over is no longer in play."""
        number = summary.setup.table
        self._summaries[number] = summary
        if summary.over and number in self.running:
            self.keep_finished(self.running.pop(number))

    def keep_finished(self, table: ActiveTable) -> ActiveTable:
        """Keep a finished table in memory until too many newer ones are kept, and return it."""
        self._finished[table.progress.setup.table] = table
        if len(self._finished) > _MOST_KEPT:
            self._finished.popitem(last=False)
        return table

    def forget(self, number: int) -> None:
        """Forget a finished table and its seats."""
        self._summaries.pop(number, None)
        self._finished.pop(number, None)
        self._seats = {digest: seat for digest, seat in self._seats.items() if seat.table != number}


def digest(token: str) -> bytes:
    """Return the digest under which the seat of a token is stored."""
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()
