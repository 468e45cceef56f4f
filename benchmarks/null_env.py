"""An environment that costs nothing: an upper bound for a learning algorithm's speed."""

from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

# At each step, one of this many games ends.
_GAME_LENGTH = 16


class NullVecEnv(VecEnv):
    """N games whose observations, rewards, ends and (all-legal) masks never change."""

    def __init__(self, num_games: int, observation_space: spaces.Space, action_space: spaces.Space):
        assert isinstance(action_space, spaces.Discrete)
        observation_space.seed(0)
        self._observations = np.stack([observation_space.sample() for _ in range(num_games)])
        self._masks = np.ones((num_games, action_space.n), np.bool_)
        games = np.arange(num_games)
        self._dones = games % _GAME_LENGTH == 0
        won = games % (2 * _GAME_LENGTH) == 0
        self._rewards = np.where(self._dones, np.where(won, 1.0, -1.0), 0.0).astype(np.float32)
        self._infos: list[dict[str, Any]] = [{} for _ in range(num_games)]
        super().__init__(num_games, observation_space, action_space)

    def reset(self) -> np.ndarray:
        return self._observations

    def step_async(self, actions: np.ndarray) -> None:
        pass

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        return self._observations, self._rewards, self._dones, self._infos

    def action_masks(self) -> np.ndarray:
        """Return masks that allow everything: (N, A) bool."""
        return self._masks

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> Any:
        return getattr(self, method_name)(*method_args, **method_kwargs)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        value = None if attr_name == "render_mode" else getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"{attr_name!r} can't be set")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        pass
