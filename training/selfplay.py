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

    Observations (N, D) float32, masks (N, A) bool in one call, auto-reset within the step. The
    reward is the learner's outcome at the end of its game and, all along, `margin_reward` for every
    point by which its lead (own points less the mean of the others', if the game ended now) grows.
    `invite` opponents before the first `reset`: they may share the network of a model that is
    itself made for this environment.
    """

    learner_table: LearnerTable

    def __init__(self, game: Game, num_games: int, seed: int, margin_reward: float = 0.0):
        self.game = game
        self.margin_reward = margin_reward
        self._seed = seed
        self._actions = np.zeros(num_games, np.int64)
        self._rows = np.arange(num_games)
        self._leads = np.zeros(num_games)
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
        self._leads = self._leads_now()
        return self.learner_table.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        table = self.learner_table
        table.step(self._actions)
        dones = table.finished.copy()
        rewards = np.where(dones, table.outcomes[self._rows, table.final_seats], 0.0)
        if self.margin_reward:
            rewards += self.margin_reward * self._growth_of_leads(dones)
        infos = self._infos(np.flatnonzero(dones))
        return table.observations.copy(), rewards.astype(np.float32), dones, infos

    def _growth_of_leads(self, dones: np.ndarray) -> np.ndarray:
        table = self.learner_table
        before, self._leads = self._leads, self._leads_now()
        final = self._leads_of(table.scores, table.final_seats)
        return np.where(dones, final, self._leads) - before

    def _leads_now(self) -> np.ndarray:
        games = self.learner_table.table
        scores, outcomes = np.zeros_like(games.scores), np.zeros_like(games.outcomes)
        self.game.engine.standing(
            self.game.tables, games.states, scores, np.zeros_like(games.ranks), outcomes
        )
        return self._leads_of(scores, self.learner_table.seats)

    def _leads_of(self, scores: np.ndarray, seats: np.ndarray) -> np.ndarray:
        own = scores[self._rows, seats]
        return own - (scores.sum(1) - own) / (self.game.num_players - 1)

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
