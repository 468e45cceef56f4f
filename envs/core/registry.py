"""Games by name: `make` finds the class of a registered game and checks the options.

Games are registered by this package, by programs that call `register_game`, by installed packages
(entry points in the group ``hofspiele.games``, which are loaded on demand), and by users
who name a game as ``module:SPEC``.
"""

import contextlib
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from typing import TYPE_CHECKING, Any, NewType

from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.spec import GameSpec
from hofspiele.envs.core.text.imported import import_named, is_import_name
from hofspiele.envs.core.text.suggest import nearest

if TYPE_CHECKING:  # Games are listed without Numba, which takes half a second to import.
    from hofspiele.envs.core.game import Game

GameName = NewType("GameName", str)
GameName.__doc__ = """Type for the names of other packages' games.

If `make` accepted any `str`, type checkers would not report misspelt names.
"""

_ENTRY_POINTS = "hofspiele.games"

_specs: dict[str, GameSpec] = {}
# The games imported so far, by the name ``module:SPEC`` that the user has typed.
_imported: dict[str, GameSpec] = {}


def register_game(spec: GameSpec) -> None:
    """Register a game, or replace it after a change in a notebook, so that `make` finds it.

    Raise ValueError if `spec` is not a `GameSpec`, or its name is no identifier or belongs to
    another game.
    """
    if not isinstance(spec, GameSpec):
        raise ValueError(f"spec is {shown(spec)}, expected a GameSpec, such as SPEC of a module")
    if not spec.name.isidentifier():
        raise ValueError(f"the game's name is {spec.name!r}, expected one like 'high_card'")
    known = _specs.setdefault(spec.name, spec)
    if known.class_path != spec.class_path:
        raise ValueError(
            f"the name {spec.name!r} of {spec.class_path} is taken by {known.class_path}; rename "
            "your game"
        )
    _specs[spec.name] = spec


def game_names() -> list[GameName]:
    """Return the names of all registered and installed games, without importing any package."""
    return [GameName(name) for name in sorted({*_specs, *_installed().names})]


def known_specs() -> list[GameSpec]:
    """Load installed games, and return the specifications of all games that can be loaded."""
    found = []
    for name in game_names():
        with contextlib.suppress(ValueError):
            found.append(spec_of(name))
    return found


def spec_of(name: str, *, from_user: bool = False) -> GameSpec:
    """Return the specification of a game.

    A ``module:SPEC`` is imported and registered, also under the game's own name, if `from_user`
    says that the user has typed it; names from files are not trusted. Raise ValueError if there is
    no such game, or it can't be loaded.
    """
    if isinstance(name, str):
        known = _specs | _imported
        if name in known:
            return known[name]
        if name in _installed().names:
            return _load(_installed()[name])
        if is_import_name(name) and from_user:
            return _import(name)
        if is_import_name(name):
            raise ValueError(
                f"game {name} is not imported, because its name may come from a file; if you trust "
                f"it, pass spec={name} to the command, or in Python call envs.register(SPEC)"
            )
    raise ValueError(
        f"unknown game {shown(name)}{nearest(name, game_names())} "
        f"(expected {', '.join(game_names())}; for your own game, MODULE:SPEC in commands, or its "
        "name after envs.register(SPEC) in Python)"
    )


def loadable_name(name: str) -> str:
    """Return the name that other processes need to load a game: `name` or its ``module:SPEC``."""
    return next((typed for typed, spec in _imported.items() if spec.name == name), name)


def make(name: str, **options: Any) -> "Game":
    """Return the game `name` with its options; `hofspiele.envs.make` explains the arguments."""
    spec = spec_of(name)
    return spec.load()(**spec.complete(options, callee="make"))


def _installed() -> EntryPoints:
    return entry_points(group=_ENTRY_POINTS)


def _load(entry: EntryPoint) -> GameSpec:
    """Load and register the game of an installed package; return its specification."""
    what = f"game {entry.name!r} of the package {entry.dist.name if entry.dist else entry.value}"
    try:
        spec = entry.load()
    except Exception as error:  # Code of another package may raise anything.
        raise ValueError(f"{what} can't be loaded: {shown(error)}") from error
    if not isinstance(spec, GameSpec) or spec.name != entry.name:
        raise ValueError(
            f"{what}: {entry.value} is {shown(spec)}, expected a GameSpec named {entry.name!r}"
        )
    register_game(spec)
    return spec


def _import(name: str) -> GameSpec:
    """Import and register the game ``module:SPEC`` and return its specification."""
    spec = import_named("game", name)
    if not isinstance(spec, GameSpec):
        raise ValueError(f"game {name} is {shown(spec)}, expected a GameSpec")
    register_game(spec)
    _imported[name] = spec
    return spec
