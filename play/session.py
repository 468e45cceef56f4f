"""What is answered to a seat, or to who watches, and what not."""

import asyncio
import secrets
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from hofspiele.play.active_table import ActiveTable
from hofspiele.play.frames import decision_fields
from hofspiele.play.game_progress import RefusedError
from hofspiele.play.messages import BadMessageError, Message
from hofspiele.play.table_manager import TableManager

_Answer = Callable[[Message], Awaitable[None]]
_Question = Callable[[], Awaitable[dict[str, Any]]]


class Wire(Protocol):
    """Where messages come from and go to; its methods raise once nobody is there any more."""

    async def receive(self) -> Message: ...

    async def send(self, kind: str, **content: Any) -> None: ...

    async def changed(self) -> None: ...

    def tell_news(self) -> None: ...


class Session:
    """A conversation with one browser at a table.

    Args:
        wire: to the browser.
        manager: of the table.
        table: where it is.
        seat: that it holds; None if it watches, which the table allows.
    """

    def __init__(self, wire: Wire, manager: TableManager, table: ActiveTable, seat: int | None):
        self._wire = wire
        self._manager = manager
        self._table = table
        self._progress = table.progress
        self._seat = seat
        self._coached: asyncio.Task[None] | None = None
        self._answers: dict[str, _Answer] = {
            "act": self._act,
            "look": self._look,
            "log": self._log,
            "why": self._why,
            "advice": self._advice,
            "infer": self._infer,
            "review": self._review,
            "ping": self._ping,
        }

    async def run(self) -> None:
        """Answer messages until the browser goes; BadMessageError for what it may never say."""
        news = asyncio.create_task(self._tell_news())
        try:
            while True:
                message = await self._wire.receive()
                answer = self._answers.get(message["type"])
                if answer is None:
                    raise BadMessageError("hello has been said before")
                await self._answered(answer, message)
        finally:
            news.cancel()
            if self._coached is not None:
                self._coached.cancel()

    async def _tell_news(self) -> None:
        while True:
            await self._wire.changed()
            await self._wire.send("news", **self._table.news())

    async def _answered(self, answer: _Answer, message: Message) -> None:
        try:
            await answer(message)
        except (RefusedError, sqlite3.Error) as error:
            decision = {"decision": message["decision"]} if "decision" in message else {}
            await self._wire.send("refused", reason=str(error), **decision)

    # --- playing and looking -------------------------------------------------------------------

    async def _act(self, message: Message) -> None:
        await self._manager.act(
            self._table, self._own_seat(), message["decision"], message["action"]
        )
        self._wire.tell_news()  # what was done before is confirmed again

    async def _look(self, message: Message) -> None:
        progress, decision = self._progress, message["decision"]
        view = self._allowed(message["view"])
        if decision > progress.decisions:
            raise RefusedError(f"there are {progress.decisions} decisions yet")
        seen = await self._manager.frames.frame(progress, decision, view, message["dark"])
        if view is not None and view == self._seat and decision == progress.decisions:
            seen = seen | decision_fields(progress, view)
        await self._wire.send("frame", **seen)

    async def _log(self, message: Message) -> None:
        view, after = self._allowed(message["view"]), message["after"]
        numbers = range(after + 1, self._progress.decisions + 1)
        sentences = await self._manager.frames.sentences(self._progress, numbers, view)
        notes = {note.decision + 1: note.text for note in self._table.notes}
        lines = [
            {"decision": number, "text": sentence, "note": notes.get(number)}
            for number, sentence in zip(numbers, sentences, strict=True)
        ]
        await self._wire.send("log", view=view, after=after, lines=lines)

    async def _why(self, message: Message) -> None:
        progress, seat, target = self._progress, self._own_seat(), message["target"]
        if seat not in progress.asked:
            raise RefusedError("you are not asked for anything now")
        known = progress.game.redeal(progress.position_of(seat), seat, secrets.randbits(64))
        # in a thread: the first answer of a game may wait until its rules are compiled
        reason = await asyncio.to_thread(progress.game.why_not, known, target)
        await self._wire.send("why", target=target, reason=reason)

    async def _ping(self, message: Message) -> None:
        await self._wire.send("pong")

    # --- the coach -----------------------------------------------------------------------------

    async def _advice(self, message: Message) -> None:
        seat, coach = self._own_seat(), self._manager.coach
        self._ask_coach(
            "advice", message, lambda: coach.advice(self._progress, seat, message["agent"])
        )

    async def _infer(self, message: Message) -> None:
        seat, coach = self._own_seat(), self._manager.coach
        self._ask_coach("inference", message, lambda: coach.inference(self._progress, seat))

    async def _review(self, message: Message) -> None:
        self._ask_coach("review", message, lambda: self._manager.review(self._table))

    def _ask_coach(self, kind: str, message: Message, ask: _Question) -> None:
        """Send the coach's answer once it is there; meanwhile other messages are answered."""

        async def send(_: Message) -> None:
            await self._wire.send(kind, **await ask())

        if self._coached is not None and not self._coached.done():
            raise RefusedError("the coach still thinks about the last question")
        self._coached = asyncio.create_task(self._answered(send, message))

    # --- who may do what -----------------------------------------------------------------------

    def _own_seat(self) -> int:
        if self._seat is None:
            raise RefusedError("who watches holds no seat")
        return self._seat

    def _allowed(self, view: int | None) -> int | None:
        """The point of view that was asked for, RefusedError if others' hands would be seen."""
        if view is not None and view >= self._progress.game.num_players:
            raise RefusedError(f"there is no seat {view}")
        if view != self._seat and not self._table.can_be_watched:
            raise RefusedError("others' hands are seen once the game is over")
        return view
