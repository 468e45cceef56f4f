"""The games and the network of an env runner."""

import copy
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule

from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.masked_policy import LegalActions
from hofspiele.training.runs.learner import new_env
from hofspiele.training.selfplay.vec_env import EndedGames


class LeagueVectorEnv(VectorEnv):
    """`SelfPlayVecEnv` as a Gymnasium VectorEnv.

    Observations are (N, I + A) float32: the learner's `Inputs`, then 1 for each legal action and 0
    for others. A game that has ended shows its last observation, in which all actions are legal;
    the next step ignores the action and shows the new game, as RLlib expects.
    """

    def __init__(self, context: dict[str, Any]):
        """Make ``num_envs`` games with the ``settings``, ``games`` and ``league`` in `context`."""
        settings, games, self.league = (context[key] for key in ("settings", "games", "league"))
        self.num_envs = context["num_envs"]
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        self.games = new_env(settings, games, self.league, self.num_envs, settings.seed)
        num_inputs = Inputs(settings.network.prior_temperature).size(games[0])
        shape = (num_inputs + games[0].num_actions,)
        self.single_observation_space = spaces.Box(-np.inf, np.inf, shape, np.float32)
        self.single_action_space = self.games.action_space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """Deal all games from `seed`, or from the current random stream if `seed` is None."""
        super().reset(seed=seed)
        # Marks games that have ended; the next games have been dealt but are not shown yet.
        self._held = np.zeros(self.num_envs, np.bool_)
        self.ended: list[EndedGames] = []  # the results in each step
        return self._with_masks(self.games.reset(int(self.np_random.integers(2**31)))), {}

    def step(self, actions: np.ndarray) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Apply the learner's actions in all games that have not ended."""
        observations, rewards, self._held, infos = self.games.step_some(actions, ~self._held)
        for i in np.flatnonzero(self._held):
            observations[i] = infos[i]["terminal_observation"]
        self.ended.append(self.games.ended_games())
        return self._with_masks(observations), rewards, self._held, np.zeros_like(self._held), {}

    def _with_masks(self, observations: np.ndarray) -> np.ndarray:
        return np.hstack([observations, self.games.action_masks() | self._held[:, None]])


class PolicyModule(TorchRLModule, ValueFunctionAPI):
    """A copy of ``model_config["network"]``; the weights have the same names as in `Policy`.

    Observations are as in `LeagueVectorEnv`. PPO must run without its KL term.
    """

    def setup(self) -> None:
        """Copy the network; called by RLlib."""
        self.network = copy.deepcopy(self.model_config["network"])

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """Return logits, and expected outcomes (B,) as embeddings for `compute_values`."""
        seen, legal = self._split(batch)
        logits, values = self.network(seen)
        masked = logits.masked_fill(~legal, torch.finfo(logits.dtype).min)
        return {Columns.ACTION_DIST_INPUTS: masked, Columns.EMBEDDINGS: values}

    @torch.no_grad()
    def _forward_exploration(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """Sample legal actions and return them with their log-probabilities."""
        seen, legal = self._split(batch)
        policy = LegalActions.of(legal).policy(self.network(seen)[0])
        places = policy.draw()
        return {
            Columns.ACTIONS: policy.actions_at(places),
            Columns.ACTION_LOGP: policy.log_probabilities_at(places),
            Columns.ACTION_DIST_INPUTS: seen.new_zeros(len(seen), 1),  # Only for the KL term.
        }

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        """Return the outcomes expected by the critic: (B,) float32."""
        return self._forward(batch)[Columns.EMBEDDINGS] if embeddings is None else embeddings

    def _split(self, batch: dict[str, Any]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the inputs (B, I) float32 and the masks (B, A) bool."""
        seen, num_actions = batch[Columns.OBS], self.action_space.n
        return seen[:, :-num_actions], seen[:, -num_actions:] != 0
