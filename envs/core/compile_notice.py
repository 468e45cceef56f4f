"""A line on the terminal when a game's rules are compiled, which takes long enough to wonder."""

import sys
import weakref
from collections.abc import Callable
from typing import Any

from numba.core import event

from hofspiele.envs.core.spec import GameSpec

# folders of this package with kernels of no game
_SHARED = tuple(f"{__name__.rsplit('.', 2)[0]}.{room}." for room in ("agents", "core", "learner"))

_kernels: weakref.WeakSet[Any] = weakref.WeakSet()
_announced: set[str] = set()


def watch(dispatcher: Any) -> None:
    """Announce that the game of this kernel is compiled, once in a process, if it comes to that."""
    _kernels.add(dispatcher)


class _Announcer(event.Listener):
    """Numba tells it of everything that is compiled and was in no cache."""

    def on_start(self, event: Any) -> None:
        kernel = event.data["dispatcher"]
        if kernel in _kernels and sys.stderr is not None and sys.stderr.isatty():
            _announce(kernel)

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _Announcer())


def _announce(kernel: Any) -> None:
    game = _game_of(kernel.py_func)
    if game is None or game in _announced:
        return
    _announced.add(game)
    kept = "; kept for next time" if kernel.stats.cache_path else ""
    print(
        f"hofspiele: compiling the rules of {game} for the first time, up to a minute{kept}",
        file=sys.stderr,
        flush=True,
    )


def _game_of(function: Callable[..., Any]) -> str | None:
    """The game whose rules `function` holds or, if it is a driver, calls."""
    module = function.__module__
    if not module.startswith(_SHARED):
        return _title_of(module)
    for cell in function.__closure__ or ():
        held = getattr(cell.cell_contents, "py_func", None)
        game = _game_of(held) if held else None
        if game is not None:
            return game
    return None


def _title_of(module: str) -> str | None:
    """What the game of a module is called: by its specification, else by its folder."""
    folder = module
    while "." in folder:
        folder = folder.rpartition(".")[0]
        spec = getattr(sys.modules.get(folder), "SPEC", None)
        if isinstance(spec, GameSpec):
            return spec.title
    return module.split(".")[-2].replace("_", " ").title() if "." in module else None
