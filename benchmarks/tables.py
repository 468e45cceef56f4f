"""The time until a person's move is confirmed and shown while the server is under load."""

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import AsyncExitStack
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.measure import Show, Spread
from benchmarks.report import Finding, Part


class Load(NamedTuple):
    """The numbers of tables with agents, of browsers that watch them, and of moves by people."""

    tables: int
    browsers: int
    moves: int


class Move(NamedTuple):
    """The seconds until a move is confirmed, and until all spectators have its picture."""

    confirmed: float
    shown: float


_FULL, _QUICK = Load(100, 200, 200), Load(2, 2, 3)
_BETWEEN_MOVES = 0.1
_AGENTS = ["greedy", "search-50", "random"]
# The appearance of the pictures that browsers ask for.
_LOOK = {"dark": False, "narrow": False}
# Number of spectators of the table on which moves are measured.
_SPECTATORS = 8
# Targets for the median and the 99th percentile, in seconds.
_CONFIRMED, _SHOWN = (0.1, 0.5), (0.15, 0.5)
_NOTES = [
    f"A server with {_FULL.tables} tables on which agents play each other ({', '.join(_AGENTS)}), "
    f"{_FULL.browsers} browsers that watch them and get the picture after every decision. "
    "Everything runs on this machine and uses its loopback address.",
    f"Time from a person's move to its confirmation, and until all {_SPECTATORS} spectators have "
    f"the next picture: {_FULL.moves} moves of two people who take turns at another table "
    "(lowest–highest of all moves).",
]


def measure(show: Show, *, quick: bool = False) -> Part:
    """Measure how soon a move is confirmed and shown to others, under little load if `quick`."""
    load = _QUICK if quick else _FULL
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hofspiele.console", "serve"]
        values = ["open=false", "port=0", f"folder={folder}", f"agents={folder}"]
        show("starting a server")
        server = subprocess.Popen([*command, *values], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().split(":")[2].split("/")[0])
            moves, decisions = asyncio.run(_measure(f"127.0.0.1:{port}", load, show))
        finally:
            server.terminate()
            server.communicate()
    return Part(
        "Tables in the browser",
        findings=[
            *_findings("move confirmed", [move.confirmed for move in moves], _CONFIRMED),
            *_findings(
                f"move shown to {_SPECTATORS} spectators", [move.shown for move in moves], _SHOWN
            ),
        ],
        notes=[*_NOTES, f"Meanwhile agents made {decisions:,.0f} decisions per second."],
    )


def _findings(what: str, seconds: list[float], targets: tuple[float, float]) -> list[Finding]:
    """Return the median and the 99th percentile, each with the range of all moves."""
    low, high = min(seconds), max(seconds)
    values = {
        "median": statistics.median(seconds),
        "99th percentile": statistics.quantiles(seconds, n=100)[98],
    }
    return [
        Finding(f"{what}, {share}", Spread(value, low, high), "s", target, at_most=True)
        for (share, value), target in zip(values.items(), targets, strict=True)
    ]


async def _measure(host: str, load: Load, show: Show) -> tuple[list[Move], float]:
    """Return the moves, and the agents' decisions per second."""
    async with AsyncExitStack() as sockets:

        async def hello(**who: Any) -> ClientConnection:
            connection = connect(
                f"ws://{host}/socket",
                origin=f"http://{host}",  # type: ignore[arg-type]
                max_size=None,
                close_timeout=0.1,  # By default, unread pictures delay the closing by 10 s.
            )
            socket = await sockets.enter_async_context(connection)
            await socket.send(json.dumps({"type": "hello", **who}))
            return socket

        tables = []
        for number in range(load.tables):
            show(f"opening table {number + 1} of {load.tables}")
            wish = {"game": "kou_ka_roi", "seats": _AGENTS, "options": {"num_players": 3}}
            tables.append((await _open(host, wish))["table"])
        show(f"connecting {load.browsers} browsers")
        watching = [await hello(table=tables[k % load.tables]) for k in range(load.browsers)]
        idle = [asyncio.create_task(_watch(socket)) for socket in watching]
        show(f"measuring {load.moves} moves")
        before, started = await _decisions(host, tables), time.perf_counter()
        moves: list[Move] = []
        while len(moves) < load.moves:
            wish = {"game": "knatsch", "seats": ["me", "person"], "options": {"num_players": 2}}
            opened = await _open(host, wish)
            seats = [await hello(token=opened["links"][str(seat)]) for seat in range(2)]
            spectators = [await hello(table=opened["table"]) for _ in range(_SPECTATORS)]
            await _play(seats, spectators, moves, load.moves)
        made = (await _decisions(host, tables) - before) / (time.perf_counter() - started)
        for task in idle:
            task.cancel()
    return moves, made


async def _play(
    seats: list[ClientConnection], spectators: list[ClientConnection], moves: list[Move], most: int
) -> None:
    """Play a game, which spectators follow; append its moves to `moves`, up to `most` entries."""
    for spectator in spectators:
        look = {"view": len(seats), **_LOOK}
        await spectator.send(json.dumps({"type": "follow", **look}))
        await spectator.send(json.dumps({"type": "frame", "decision": 0, **look}))
        await _hear(spectator, "frame")
    news = [await _hear(seat, "news") for seat in seats][-1]
    while not news["over"] and len(moves) < most:
        seat = seats[news["deciding"][0]]
        decision = news["decisions"]
        request = {
            "type": "frame",
            "decision": decision,
            "view": news["deciding"][0],
            **_LOOK,
        }
        await seat.send(json.dumps(request))
        action = (await _hear(seat, "frame"))["actions"][0]["number"]
        started = time.perf_counter()
        await seat.send(json.dumps({"type": "act", "decision": decision, "action": action}))
        while news["decisions"] == decision:
            news = await _hear(seat, "news")
        confirmed = time.perf_counter() - started
        await asyncio.gather(*(_hear(spectator, "frame") for spectator in spectators))
        moves.append(Move(confirmed, time.perf_counter() - started))
        await asyncio.sleep(_BETWEEN_MOVES)


async def _hear(socket: ClientConnection, kind: str) -> Any:
    while (message := json.loads(await socket.recv()))["type"] != kind:
        if message["type"] in ("error", "refused"):
            raise RuntimeError(message["reason"])
    return message


async def _watch(socket: ClientConnection) -> None:
    """Follow the pictures of a table, as the page does."""
    await socket.send(json.dumps({"type": "follow", "view": None, **_LOOK}))
    async for _ in socket:
        pass


async def _decisions(host: str, tables: list[int]) -> int:
    """Return the number of decisions made at these tables."""
    listed = (await _ask(host, "/api/tables"))["tables"]
    return sum(table["decisions"] for table in listed if table["table"] in tables)


async def _open(host: str, wish: dict[str, Any]) -> Any:
    return await _ask(host, "/api/tables", json.dumps(wish).encode())


async def _ask(host: str, path: str, body: bytes | None = None) -> Any:
    request = urllib.request.Request(f"http://{host}{path}", body, {"Origin": f"http://{host}"})

    def answer() -> Any:
        with urllib.request.urlopen(request) as found:
            return json.load(found)

    return await asyncio.to_thread(answer)
