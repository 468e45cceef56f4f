"""The vector environment of an env runner."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import spec_of
from hofspiele.training.networks.architectures import new_network
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.runs.build import new_env, new_league
from hofspiele.training.selfplay.vec_env import EndedGames
from hofspiele.training.settings.own_networks import register_network
from hofspiele.training.settings.train import Train

# Keys of the observations, as in RLlib's example module with action masks.
OBSERVATIONS, ACTION_MASK = "observations", "action_mask"


def games_of(settings: Train) -> list[Game]:
    """Return the games of a run in a process that has not imported the user's own code yet."""
    assert settings.game.name is not None
    spec_of(settings.game.name, from_user=True)
    for network in settings.networks:
        register_network(network)
    return settings.game.make_all(settings.num_players)


class LeagueVectorEnv(VectorEnv):
    """`SelfPlayVecEnv` with its own league, as a Gymnasium VectorEnv.

    Observations are dicts: ``observations`` (N, I) float32, the learner's `Inputs`, and
    ``action_mask`` (N, A) int8. Rewards are as in `SelfPlayVecEnv`. A game that has ended shows
    its last observation with a mask that allows all actions. The next step ignores the action and
    shows the new game (`AutoresetMode.NEXT_STEP`, which RLlib expects).

    Args:
        context: a mapping with ``run``, a run's settings, and ``num_envs``, the number N of games.

    Attributes:
        games: the wrapped `SelfPlayVecEnv`.
        league: the opponents on the other seats; `Broadcast` updates their policies.
        learner: a copy of the network in training, which plays as "current" in the league.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "autoreset_mode": AutoresetMode.NEXT_STEP
    }

    def __init__(self, context: Mapping[str, Any]):
        settings: Train = context["run"]
        games = games_of(settings)
        self.num_envs = context["num_envs"]
        self.learner = new_network(games[0], settings.network, from_user=True)
        self.league = new_league(settings, self.learner, games)
        inputs = Inputs(settings.network.prior_temperature)
        self.games = new_env(settings, games, self.league, inputs, self.num_envs, settings.seed)
        mask = spaces.Box(0, 1, (games[0].num_actions,), np.int8)
        self.single_observation_space = spaces.Dict(
            {OBSERVATIONS: self.games.observation_space, ACTION_MASK: mask}
        )
        self.single_action_space = self.games.action_space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        # Whether each game has ended and the next one has been dealt but not shown yet.
        self._held = np.zeros(self.num_envs, np.bool_)
        self._ended: list[EndedGames] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Deal all games from `seed`, or from the current random stream if `seed` is None."""
        super().reset(seed=seed)
        observations = self.games.reset(int(self.np_random.integers(2**31)))
        self._held[:] = False
        return self._with_masks(observations), {}

    def step(
        self, actions: np.ndarray
    ) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Apply the learner's actions in all games that have not ended."""
        observations, rewards, ended, infos = self.games.step_some(actions, ~self._held)
        self._held = ended
        for i in np.flatnonzero(ended):
            observations[i] = infos[i]["terminal_observation"]
        if ended.any():
            self._ended.append(self.games.ended_games())
        return self._with_masks(observations), rewards, ended, np.zeros_like(ended), {}

    def take_ended(self) -> EndedGames | None:
        """Return the games that ended since the last call, or None if no game ended."""
        ended, self._ended = self._ended, []
        if not ended:
            return None
        return EndedGames(*(np.concatenate(column) for column in zip(*ended, strict=True)))

    def _with_masks(self, observations: np.ndarray) -> dict[str, np.ndarray]:
        masks = self.games.action_masks() | self._held[:, None]
        return {OBSERVATIONS: observations, ACTION_MASK: masks.view(np.int8)}
