"""Sessions: answers to the messages of players and spectators, with only what they may see."""

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from hofspiele.envs.core.text.words import counted
from hofspiele.envs.replay.replayed_game import ReplayedGame
from hofspiele.play.active_table import ActiveTable
from hofspiele.play.background import RateLimiter
from hofspiele.play.frames import Look, decision_fields, frame_at, sentence_at
from hofspiele.play.game_progress import GameProgress
from hofspiele.play.messages import Message, RefusedError, read_message
from hofspiele.play.protection import client_of
from hofspiele.play.table_manager import FALLBACK, TableManager

_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE = 20, 60
# Seconds within which a browser must send its first message.
_HELLO_SECONDS = 10
# The close code of RFC 6455 for messages that violate a policy.
_VIOLATION = 1008

_log = logging.getLogger("hofspiele.play")


async def serve_browser(socket: WebSocket, manager: TableManager) -> None:
    """Serve a browser until it leaves or sends a message that is not allowed."""
    connection = Connection(socket)
    with suppress(WebSocketDisconnect, RuntimeError, OSError):  # The browser has left.
        try:
            hello = await connection.receive_hello()
            seat = None
            if hello["token"] is not None:
                table, seat = await manager.sit_down(hello["token"])
            elif hello["table"] is not None:
                table = await manager.find(hello["table"])
            else:
                raise RefusedError("hello names no table, expected a token or a table")
            await Session(connection, manager, table, seat).run()
        except RefusedError as error:
            await connection.close(str(error), final=True)


class Connection:
    """The socket of one browser, with checks of its messages and a limit on their rate."""

    def __init__(self, socket: WebSocket):
        self._socket = socket
        self.client = client_of(socket)
        self._limiter = RateLimiter(_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE)
        self._sending = asyncio.Lock()
        # Maps the hash of each picture part sent so far to the part's number, counted from 0. The
        # hashes have 64 bits, so that different parts of a game do not share one.
        self._parts: dict[int, int] = {}

    async def receive_hello(self) -> Message:
        """Accept the socket and return its hello; raise RefusedError for any other message."""
        await self._socket.accept()
        try:
            async with asyncio.timeout(_HELLO_SECONDS):
                message = await self.receive()
        except TimeoutError:
            reason = f"the browser sent nothing within {_HELLO_SECONDS} seconds"
            await self.close(reason, final=False)
            raise WebSocketDisconnect from None
        if message["type"] != "hello":
            raise RefusedError(f"first message is {message['type']}, expected hello")
        return message

    async def receive(self) -> Message:
        """Return the next message, delayed if messages come too fast."""
        await self._limiter.wait()
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1000))
        return read_message(received.get("text"))

    async def send(self, kind: str, **content: Any) -> None:
        """Send a message, with numbers in place of parts of pictures that were sent before."""
        async with self._sending:
            if "parts" in content:
                content["parts"] = [self._number_or_text(part) for part in content["parts"]]
            await self._socket.send_json({"type": kind, **content})

    def _number_or_text(self, part: str) -> int | str:
        """Return a part's number if it was sent before; otherwise number it and return its text."""
        new = len(self._parts)
        number = self._parts.setdefault(hash(part), new)
        return part if number == new else number

    async def close(self, reason: str, *, final: bool) -> None:
        """Close the socket with a reason; if `final`, the browser does not reconnect."""
        await self.send("error", reason=reason, final=final)
        await self._socket.close(_VIOLATION)


