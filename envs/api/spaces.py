"""The argument `game` of environments, and the spaces of observations, actions and states."""

import inspect
import operator
from typing import Any

import numpy as np
from gymnasium import spaces

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.registry import make, spec_of
from hofspiele.envs.core.state import SETUP
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


def observation_box(game: Game) -> spaces.Box:
    """Return the space of observations: float32, shape (D,), with the bounds of the layout."""
    return spaces.Box(game.layout.low(), game.layout.high(), dtype=np.float32)


def masked_observation_space(game: Game) -> spaces.Dict:
    """Return the space of observations with action masks (int8, shape (A,), 1 = legal)."""
    mask = spaces.Box(0, 1, (game.num_actions,), np.int8)
    return spaces.Dict({"observation": observation_box(game), "action_mask": mask})


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


def state_box(game: Game) -> spaces.Box:
    """Return the space of `Game.state_vector`, with the limits of the fields' dtypes as bounds."""
    low, high = np.zeros((2, 1), game.state_dtype)
    for name in game.state_dtype.names or ():
        bounds = np.iinfo(game.state_dtype[name].base)
        low[name], high[name] = bounds.min, bounds.max
    low[SETUP] = high[SETUP] = game.empty[SETUP]  # This field is not in the vector.
    return spaces.Box(game.state_vector(low[0]), game.state_vector(high[0]), dtype=np.float32)
