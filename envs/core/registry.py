"""Games by name: `make` finds the class of a registered game and checks the options."""

import importlib
import inspect
from typing import Any

from hofspiele.envs.core.game import Game

_games: dict[str, str] = {}


def register_game(name: str, class_path: str) -> None:
    """Let `make(name)` find the game class at `class_path` ("package.module:Class")."""
    _games[name] = class_path


def game_names() -> list[str]:
    """The names that `make` knows."""
    return sorted(_games)


def make(name: str, **options: Any) -> Game:
    """The game `name` with its options, e.g. ``make("kou_ka_roi", num_players=3)``.

    Raises:
        ValueError: the name or an option is unknown, or an option has a value that is not allowed.
    """
    if name not in _games:
        raise ValueError(f"no game is called {name!r}; games: {', '.join(game_names())}")
    module, class_name = _games[name].split(":")
    game_class = getattr(importlib.import_module(module), class_name)
    known = list(inspect.signature(game_class).parameters)
    for option in options:
        if option not in known:
            raise ValueError(f"{name} has no option {option!r}; options: {', '.join(known)}")
    return game_class(**options)
