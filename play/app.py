"""The web application: pages, tables as JSON, and the socket."""

import contextlib
import mimetypes
import re
import sqlite3
from collections.abc import AsyncIterator
from importlib import resources
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from hofspiele.envs.core.registry import known_specs
from hofspiele.play.games import describe_game, read_picture, render_rules_page
from hofspiele.play.messages import NotFoundError, RefusedError, read_json
from hofspiele.play.protection import SameOriginMiddleware, client_of
from hofspiele.play.session import serve_browser
from hofspiele.play.table_manager import TableManager

# Maximum size of a posted request in bytes.
_LONGEST_BODY = 16 * 1024
# Maximum number of sockets that are open at the same time, and of those of one client.
MOST_SOCKETS, _MOST_SOCKETS_OF_ONE = 1000, 200
_PAGE = Path(__file__).with_name("page")
# Replays contain this script too.
_GRAPH = Path(str(resources.files("hofspiele.envs.replay") / "graph.js"))
# Browsers only run scripts of this type, and Python's table of types depends on the system.
mimetypes.add_type("text/javascript", ".js")


def make_app(manager: TableManager, host: str, port: int, address: str | None) -> Starlette:
    """Return the server's application, which starts and stops `manager`.

    The server listens at `host` and `port`. Other machines reach it at `address`, which is None if
    they can't.
    """
    api = _Api(manager, address)
    return Starlette(
        routes=[
            Route("/", lambda _: FileResponse(_PAGE / "index.html")),
            Route("/table", lambda _: FileResponse(_PAGE / "table.html")),
            Route("/page/graph.js", lambda _: FileResponse(_GRAPH)),
            Mount("/page", StaticFiles(directory=_PAGE)),
            Route("/rules/{game}", _rules),
            Route("/rules/{game}/{picture:path}", _picture),
            Route("/api/games", api.games),
            Route("/api/tables", api.tables),
            Route("/api/tables", api.open, methods=["POST"]),
            Route("/api/tables/{table}", api.delete, methods=["DELETE"]),
            Route("/api/tables/{table}/record", api.record),
            Route("/api/tables/{table}/board", api.board),
            Route("/api/address", api.address),
            WebSocketRoute("/socket", api.socket),
        ],
        middleware=[
            Middleware(SameOriginMiddleware, host=host, port=port),
            Middleware(GZipMiddleware),
        ],
        exception_handlers={RefusedError: _refuse, sqlite3.Error: _fail, ClientDisconnect: _fail},
        lifespan=api.lifespan,
    )


async def _refuse(_: Request, error: Exception) -> Response:
    status = 404 if isinstance(error, NotFoundError) else 400
    return JSONResponse({"error": " ".join(str(error).split())}, status_code=status)


async def _fail(_: Request, error: Exception) -> Response:
    """Answer a request that can't be saved, or whose client has gone and never reads the answer."""
    reason = f"this can't be saved ({error}); free up space on the server's disk"
    return JSONResponse({"error": reason}, status_code=507)


async def _rules(request: Request) -> Response:
    return HTMLResponse(render_rules_page(request.path_params["game"]))


async def _picture(request: Request) -> Response:
    game, name = request.path_params["game"], request.path_params["picture"]
    return Response(read_picture(game, name), media_type=mimetypes.guess_type(name)[0])


class _Api:
    def __init__(self, manager: TableManager, address: str | None):
        self._manager = manager
        self._address = address
        self._games = [describe_game(spec) for spec in known_specs()]
        # The client of each open socket.
        self._sockets: list[str] = []

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        try:
            await self._manager.start()
            yield
        finally:
            await self._manager.stop()

    async def games(self, _: Request) -> Response:
        agents = await self._manager.agents.names()
        games = [{**game, "agents": agents} for game in self._games]
        return JSONResponse({"games": games, "loading": self._manager.loader.progress()})

    async def tables(self, _: Request) -> Response:
        return JSONResponse({"tables": self._manager.listed()})

    async def open(self, request: Request) -> Response:
        body = await _read_body(request)
        table, links = await self._manager.open(body, client_of(request))
        return JSONResponse({"table": table, "links": links}, status_code=201)

    async def address(self, _: Request) -> Response:
        return JSONResponse({"address": self._address})

    async def delete(self, request: Request) -> Response:
        token = (await _read_body(request)).get("token")
        await self._manager.delete(_number(request), token if isinstance(token, str) else "")
        return JSONResponse({})

    async def board(self, request: Request) -> Response:
        dark = request.query_params.get("dark") == "true"
        picture = await self._manager.board(_number(request), dark=dark)
        return Response(picture, media_type="image/svg+xml")

    async def record(self, request: Request) -> Response:
        number = _number(request)
        progress = (await self._manager.find(number)).progress
        if not progress.over:
            raise RefusedError("the game is still in play; its record is available once it is over")
        name = f"{progress.game.name}-table{number}.jsonl"
        return Response(
            progress.record().to_json() + "\n",
            media_type="application/jsonl",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    async def socket(self, socket: WebSocket) -> None:
        client, are_open = client_of(socket), self._sockets
        if len(are_open) >= MOST_SOCKETS or are_open.count(client) >= _MOST_SOCKETS_OF_ONE:
            await socket.close()
            return
        are_open.append(client)
        try:
            await serve_browser(socket, self._manager)
        finally:
            are_open.remove(client)


def _number(request: Request) -> int:
    written = request.path_params["table"]
    if not re.fullmatch(r"\d{1,10}", written, re.ASCII):
        raise NotFoundError("there is no such table")
    return int(written)


async def _read_body(request: Request) -> dict[str, Any]:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > _LONGEST_BODY:
            raise RefusedError(f"request is too long, expected at most {_LONGEST_BODY} bytes")
    return read_json("request", bytes(body))
