"""The arguments `game` and `action` of environments."""

import inspect
import operator
from typing import Any

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.registry import make, spec_of
from hofspiele.envs.core.text.suggest import unexpected_keyword


def resolve_game(environment: type, game: Game | str, options: dict[str, Any]) -> Game:
    """Return `game` itself, or make the game of that name with `options`.

    Raise TypeError if one of `options` is an argument of neither the class `environment` nor the
    game, and ValueError for another wrong argument, or for `options` next to a `Game`.
    """
    if not isinstance(game, str | Game):
        raise ValueError(f"game is {shown(game)}, expected a Game or the name of one")
    spec = spec_of(game) if isinstance(game, str) else game.spec
    known = [*inspect.signature(environment).parameters, *spec.option_names]
    known.remove("options")  # ``**options`` is not an argument itself.
    for option in options:
        if option not in known:
            raise unexpected_keyword(environment.__name__, option, known)
    if isinstance(game, str):
        return make(game, **options)
    if options:
        names = ", ".join(f"{option}=" for option in options)
        raise ValueError(
            f"{names} can't be passed with a Game object; pass options to make(), or pass the "
            "game's name"
        )
    return game


def action_number(action: Any) -> int:
    """Return `action`, legal or not, as an int; raise TypeError unless it is an integer."""
    try:
        # numpy before 2.3 accepts its own bool as an index, with a warning.
        number = None if isinstance(action, bool | np.bool_) else operator.index(action)
    except TypeError:
        number = None
    if number is None:
        kind = type(action).__name__
        raise TypeError(f"action is {shown(action)} of type {kind}, expected an integer")
    return number
