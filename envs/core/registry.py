"""Games by name: `make` finds the class of a registered game and checks the options."""

import importlib
import inspect
from typing import Any

from hofspiele.envs.core.game import Game
from hofspiele.envs.core.suggest import unexpected_keyword

_games: dict[str, str] = {}


def register_game(name: str, class_path: str) -> None:
    """Let `make(name)` find the game class at `class_path` ("package.module:Class")."""
    _games[name] = class_path


def game_names() -> list[str]:
    """The names that `make` knows."""
    return sorted(_games)


def option_names(name: str) -> list[str]:
    """The options of the game `name`."""
    return list(inspect.signature(_class_of(name)).parameters)


def make(name: str, **options: Any) -> Game:
    """The game `name` with its options, e.g. ``make("kou_ka_roi", num_players=3)``.

    Raises:
        TypeError: there is no such option.
        ValueError: the name is unknown, or an option has a value that is not allowed.
    """
    known = option_names(name)
    for option in options:
        if option not in known:
            raise unexpected_keyword("make", option, known)
    return _class_of(name)(**options)


def _class_of(name: str) -> type[Game]:
    if name not in _games:
        raise ValueError(f"no game is called {name!r}; games: {', '.join(game_names())}")
    module, class_name = _games[name].split(":")
    return getattr(importlib.import_module(module), class_name)
