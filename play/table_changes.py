"""Changes of tables in memory: decisions, decisions that are taken back, and names.

Each change is saved on disk before it is carried out. It is completed even if its caller is
cancelled, so that disk and memory agree.
"""

import time

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.play.active_table import ActiveTable
from hofspiele.play.background_tasks import BackgroundTasks
from hofspiele.play.game_progress import GameProgress, RefusedError
from hofspiele.play.known_tables import KnownTables
from hofspiele.play.one_thread import OneThread
from hofspiele.play.store import Store
from hofspiele.play.stored_rows import Ending, Note
from hofspiele.play.table_request import tidy_name


class TableChanges:
    """The changes of the tables in `known`; the thread `disk` saves them in `store`."""

    def __init__(self, store: Store, disk: OneThread, known: KnownTables, tasks: BackgroundTasks):
        self._store = store
        self._disk = disk
        self._known = known
        self._tasks = tasks

    async def act(
        self, table: ActiveTable, seat: int, decision: int, action: int, note: str | None = None
    ) -> None:
        """Save a decision, then carry it out; a repeated decision changes nothing.

        Raises:
            RefusedError: the seat may not make this decision.
            sqlite3.Error: the decision could not be saved; nothing has changed.
        """
        await self._tasks.complete(self._act(table, seat, decision, action, note))

    async def _act(
        self, table: ActiveTable, seat: int, decision: int, action: int, note: str | None
    ) -> None:
        async with table.decision_lock:
            progress, game = table.progress, table.progress.game
            number = progress.setup.table
            step = progress.check(seat, decision, action)
            if step is None:
                return
            names = [game.action_name(made) for made in step.actions]
            ahead = {chooser: game.action_name(made) for chooser, made in step.ahead.items()}
            ending = _ending(game, step.positions[-1]) if step.positions else None
            notes = [] if note is None else [Note(decision, note)]
            await self._disk.run(
                self._store.decide, number, progress.decisions, names, ahead, notes, ending
            )
            progress.apply(step)
            table.notes += notes
        self._known.update(table.summary._replace(ending=ending))
        table.notify()

    async def take_back(self, table: ActiveTable, seat: int) -> None:
        """Take back the last decision.

        Raises:
            RefusedError: the seat may not take it back.
            sqlite3.Error: the file could not be written to; nothing has changed.
        """
        await self._tasks.complete(self._take_back(table, seat))

    async def _take_back(self, table: ActiveTable, seat: int) -> None:
        async with table.decision_lock:
            progress = table.progress
            if not progress.may_take_back(seat, progress.decisions):
                raise RefusedError(
                    "a decision can only be taken back in games against agents, while it is still "
                    "your turn and nothing new has become visible"
                )
            last = progress.decisions - 1
            await self._disk.run(self._store.take_back, progress.setup.table, last)
            self._replace(table, progress.changed(progress.setup, last))

    async def rename(self, table: ActiveTable, seat: int, name: str) -> None:
        """Rename the person at a seat.

        Raises:
            RefusedError: the game is over.
            sqlite3.Error: the name could not be saved; nothing has changed.
        """
        await self._tasks.complete(self._rename(table, seat, name))

    async def _rename(self, table: ActiveTable, seat: int, name: str) -> None:
        async with table.decision_lock:
            progress = table.progress
            if progress.over:
                raise RefusedError("the game is over; names can no longer be changed")
            setup = progress.setup.with_name(seat, tidy_name(name))
            if setup == progress.setup:
                return
            await self._disk.run(self._store.rename, setup)
            self._replace(table, progress.changed(setup, progress.decisions))

    def _replace(self, table: ActiveTable, progress: GameProgress) -> None:
        table.replace(progress)
        self._known.update(table.summary)
        table.notify()


def _ending(game: Game, state: np.record) -> Ending | None:
    """Return the ending of a game that ends now, or None if it is still in play."""
    if not game.is_over(state):
        return None
    return Ending(int(time.time()), game.scores(state).tolist(), game.ranks(state).tolist())
