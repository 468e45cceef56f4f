"""A run in which RLlib's env runners play the games and RLlib's learner trains the policy."""

import copy
import itertools
import shutil
import time
from collections.abc import Mapping
from typing import Any

import numpy as np
import ray
from ray.exceptions import RayError
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core import DEFAULT_MODULE_ID
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from stable_baselines3.common.callbacks import BaseCallback

from hofspiele.envs.command_line.values import written
from hofspiele.training.cli.signals import interruptions_delayed
from hofspiele.training.cluster.ray_executor import RayExecutor, check_where
from hofspiele.training.files.read_write import RunError, in_a_line
from hofspiele.training.rllib.env_runner import LeagueVectorEnv, PolicyModule
from hofspiele.training.runs.checkpoints import Checkpoint, as_tensors
from hofspiele.training.runs.learner import Learner, seed_after
from hofspiele.training.runs.run import Run
from hofspiele.training.selfplay.league import Pool
from hofspiele.training.selfplay.ppo import SelfPlayPPO
from hofspiele.training.selfplay.vec_env import EndedGames, SelfPlayVecEnv
from hofspiele.training.settings.train import Algorithm as Arguments
from hofspiele.training.settings.train import Schedule
from hofspiele.training.settings.variants import RLlib

# Key of the algorithm's state in a checkpoint.
_RAY = "ray"
# Seconds without a step after which all env runners are considered dead. RLlib replaces dead ones.
_MOST_IDLE_S = 120.0


class RunnersEnv(SelfPlayVecEnv):
    """The games of RLlib's env runners; the superclass's own games are not played."""

    algorithm: Algorithm
    state: dict[str, Any] | None  # of the algorithm after the last update
    pool: Pool  # of the league

    def set_shares(self, shares: np.ndarray) -> None:
        """Send the league to all env runners, with `shares` and `margin_reward`."""
        pool = ray.put(self.pool.state_dict())
        margin_reward = self.margin_reward

        def update(runner: Any) -> None:
            if runner.env is None:  # RLlib also keeps one that plays nothing in this process.
                return
            env = runner.env.unwrapped
            env.league.learner.load_state_dict(runner.module.network.state_dict())
            env.league.catch_up()
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
        with interruptions_delayed():
            weights = env.algorithm.learner_group.get_weights()[DEFAULT_MODULE_ID]
            self.policy.load_state_dict(as_tensors(weights))
            env.state, self._steps_learnt = env.algorithm.get_state(), self.num_timesteps


class RLlibRun(Run):
    """A `Run` that learns with RLlib; everything before and after learning is as in `Run`."""

    model_class = RLlibPPO
    places = ("cluster", "num_env_runners")
    settings: RLlib
    env: RunnersEnv

    def _check_settings(self) -> None:
        settings = self.settings
        check_where(settings.cluster)
        for name in ("clip_range_vf", "normalize_advantage", "target_kl"):
            value, default = getattr(settings.algorithm, name), getattr(Arguments(), name)
            if value != default:
                expected = f"{written(default)}, because RLlib's PPO has no other value"
                raise ValueError(f"algorithm.{name} is {written(value)}, expected {expected}")
        runners = max(1, settings.num_env_runners)
        least = runners * len(self.games)
        if settings.num_envs % runners or settings.num_envs < least:
            raise ValueError(
                f"num_envs is {settings.num_envs}, expected a multiple of "
                f"num_env_runners={runners}, at least {least} to play all setups"
            )
        super()._check_settings()

    def _set_env(self, checkpoint: Checkpoint | None) -> None:
        games, agents = self.games, self.league.agents
        self.model.env = self.env = RunnersEnv(games, len(games), agents, inputs=self.inputs)
        self.env.state = None if checkpoint is None else checkpoint.learnt.get(_RAY)
        self.env.pool = self.league.pool

    def learn(self, *args: Any, **options: Any) -> None:
        """Train as in `Run.learn`; raise RunError if Ray cannot continue."""
        env = self.env
        if self.model.num_timesteps >= self.settings.steps:
            return
        with RayExecutor(self.settings.cluster) as executor:
            if (runners := self.settings.num_env_runners) > (cores := executor.num_workers):
                expected = f"0 to {cores}: each env runner needs one of Ray's {cores} cores"
                raise ValueError(f"num_env_runners is {runners}, expected {expected}")
            try:
                env.algorithm = ppo_config(self.settings, self).build_algo()
                shutil.rmtree(env.algorithm.logdir, ignore_errors=True)  # It is not used.
                if env.state is not None:
                    env.algorithm.set_state(env.state)
                super().learn(*args, **options)
            except RayError as error:
                self._save_learnt()
                raise RunError(f"Ray: {in_a_line(error)}; {self.progress()}") from error

    def _learnt(self) -> Mapping[str, Any]:
        return {**super()._learnt(), _RAY: self.env.state}


def ppo_config(settings: RLlib, learner: Learner) -> PPOConfig:
    """Return RLlib's configuration; env runners get copies of the league and the network."""
    league = copy.deepcopy(learner.league)
    network = league.learner.cpu()  # There may be no GPU where env runners play.
    context = {"settings": settings, "games": learner.games, "league": league}
    ppo, runners, steps = settings.algorithm, settings.num_env_runners, settings.steps
    rollout = settings.num_envs * ppo.n_steps
    return (
        PPOConfig()
        .environment(LeagueVectorEnv, env_config=context)
        .env_runners(num_env_runners=runners)
        .env_runners(num_envs_per_env_runner=settings.num_envs // max(1, runners))
        .env_runners(gym_env_vectorize_mode="vector_entry_point")
        .learners(num_gpus_per_learner=int(learner.model.device.type == "cuda"))
        .rl_module(rl_module_spec=RLModuleSpec(PolicyModule, model_config={"network": network}))
        .training(train_batch_size_per_learner=rollout, grad_clip=ppo.max_grad_norm)
        .training(minibatch_size=min(ppo.batch_size, rollout), num_epochs=ppo.n_epochs)
        .training(lr=_by_steps(ppo.learning_rate, steps), gamma=ppo.gamma, lambda_=ppo.gae_lambda)
        .training(clip_param=ppo.clip_range, vf_clip_param=float("inf"), use_kl_loss=False)
        .training(entropy_coeff=_by_steps(ppo.ent_coef, steps), vf_loss_coeff=ppo.vf_coef)
        .debugging(seed=seed_after(settings.seed, learner.model.num_timesteps), log_level="ERROR")
    )


def _by_steps(value: float | Schedule, steps: int) -> float | list[list[float]]:
    """Return `value`, a constant or a schedule over `steps`, in the form that RLlib expects."""
    if not isinstance(value, Schedule):
        return value
    return [[0, value.start], [max(1, round(value.end_fraction * steps)), value.end]]
