"""RLlib's PPO with the settings of a run."""

import contextlib
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import ray
import torch
from omegaconf import DictConfig, OmegaConf
from ray.exceptions import RayError
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core import COMPONENT_RL_MODULE, DEFAULT_MODULE_ID
from ray.rllib.core.rl_module.rl_module import RLModuleSpec

from hofspiele.envs.core.suggest import nearest
from hofspiele.training.cli.checks import check_values, integer
from hofspiele.training.cli.command import RunError
from hofspiele.training.cluster.connect import WHERE
from hofspiele.training.networks.description import NetworkDescription
from hofspiele.training.rllib.module import NETWORK, PolicyModule
from hofspiele.training.rllib.vector_env import LeagueVectorEnv
from hofspiele.training.runs.device import find_device
from hofspiele.training.runs.games import make_games
from hofspiele.training.runs.model import schedule_of

# The values of configs/algorithm that RLlib's PPO shares with ours.
_KNOWN = (
    "n_steps", "batch_size", "n_epochs", "learning_rate", "gamma", "gae_lambda", "clip_range",
    "ent_coef", "vf_coef", "max_grad_norm",
)  # fmt: skip
# No cluster has more env runners than this.
_MOST_RUNNERS = 100_000


def check_rllib(config: DictConfig) -> None:
    """Check the values that only RLlib's runs have; raise ValueError naming a wrong one."""
    check_values(config, {"num_env_runners": integer(0, _MOST_RUNNERS), "cluster": WHERE})
    for name in map(str, config.algorithm):
        if name not in _KNOWN:
            raise ValueError(
                f"algorithm.{name}: RLlib's PPO takes no such argument here{nearest(name, _KNOWN)}"
            )
    if config.num_envs % _num_parts(config):
        raise ValueError(
            f"num_envs is {config.num_envs}, expected a multiple of num_env_runners="
            f"{config.num_env_runners}, each of which plays equally many games"
        )
    kinds = len(make_games(config))
    if _games_each(config) < kinds:
        raise ValueError(
            f"num_envs is {config.num_envs}, expected at least {kinds} for each of "
            f"num_env_runners={config.num_env_runners}, one for each kind of table"
        )


def _num_parts(config: DictConfig) -> int:
    """Return how many processes share the games; without env runners the learner plays them all."""
    return max(1, config.num_env_runners)


def _games_each(config: DictConfig) -> int:
    return config.num_envs // _num_parts(config)


def ppo_config(config: DictConfig, network: NetworkDescription, seed: int) -> PPOConfig:
    """Return RLlib's configuration of the algorithm of a run.

    Args:
        config: as in ``configs/rllib.yaml``, with values that `check_rllib` accepts.
        network: the network of policy and value.
        seed: the seed of the games of all env runners.
    """
    algorithm = config.algorithm
    rollout = config.num_envs * algorithm.n_steps
    run = OmegaConf.to_container(config, resolve=True)
    return (
        PPOConfig()
        .environment(LeagueVectorEnv, env_config={"run": run})
        .env_runners(
            num_env_runners=config.num_env_runners,
            num_envs_per_env_runner=_games_each(config),
            gym_env_vectorize_mode="vector_entry_point",
            rollout_fragment_length=algorithm.n_steps,
        )
        .learners(num_gpus_per_learner=int(find_device(config.device).type == "cuda"))
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=PolicyModule, model_config={NETWORK: network.to_dict()}
            )
        )
        .training(
            lr=_by_steps(config, "learning_rate"),
            entropy_coeff=_by_steps(config, "ent_coef"),
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


def _by_steps(config: DictConfig, name: str) -> float | list[list[float]]:
    """Return RLlib's form of a value that changes linearly during the run."""
    schedule = schedule_of(config.algorithm, name)
    value = config.algorithm[name]
    if not isinstance(value, DictConfig):
        return schedule(1.0)
    end = max(1, round(value.end_fraction * config.steps))
    return [[0, schedule(1.0)], [end, schedule(0.0)]]


@contextlib.contextmanager
def running(config: PPOConfig) -> Iterator[Algorithm]:
    """Run the algorithm and its env runners in the cluster that this process is connected to.

    Raises:
        ValueError: the cluster has too few free cores for the env runners.
        RunError: the env runners cannot be started.
    """
    there = int(ray.cluster_resources().get("CPU", 0))
    if config.num_env_runners > there:
        raise ValueError(
            f"num_env_runners is {config.num_env_runners}, expected 0 to {there}: Ray has "
            f"{there} cores here, one for each env runner"
        )
    logging.getLogger("ray.rllib").setLevel(logging.ERROR)  # hides notes on RLlib's new interface
    try:
        algorithm = config.build_algo()
    except (RayError, IndexError) as error:  # RLlib indexes an empty list of live runners
        raise RunError("no env runner could be started; RLlib says above why") from error
    with contextlib.suppress(OSError):
        Path(algorithm.logdir).rmdir()  # Ray makes it in the home folder; nothing uses it
    try:
        yield algorithm
    finally:
        algorithm.stop()


def set_weights(algorithm: Algorithm, weights: dict[str, torch.Tensor]) -> None:
    """Give the learner these weights of `PolicyModule`."""
    arrays = {name: tensor.cpu().numpy() for name, tensor in weights.items()}
    algorithm.learner_group.set_weights({DEFAULT_MODULE_ID: arrays})


def send_weights(algorithm: Algorithm) -> None:
    """Send the learner's weights to all env runners, and wait until they have arrived.

    RLlib's own `sync_weights` skips env runners that have not yet answered the previous call, which
    can happen right after the start.
    """
    weights = ray.put(algorithm.learner_group.get_weights())
    algorithm.env_runner_group.foreach_env_runner(
        lambda runner: runner.set_state({COMPONENT_RL_MODULE: weights})
    )


def weights_of(state: dict[str, Any]) -> dict[str, torch.Tensor]:
    """Return the weights of `PolicyModule` from what ``Algorithm.get_state`` returns."""
    arrays = state["learner_group"]["learner"]["rl_module"][DEFAULT_MODULE_ID]
    return {name: torch.from_numpy(array) for name, array in arrays.items()}
