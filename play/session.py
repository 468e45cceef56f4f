"""Sessions: answers to the messages of players and spectators, with only what they may see."""

import asyncio
import secrets
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from hofspiele.envs.pictures.presentation import presentation_of
from hofspiele.play.active_table import ActiveTable
from hofspiele.play.frames import decision_fields
from hofspiele.play.game_progress import RefusedError
from hofspiele.play.messages import BadMessageError, Message
from hofspiele.play.table_manager import TableManager

_Answer = Callable[[Message], Awaitable[None]]
_Question = Callable[[], Awaitable[dict[str, Any]]]


class Wire(Protocol):
    """A connection to a browser, whose methods raise an error once the browser has left."""

    async def receive(self) -> Message: ...

    async def send(self, kind: str, **content: Any) -> None: ...

    async def changed(self) -> None: ...

    def notify(self) -> None: ...


class Session:
    """The session of one browser at a table.

    Args:
        wire: the connection to the browser.
        manager: the manager of all tables.
        table: the browser's table.
        seat: the browser's seat; None for a spectator, whom the table has to allow.
    """

    def __init__(self, wire: Wire, manager: TableManager, table: ActiveTable, seat: int | None):
        self._wire = wire
        self._manager = manager
        self._table = table
        self._progress = table.progress
        self._seat = seat
        self._coaching: asyncio.Task[None] | None = None
        self._answers: dict[str, _Answer] = {
            "act": self._act,
            "frame": self._frame,
            "log": self._log,
            "why": self._why,
            "advice": self._advice,
            "infer": self._infer,
            "review": self._review,
            "ping": self._ping,
        }

    async def run(self) -> None:
        """Answer messages until the browser leaves; raise BadMessageError for forbidden ones."""
        news = asyncio.create_task(self._send_news())
        try:
            while True:
                message = await self._wire.receive()
                answer = self._answers.get(message["type"])
                if answer is None:
                    raise BadMessageError("hello is sent twice, expected once")
                await self._answer(answer, message)
        finally:
            news.cancel()
            if self._coaching is not None:
                self._coaching.cancel()

    async def _send_news(self) -> None:
        while True:
            await self._wire.changed()
            await self._wire.send("news", **self._table.news())

    async def _answer(self, answer: _Answer, message: Message) -> None:
        try:
            await answer(message)
        except (RefusedError, sqlite3.Error) as error:
            decision = {"decision": message["decision"]} if "decision" in message else {}
            await self._wire.send("refused", reason=str(error), **decision)

    # --- playing and watching ------------------------------------------------------------------

    async def _act(self, message: Message) -> None:
        await self._manager.act(
            self._table, self._own_seat(), message["decision"], message["action"]
        )
        self._wire.notify()  # A repeated decision changes nothing but is confirmed again.

    async def _frame(self, message: Message) -> None:
        progress, decision = self._progress, message["decision"]
        view = self._check_view(message["view"])
        if decision > progress.decisions:
            raise RefusedError(f"decision is {decision}, expected at most {progress.decisions}")
        seen = await self._manager.frames.frame(progress, decision, view, dark=message["dark"])
        if view is not None and view == self._seat and decision == progress.decisions:
            seen = seen | decision_fields(progress, view)
        await self._wire.send("frame", **seen)

    async def _log(self, message: Message) -> None:
        view, after = self._check_view(message["view"]), message["after"]
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
        if seat not in progress.deciding:
            raise RefusedError("it is not your decision now")
        known = progress.game.redeal(progress.position_of(seat), seat, secrets.randbits(64))
        # The first answer may take long, because it compiles rules of the game.
        reason = await asyncio.to_thread(presentation_of(progress.game).why_not, known, target)
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
        """Send the coach's answer once it has come; other messages are answered meanwhile."""

        async def send(_: Message) -> None:
            await self._wire.send(kind, **await ask())

        if self._coaching is not None and not self._coaching.done():
            raise RefusedError(
                "the coach is still thinking about the last question; wait for the answer"
            )
        self._coaching = asyncio.create_task(self._answer(send, message))

    # --- permissions ---------------------------------------------------------------------------

    def _own_seat(self) -> int:
        if self._seat is None:
            raise RefusedError("spectators cannot play")
        return self._seat

    def _check_view(self, view: int | None) -> int | None:
        """Return `view`; raise RefusedError if it would show other players' hands too early."""
        if view is not None and view >= self._progress.game.num_players:
            raise RefusedError(f"there is no seat {view}")
        if view != self._seat and not self._table.can_be_watched:
            raise RefusedError("the hands of others are hidden until the game is over")
        return view
