"""A progress line on the terminal while the rules of a game are compiled."""

import sys
import time
import weakref
from collections.abc import Callable
from typing import Any

from numba.core import event

from hofspiele.envs.core.spec import GameSpec

# Kernels in modules with these prefixes belong to no game.
_SHARED = tuple(f"{__name__.rsplit('.', 2)[0]}.{room}." for room in ("agents", "core", "learner"))

# The line appears after this many seconds of compiling, when a user may think that it hangs.
PATIENCE_S = 2.0

_ERASE_LINE = "\r\x1b[K"

_kernels: weakref.WeakSet[Any] = weakref.WeakSet()


def watch(dispatcher: Any) -> None:
    """Show a progress line whenever compiling this kernel takes long."""
    _kernels.add(dispatcher)


class _Progress(event.Listener):
    """A listener to Numba's compilations. Those of callees happen within those of their callers."""

    def __init__(self) -> None:
        self._depth = 0
        self._started = 0.0
        self._seconds_before = 0.0
        self._compiled = 0
        self._subject: str | None = None
        self._is_shown = False

    def on_start(self, event: Any) -> None:
        kernel = event.data["dispatcher"]
        if kernel not in _kernels:
            return
        if self._depth == 0:
            self._started = time.monotonic()
        if self._depth == 0 or self._subject is None:
            # Shared kernels do not name a game, but may call a kernel that does.
            self._subject = _subject_of(kernel) or self._subject
        self._depth += 1
        self._show()

    def on_end(self, event: Any) -> None:
        if event.data["dispatcher"] not in _kernels:
            return
        self._depth -= 1
        self._compiled += 1
        if self._depth == 0:
            self._seconds_before = self._seconds()
            if self._is_shown:
                self._is_shown = False
                print(_ERASE_LINE, end="", file=sys.stderr, flush=True)

    def _seconds(self) -> float:
        """Return the time that this process has spent on compiling."""
        return self._seconds_before + time.monotonic() - self._started

    def _show(self) -> None:
        if self._subject is None or self._seconds() < PATIENCE_S:
            return
        if sys.stderr is None or not sys.stderr.isatty():
            return
        self._is_shown = True
        progress = f"{self._compiled} functions in {self._seconds():.0f} s"
        line = f"{_ERASE_LINE}hofspiele: compiling {self._subject}: {progress}"
        print(line, end="", file=sys.stderr, flush=True)


event.register("numba:compile", _Progress())


def _subject_of(kernel: Any) -> str | None:
    game = _game_of(kernel.py_func)
    if game is None:
        return None
    kept = " (kept for next time)" if kernel.stats.cache_path else ""
    return f"the rules of {game} for the first time{kept}"


def _game_of(function: Callable[..., Any]) -> str | None:
    """Return the title of the game that `function` belongs to or, if it is a driver, plays."""
    module = function.__module__
    if not module.startswith(_SHARED):
        return _title_of(module)
    for cell in function.__closure__ or ():
        callee = getattr(cell.cell_contents, "py_func", None)
        game = _game_of(callee) if callee else None
        if game is not None:
            return game
    return None


def _title_of(module: str) -> str | None:
    """Return the title of a module's game from its specification, else from its folder's name."""
    folder = module
    while "." in folder:
        folder = folder.rpartition(".")[0]
        spec = getattr(sys.modules.get(folder), "SPEC", None)
        if isinstance(spec, GameSpec):
            return spec.title
    return module.split(".")[-2].replace("_", " ").title() if "." in module else None
