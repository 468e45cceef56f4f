"""The spaces of observations, actions and states."""

import numpy as np
from gymnasium import spaces

from hofspiele.envs.core import Game
from hofspiele.envs.core.state import SETUP


def observation_box(game: Game) -> spaces.Box:
    """Return the space of observations: float32, shape (D,), with the bounds of the layout."""
    return spaces.Box(game.layout.low(), game.layout.high(), dtype=np.float32)


def masked_observation_space(game: Game) -> spaces.Dict:
    """Return the space of observations with action masks (int8, shape (A,), 1 = legal)."""
    mask = spaces.Box(0, 1, (game.num_actions,), np.int8)
    return spaces.Dict({"observation": observation_box(game), "action_mask": mask})


def state_box(game: Game) -> spaces.Box:
    """Return the space of `Game.state_vector`, with the limits of the fields' dtypes as bounds."""
    low, high = np.zeros((2, 1), game.state_dtype)
    for name in game.state_dtype.names or ():
        bounds = np.iinfo(game.state_dtype[name].base)
        low[name], high[name] = bounds.min, bounds.max
    low[SETUP] = high[SETUP] = game.empty[SETUP]  # This field is not in the vector.
    return spaces.Box(game.state_vector(low[0]), game.state_vector(high[0]), dtype=np.float32)