class Session:
    """The session of one browser at a table; `seat` is None for a spectator."""

    def __init__(
        self, connection: Connection, manager: TableManager, table: ActiveTable, seat: int | None
    ):
        self._connection = connection
        self._manager = manager
        self._table = table
        self._seat = seat
        # The type of the latest question to the coach that it does not think about yet, and the
        # function that answers it.
        self._question: tuple[str, Callable[[], Awaitable[dict[str, Any]]]] | None = None
        self._coaching: asyncio.Task[None] | None = None
        # The look of the frames that are sent without a request; None if there are none.
        self._followed: Look | None = None
        # Number of decisions before the latest such frame, and whether the seat had then made a
        # choice that waits for its turn.
        self._latest = (0, False)

    @property
    def _progress(self) -> GameProgress:
        return self._table.progress

    async def run(self) -> None:
        """Answer messages until the browser leaves; raise RefusedError if one has no known form."""
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
            variants=self._progress.game.spec.changed(setup.options),
            seat=self._seat,
            players=[
                {"name": name, "agent": player.agent}
                for name, player in zip(setup.names, setup.players, strict=True)
            ],
            agents=await self._manager.agents.names(),
            rules=f"/rules/{setup.game}",
        )

    async def _send_news(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            news = self._table.news()
            await self._send_new_frames()
            await self._connection.send("news", **news)
            if self._table.closed:
                await self._connection.close(self._table.closed, final=True)
                return

    async def _send_new_frames(self) -> None:
        """Send the frames of all positions since the latest frame if the browser follows a view."""
        if self._followed is None or self._latest == self._now():
            return
        (latest, _), self._latest = self._latest, self._now()
        decisions, _ = self._latest
        for decision in range(min(latest + 1, decisions), decisions + 1):
            await self._send_frame(decision, self._followed)

    def _now(self) -> tuple[int, bool]:
        return self._progress.decisions, self._seat in self._progress.ahead

    async def _answer(self, message: Message) -> None:
        """Call the method for this type of message; send the reason if it refuses the message."""
        kind = message["type"]
        answer = getattr(self, f"_on_{kind.replace(' ', '_')}", None)
        if answer is None:
            raise RefusedError("hello was sent twice, expected once")
        try:
            await answer(message)
        except (RefusedError, sqlite3.Error) as error:
            await self._connection.send("refused", reason=str(error), question=kind)

    # --- playing and watching ------------------------------------------------------------------

    async def _on_act(self, message: Message) -> None:
        act = self._table.act(self._own_seat(), message["decision"], message["action"])
        await self._manager.tasks.complete(act)
        self._changed.set()  # Repeating a decision changes nothing, but it is confirmed again.

    async def _on_frame(self, message: Message) -> None:
        decision, decisions = message["decision"], self._progress.decisions
        look = self._look(message)
        if decision > decisions:
            raise RefusedError(f"the game has only {counted(decisions, 'decision')} so far")
        await self._send_frame(decision, look)

    async def _on_follow(self, message: Message) -> None:
        self._followed, self._latest = self._look(message), self._now()

    async def _send_frame(self, decision: int, look: Look) -> None:
        """Send a frame; the seat's current frame includes its legal actions or its choice."""
        progress, edition = self._progress, self._table.edition
        chosen = None
        if look.view is not None and decision == progress.decisions:
            chosen = progress.ahead.get(look.view)
        frame = await self._manager.drawing.run(frame_at, progress, decision, look, chosen)
        frame = {**frame, "note": self._table.notes.get(decision)}
        if look.view is not None and look.view == self._seat and decision == progress.decisions:
            frame |= decision_fields(progress, look.view)
        await self._connection.send("frame", edition=edition, **frame)

    async def _on_log(self, message: Message) -> None:
        view, after = self._check_view(message["view"]), message["after"]
        progress, edition = self._progress, self._table.edition
        numbers = range(after + 1, progress.decisions + 1)

        def line(number: int) -> dict[str, Any]:
            text, note = sentence_at(progress, number, view), self._table.notes.get(number)
            return {"decision": number, "text": text, "note": note}

        lines = await self._manager.drawing.run(lambda: list(map(line, numbers)))
        await self._connection.send("log", edition=edition, view=view, after=after, lines=lines)

    async def _on_why(self, message: Message) -> None:
        progress, seat, target = self._progress, self._own_seat(), message["target"]
        if seat not in progress.deciding:
            raise RefusedError("it is not your turn")
        position = progress.game.first_to_decide(progress.position, seat)
        known = progress.game.redeal(position, seat, secrets.randbits(64))
        # The first answer may take a long time, because it compiles rules of the game.
        reason = await asyncio.to_thread(progress.presentation.why_not, known, target)
        await self._connection.send("why", target=target, reason=reason)

    async def _on_ping(self, message: Message) -> None:
        await self._connection.send("pong")

    # --- the table -----------------------------------------------------------------------------

    async def _on_name(self, message: Message) -> None:
        rename = self._table.rename(self._own_seat(), message["name"])
        await self._manager.tasks.complete(rename)

    async def _on_take_back(self, message: Message) -> None:
        await self._manager.tasks.complete(self._table.take_back(self._own_seat()))

    async def _on_resign(self, message: Message) -> None:
        await self._manager.tasks.complete(self._table.resign(self._own_seat(), FALLBACK))
        await self._connection.send("resigned")

    async def _on_rematch(self, message: Message) -> None:
        seat = self._own_seat()
        opening = self._manager.rematch(self._table, self._connection.client)
        table, tokens = await self._manager.tasks.complete(opening)
        token = tokens[(seat + 1) % len(self._progress.setup.players)]
        await self._connection.send("rematch", table=table, token=token)

    async def _on_curves(self, message: Message) -> None:
        progress = self._progress
        if not progress.over:
            raise RefusedError("the game is still in play; its curves are shown once it is over")
        replayed = ReplayedGame(progress.record(), progress.game, progress.positions)
        run = self._manager.drawing.run
        points, scorings = await run(replayed.points), await run(replayed.scorings)
        decided = await run(progress.decided)
        event = await run(lambda: sentence_at(progress, decided, None)) if decided else ""
        await self._connection.send(
            "curves", points=points, scorings=scorings, decided=decided, event=event
        )

    # --- the coach -----------------------------------------------------------------------------

    async def _on_advice(self, message: Message) -> None:
        about = self._progress, self._own_seat(), message["agent"]
        self._ask_coach("advice", partial(self._manager.coach.advice, *about))

    async def _on_infer(self, message: Message) -> None:
        about = self._progress, self._own_seat()
        self._ask_coach("infer", partial(self._manager.coach.inference, *about))

    async def _on_review(self, message: Message) -> None:
        self._ask_coach("review", partial(self._manager.coach.review, self._table))

    async def _on_stop_review(self, message: Message) -> None:
        """Show the review so far, and no longer wait for the rest."""
        if self._coaching is not None:
            self._coaching.cancel()
            self._coaching = None
        await self._connection.send("review", **self._manager.coach.review_so_far(self._table))

    def _ask_coach(self, kind: str, think: Callable[[], Awaitable[dict[str, Any]]]) -> None:
        """Let the coach answer a question once it has answered the previous one.

        An earlier question that still waits is dropped: the browser no longer needs its answer.
        """
        self._question = kind, think
        if self._coaching is None or self._coaching.done():
            self._coaching = asyncio.create_task(self._coach())

    async def _coach(self) -> None:
        while self._question is not None:
            (kind, think), self._question = self._question, None
            try:
                answer = await think()
            except RefusedError as error:
                await self._connection.send("refused", reason=str(error), question=kind)
            except Exception:  # Without an answer, the page would wait forever.
                _log.exception("the coach can't answer a question of type %r", kind)
                reason = "an unexpected error prevented an answer; the server's log describes it"
                await self._connection.send("refused", reason=reason, question=kind)
            else:
                await self._connection.send(kind, **answer)

    # --- permissions ---------------------------------------------------------------------------

    def _own_seat(self) -> int:
        if self._seat not in self._progress.setup.people:
            raise RefusedError("spectators can't do this")
        return self._seat

    def _look(self, message: Message) -> Look:
        return Look(self._check_view(message["view"]), message["dark"], message["narrow"])

    def _check_view(self, view: int | None) -> int | None:
        """Return `view`; raise RefusedError if there is no such view or it shows hidden hands."""
        bystander = self._progress.game.bystander
        if view is not None and view > bystander:
            raise RefusedError(f"there is no seat {view}")
        is_own = view is not None and view == self._seat
        if not (is_own or view == bystander or self._table.hands_are_open):
            raise RefusedError("other players' hands are hidden until the game is over")
        return view
