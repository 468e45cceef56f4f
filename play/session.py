"""Sessions: answers to the messages of players and spectators, with only what they may see."""

import asyncio
import secrets
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any

from hofspiele.envs.pictures.presentation import presentation_of
from hofspiele.play.active_table import ActiveTable
from hofspiele.play.connection import GONE, Connection
from hofspiele.play.frames import decision_fields, frame_at, sentence_at
from hofspiele.play.game_progress import RefusedError
from hofspiele.play.messages import BadMessageError, Message
from hofspiele.play.table_manager import TableManager


async def serve_browser(connection: Connection, manager: TableManager) -> None:
    """Serve a browser until it leaves or sends a message that is not allowed."""
    try:
        try:
            table, seat = await _find_table(await connection.receive_hello(), manager)
            await Session(connection, manager, table, seat).run()
        except (BadMessageError, RefusedError) as error:
            await connection.close(str(error), final=True)
    except GONE:
        pass


async def _find_table(hello: Message, manager: TableManager) -> tuple[ActiveTable, int | None]:
    """Return the table of a browser, and its seat or None for a spectator."""
    if "token" in hello:
        return await manager.sit_down(hello["token"])
    table = await manager.find(hello["table"])
    if not table.can_be_watched:
        raise RefusedError(
            "people are playing at this table; it can be watched once the game is over"
        )
    return table, None


class Session:
    """The session of one browser at a table; `seat` is None for a spectator."""

    def __init__(
        self, connection: Connection, manager: TableManager, table: ActiveTable, seat: int | None
    ):
        self._connection = connection
        self._manager = manager
        self._table = table
        self._progress = table.progress
        self._seat = seat
        self._coaching: asyncio.Task[None] | None = None
        self._answers = {
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
        await self._welcome()
        with self._table.listening(self._seat) as self._changed:
            news = asyncio.create_task(self._send_news())
            try:
                while True:
                    await self._answer(await self._connection.receive())
            finally:
                news.cancel()
                if self._coaching is not None:
                    self._coaching.cancel()

    async def _welcome(self) -> None:
        setup = self._progress.setup
        await self._connection.send(
            "welcome",
            table=setup.table,
            game=setup.game,
            title=self._progress.game.spec.title,
            options=setup.options,
            seat=self._seat,
            players=[player._asdict() for player in setup.players],
            agents=await self._manager.agents.names(),
            limit=self._manager.think_seconds,
            rules=f"/rules/{setup.game}",
        )

    async def _send_news(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            await self._connection.send("news", **self._table.news())

    async def _answer(self, message: Message) -> None:
        answer = self._answers.get(message["type"])
        if answer is None:
            raise BadMessageError("hello is sent twice, expected once")
        try:
            await answer(message)
        except (RefusedError, sqlite3.Error) as error:
            decision = {"decision": message["decision"]} if "decision" in message else {}
            kind = message["type"]
            await self._connection.send("refused", reason=str(error), question=kind, **decision)

    # --- playing and watching ------------------------------------------------------------------

    async def _act(self, message: Message) -> None:
        await self._manager.act(
            self._table, self._own_seat(), message["decision"], message["action"]
        )
        self._changed.set()  # Repeating a decision changes nothing, but it is confirmed again.

    async def _frame(self, message: Message) -> None:
        progress, decision = self._progress, message["decision"]
        view = self._check_view(message["view"])
        if decision > progress.decisions:
            raise RefusedError(f"decision is {decision}, expected at most {progress.decisions}")
        frame = await self._manager.drawing.run(
            frame_at, progress, decision, view, dark=message["dark"]
        )
        if view is not None and view == self._seat and decision == progress.decisions:
            frame = frame | decision_fields(progress, view)
        await self._connection.send("frame", **frame)

    async def _log(self, message: Message) -> None:
        view, after = self._check_view(message["view"]), message["after"]
        numbers = range(after + 1, self._progress.decisions + 1)
        notes = {note.decision + 1: note.text for note in self._table.notes}

        def line(number: int) -> dict[str, Any]:
            text = sentence_at(self._progress, number, view)
            return {"decision": number, "text": text, "note": notes.get(number)}

        lines = await self._manager.drawing.run(lambda: list(map(line, numbers)))
        await self._connection.send("log", view=view, after=after, lines=lines)

    async def _why(self, message: Message) -> None:
        progress, seat, target = self._progress, self._own_seat(), message["target"]
        if seat not in progress.deciding:
            raise RefusedError("it is not your turn")
        known = progress.game.redeal(progress.position_of(seat), seat, secrets.randbits(64))
        # The first answer may take a long time, because it compiles rules of the game.
        reason = await asyncio.to_thread(presentation_of(progress.game).why_not, known, target)
        await self._connection.send("why", target=target, reason=reason)

    async def _ping(self, message: Message) -> None:
        await self._connection.send("pong")

    # --- the coach -----------------------------------------------------------------------------

    async def _advice(self, message: Message) -> None:
        seat, advice = self._own_seat(), self._manager.coach.advice
        self._send_later(message, "advice", advice, self._progress, seat, message["agent"])

    async def _infer(self, message: Message) -> None:
        seat, inference = self._own_seat(), self._manager.coach.inference
        self._send_later(message, "inference", inference, self._progress, seat)

    async def _review(self, message: Message) -> None:
        self._send_later(message, "review", self._manager.review, self._table)

    def _send_later(
        self,
        message: Message,
        kind: str,
        think: Callable[..., Awaitable[dict[str, Any]]],
        *about: Any,
    ) -> None:
        """Start a task that sends the coach's answer; raise RefusedError if one is running."""

        async def send() -> None:
            try:
                await self._connection.send(kind, **await think(*about))
            except RefusedError as error:
                reason, question = str(error), message["type"]
                await self._connection.send("refused", reason=reason, question=question)

        if self._coaching is not None and not self._coaching.done():
            raise RefusedError(
                "the coach is still thinking about the previous question; wait for the answer"
            )
        self._coaching = asyncio.create_task(send())

    # --- permissions ---------------------------------------------------------------------------

    def _own_seat(self) -> int:
        if self._seat is None:
            raise RefusedError("spectators can't do this")
        return self._seat

    def _check_view(self, view: int | None) -> int | None:
        """Return `view`; raise RefusedError if it is not a seat or would show hidden hands."""
        if view is not None and view >= self._progress.game.num_players:
            raise RefusedError(f"there is no seat {view}")
        if view != self._seat and not self._table.can_be_watched:
            raise RefusedError("other players' hands are hidden until the game is over")
        return view
