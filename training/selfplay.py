"""A native stable-baselines3 VecEnv for self-play: one learner seat in each of N games."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from envs.agents import Agent, LearnerTable
from envs.core import Game


class SelfPlayVecEnv(VecEnv):
    """`LearnerTable` as stable-baselines3 wants it.

    Observations (N, D) float32, masks (N, A) bool in one call, reward = the learner's outcome at
    the end of its game, auto-reset within the step. `invite` opponents before the first `reset`:
    they may share the network of a model that is itself made for this environment.
    """

    learner_table: LearnerTable

    def __init__(self, game: Game, num_games: int, seed: int):
        self.game = game
        self._seed = seed
        self._actions = np.zeros(num_games, np.int64)
        self._rows = np.arange(num_games)
        super().__init__(
            num_games,
            spaces.Box(game.layout.low(), game.layout.high(), dtype=np.float32),
            spaces.Discrete(game.num_actions),
        )

    def invite(self, opponents: Sequence[Agent], shares: Sequence[float]) -> None:
        """Let each of `opponents` hold all other seats in its share of the games."""
        self.learner_table = LearnerTable(
            self.game, self.num_envs, opponents, self._seed, shares=shares
        )

    def reset(self) -> np.ndarray:
        self.learner_table.reset(self._seed)
        return self.learner_table.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        table = self.learner_table
        table.step(self._actions)
        dones = table.finished.copy()
        learner_outcomes = table.outcomes[self._rows, table.final_seats]
        rewards = np.where(dones, learner_outcomes, 0.0).astype(np.float32)
        return table.observations.copy(), rewards, dones, self._infos(np.flatnonzero(dones))

    def _infos(self, finished: np.ndarray) -> list[dict[str, Any]]:
        infos: list[dict[str, Any]] = [{} for _ in self._rows]
        if len(finished):
            table = self.learner_table
            game = self.game
            last = game.layout.empty(len(finished))
            states, seats = table.final_states[finished], table.final_seats[finished]
            game.engine.observe(game.tables, states, seats, game.layout.records(last))
            for i, observation in zip(finished, last, strict=True):
                infos[i] = {"terminal_observation": observation, "TimeLimit.truncated": False}
        return infos

    def action_masks(self) -> np.ndarray:
        """Legal actions of all learner seats: (N, A) bool."""
        return self.learner_table.action_masks.copy()

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> Any:
        rows = getattr(self, method_name)(*method_args, **method_kwargs)
        return rows if indices is None else rows[self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        value = None if attr_name == "render_mode" else getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"the games of a table are alike; {attr_name!r} can't be set in one")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        pass
