"""A run in which RLlib's env runners play the games and RLlib's learner trains the policy."""

import itertools
import shutil
import time
from collections.abc import Mapping
from typing import Any

import numpy as np
import ray
from ray.exceptions import RayError
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.core import DEFAULT_MODULE_ID
from stable_baselines3.common.callbacks import BaseCallback

from hofspiele.training.cli.files import RunError, in_a_line
from hofspiele.training.cli.signals import Interrupts
from hofspiele.training.cluster.ray_executor import RayExecutor
from hofspiele.training.rllib.algorithm import check_rllib, ppo_config
from hofspiele.training.runs.arrays import as_tensors
from hofspiele.training.runs.build import RunParts, build_learner
from hofspiele.training.runs.checkpoints import Checkpoint
from hofspiele.training.runs.run import Run
from hofspiele.training.selfplay.pool import Pool
from hofspiele.training.selfplay.ppo import SelfPlayPPO
from hofspiele.training.selfplay.vec_env import EndedGames, SelfPlayVecEnv
from hofspiele.training.settings.train import Train
from hofspiele.training.settings.variants import RLlib

# Key of the algorithm's state in a checkpoint.
_RAY = "ray"
# Seconds without a step after which all env runners are considered dead. RLlib replaces dead ones.
_MOST_IDLE_S = 120.0


class RunnersEnv(SelfPlayVecEnv):
    """The games of RLlib's env runners; the superclass's own games are not played.

    Attributes:
        algorithm, state: RLlib's algorithm, and its state after the last update or None.
        pool: the pool of the league, or None.
    """

    algorithm: Algorithm
    state: dict[str, Any] | None
    pool: Pool | None

    def set_shares(self, shares: np.ndarray) -> None:
        """Send the league to all env runners, with `shares` and `margin_reward`."""
        pool = None if self.pool is None else ray.put(self.pool.state_dict())
        margin_reward = self.margin_reward

        def update(runner: Any) -> None:
            if runner.env is None:  # RLlib also keeps one that plays nothing in this process.
                return
            env = runner.env.unwrapped
            env.league.learner.load_state_dict(runner.module.network.state_dict())
            env.league.catch_up()
            if pool is not None:
                env.league.pool.load_state_dict(ray.get(pool))
            env.games.set_shares(shares)
            env.games.margin_reward = margin_reward
            env.ended = []

        self.algorithm.env_runner_group.foreach_env_runner(update)

    def ended_games(self) -> EndedGames:
        """Return the results of the games that ended since the last `set_shares`."""
        runners = self.algorithm.env_runner_group
        answers = runners.foreach_env_runner(lambda one: one.env.unwrapped.ended if one.env else [])
        return EndedGames.joined([super().ended_games(), *itertools.chain(*answers)])


class RLlibPPO(SelfPlayPPO):
    """RLlib's PPO, called like `SelfPlayPPO`; the policy is a copy from after the last update."""

    def collect_rollouts(self, env: Any, callback: BaseCallback, *_: Any, **__: Any) -> bool:
        """Let RLlib play a rollout and learn from it; for `callback`, this is one step."""
        callback.on_rollout_start()
        start, steps = time.monotonic(), 0
        while steps <= self.num_timesteps:
            if time.monotonic() - start > _MOST_IDLE_S:
                raise RayError("all env runners have stopped")
            results = env.algorithm.train()
            steps = int(results["env_runners"].get("num_env_steps_sampled_lifetime", 0))
        self.num_timesteps = steps
        learnt = results["learners"][DEFAULT_MODULE_ID]
        self.logger.record("train/entropy_loss", -float(learnt["entropy"]))
        self.logger.record("train/explained_variance", float(learnt["vf_explained_var"]))
        if goes_on := callback.on_step():
            callback.on_rollout_end()
        return goes_on

    def train(self) -> None:
        """Copy the weights and the state after RLlib's update."""
        env: Any = self.env
        with Interrupts():
            weights = env.algorithm.learner_group.get_weights()[DEFAULT_MODULE_ID]
            self.policy.load_state_dict(as_tensors(weights))
            env.state, self._steps_learnt = env.algorithm.get_state(), self.num_timesteps


class RLlibRun(Run):
    """A `Run` that learns with RLlib; everything before and after learning is as in `Run`."""

    settings: RLlib

    @staticmethod
    def build(settings: Train, name: str, checkpoint: Checkpoint | None = None) -> RunParts:
        assert isinstance(settings, RLlib)
        check_rllib(settings)
        parts = build_learner(settings, name, checkpoint, RLlibPPO)
        games, agents = parts.games, parts.league.agents
        parts.model.env = env = RunnersEnv(games, len(games), agents, inputs=parts.inputs)
        env.state = None if checkpoint is None else checkpoint.learnt.get(_RAY)
        env.pool = parts.league.pool
        return parts

    def learn(self, *args: Any, **options: Any) -> None:
        """Train as in `Run.learn`; raise RunError if Ray cannot continue."""
        env: Any = self.parts.env
        if self.parts.model.num_timesteps >= self.settings.steps:
            return
        with RayExecutor(self.settings.cluster) as executor:
            if (runners := self.settings.num_env_runners) > (cores := executor.num_workers):
                expected = f"0 to {cores}: each env runner needs one of Ray's {cores} cores"
                raise ValueError(f"num_env_runners is {runners}, expected {expected}")
            try:
                env.algorithm = ppo_config(self.settings, self.parts).build_algo()
                shutil.rmtree(env.algorithm.logdir, ignore_errors=True)  # It is not used.
                if env.state is not None:
                    env.algorithm.set_state(env.state)
                super().learn(*args, **options)
            except RayError as error:
                self._save_learnt()
                raise RunError(f"Ray: {in_a_line(error)}; {self.progress()}") from error

    def _learnt(self) -> Mapping[str, Any]:
        env: Any = self.parts.env
        return {**super()._learnt(), _RAY: env.state}
