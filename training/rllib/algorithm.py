"""RLlib's PPO with the settings of a run."""

import contextlib
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import ray
import torch
from ray.exceptions import RayError
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core import COMPONENT_RL_MODULE, DEFAULT_MODULE_ID
from ray.rllib.core.rl_module.rl_module import RLModuleSpec

from hofspiele.envs.command_line.values import written
from hofspiele.training.cli.files import RunError
from hofspiele.training.cluster.ray_executor import check_where
from hofspiele.training.rllib.module import RUN, PolicyModule
from hofspiele.training.rllib.vector_env import LeagueVectorEnv
from hofspiele.training.runs.model import find_device, schedule_of
from hofspiele.training.settings.rllib import RLlib
from hofspiele.training.settings.train import Schedule


def check_rllib(settings: RLlib) -> None:
    """Raise ValueError if `settings` has a value that runs with RLlib do not support."""
    check_where(settings.cluster)
    if settings.overlap:
        raise ValueError(
            "overlap is true, expected false: RLlib already plays the games in separate processes"
        )
    algorithm = settings.algorithm
    for name in ("clip_range_vf", "normalize_advantage", "target_kl"):
        value, default = getattr(algorithm, name), getattr(type(algorithm)(), name)
        if value != default:
            raise ValueError(
                f"algorithm.{name} is {written(value)}, expected {written(default)}: RLlib's PPO "
                "does not support it"
            )
    if settings.num_envs % _num_parts(settings):
        raise ValueError(
            f"num_envs is {settings.num_envs}, expected a multiple of num_env_runners="
            f"{settings.num_env_runners}, so that all env runners play the same number of games"
        )
    kinds = len(settings.game.make_all(settings.num_players))
    if _games_each(settings) < kinds:
        raise ValueError(
            f"num_envs is {settings.num_envs}, expected at least {kinds * _num_parts(settings)} "
            f"with num_env_runners={settings.num_env_runners}, so that each process plays all "
            f"{kinds} setups"
        )


def _num_parts(settings: RLlib) -> int:
    """Return the number of playing processes: the env runners, or the learner if there are none."""
    return max(1, settings.num_env_runners)


def _games_each(settings: RLlib) -> int:
    return settings.num_envs // _num_parts(settings)


def ppo_config(settings: RLlib, seed: int) -> PPOConfig:
    """Return RLlib's configuration for settings that `check_rllib` accepts."""
    algorithm = settings.algorithm
    rollout = settings.num_envs * algorithm.n_steps
    return (
        PPOConfig()
        .environment(LeagueVectorEnv, env_config={"run": settings})
        .env_runners(
            num_env_runners=settings.num_env_runners,
            num_envs_per_env_runner=_games_each(settings),
            gym_env_vectorize_mode="vector_entry_point",
            rollout_fragment_length=algorithm.n_steps,
        )
        .learners(num_gpus_per_learner=int(find_device(settings.device).type == "cuda"))
        .rl_module(
            rl_module_spec=RLModuleSpec(module_class=PolicyModule, model_config={RUN: settings})
        )
        .training(
            lr=_by_steps(algorithm.learning_rate, settings.steps),
            entropy_coeff=_by_steps(algorithm.ent_coef, settings.steps),
            gamma=algorithm.gamma,
            lambda_=algorithm.gae_lambda,
            clip_param=algorithm.clip_range,
            vf_loss_coeff=algorithm.vf_coef,
            vf_clip_param=np.inf,
            use_kl_loss=False,
            grad_clip=algorithm.max_grad_norm,
            train_batch_size_per_learner=rollout,
            minibatch_size=min(algorithm.batch_size, rollout),
            num_epochs=algorithm.n_epochs,
        )
        .debugging(seed=seed, log_level="ERROR")
    )


def _by_steps(value: float | Schedule, steps: int) -> float | list[list[float]]:
    """Return `value`, a constant or a schedule over `steps`, in the form that RLlib expects."""
    schedule = schedule_of(value)
    if not isinstance(value, Schedule):
        return schedule(1.0)
    end = max(1, round(value.end_fraction * steps))
    return [[0, schedule(1.0)], [end, schedule(0.0)]]


@contextlib.contextmanager
def running(config: PPOConfig) -> Iterator[Algorithm]:
    """Run the algorithm and its env runners on the connected cluster in the `with` block.

    Raises:
        ValueError: the cluster has fewer cores than `config` has env runners.
        RunError: the env runners cannot be started.
    """
    there = int(ray.cluster_resources().get("CPU", 0))
    if config.num_env_runners > there:
        raise ValueError(
            f"num_env_runners is {config.num_env_runners}, expected 0 to {there}: Ray has {there} "
            "cores, and each env runner needs one"
        )
    # This hides RLlib's notes on its new interface.
    logging.getLogger("ray.rllib").setLevel(logging.ERROR)
    try:
        algorithm = config.build_algo()
    except (RayError, IndexError) as error:  # IndexError: the list of runners is empty.
        raise RunError("no env runner could be started; see RLlib's messages above") from error
    with contextlib.suppress(OSError):
        Path(algorithm.logdir).rmdir()  # Ray creates this unused folder in the home folder.
    try:
        yield algorithm
    finally:
        algorithm.stop()


def set_weights(algorithm: Algorithm, weights: dict[str, torch.Tensor]) -> None:
    """Set the weights of the learner's `PolicyModule` to `weights`."""
    arrays = {name: tensor.cpu().numpy() for name, tensor in weights.items()}
    algorithm.learner_group.set_weights({DEFAULT_MODULE_ID: arrays})


def send_weights(algorithm: Algorithm) -> None:
    """Send the learner's weights to all env runners, and wait until they have arrived.

    RLlib's `sync_weights` skips env runners that have not yet answered the previous call. This can
    happen right after the start.
    """
    weights = ray.put(algorithm.learner_group.get_weights())
    algorithm.env_runner_group.foreach_env_runner(
        lambda runner: runner.set_state({COMPONENT_RL_MODULE: weights})
    )


def weights_of(state: dict[str, Any]) -> dict[str, torch.Tensor]:
    """Return the weights of `PolicyModule` from what ``Algorithm.get_state`` returns."""
    arrays = state["learner_group"]["learner"]["rl_module"][DEFAULT_MODULE_ID]
    return {name: torch.from_numpy(array) for name, array in arrays.items()}
