"""The Gymnasium spaces of a game's observations, actions and states."""

import operator
from typing import Any

import numpy as np
from gymnasium import spaces

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.state import SETUP


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
