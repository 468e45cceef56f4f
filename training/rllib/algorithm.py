"""RLlib's PPO as the configuration of a run has it."""

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

# what both PPOs have, of the values in configs/algorithm
_KNOWN = (
    "n_steps", "batch_size", "n_epochs", "learning_rate", "gamma", "gae_lambda", "clip_range",
    "ent_coef", "vf_coef", "max_grad_norm",
)  # fmt: skip
# env runners beyond that are more than any cluster has
_MOST_RUNNERS = 100_000


def check_rllib(config: DictConfig) -> None:
    """Check what RLlib's runs have beside others; ValueError names a wrong value."""
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
    """How many processes share the games; without env runners that of the learner has all."""
    return max(1, config.num_env_runners)


def _games_each(config: DictConfig) -> int:
    return config.num_envs // _num_parts(config)


def ppo_config(config: DictConfig, network: NetworkDescription, seed: int) -> PPOConfig:
    """What RLlib makes the algorithm of a run of.

    Args:
        config: as in ``configs/rllib.yaml``, with values that `check_rllib` accepts.
        network: of policy and value.
        seed: from which the games of all runners follow.
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
    """A value of the algorithm that changes along a line, as RLlib has it."""
    schedule = schedule_of(config.algorithm, name)
    value = config.algorithm[name]
    if not isinstance(value, DictConfig):
        return schedule(1.0)
    end = max(1, round(value.end_fraction * config.steps))
    return [[0, schedule(1.0)], [end, schedule(0.0)]]


@contextlib.contextmanager
def running(config: PPOConfig) -> Iterator[Algorithm]:
    """The algorithm with its env runners, in the cluster that this process is connected to.

    Raises:
        ValueError: the cluster has no room for so many env runners.
        RunError: they can't be started there.
    """
    there = int(ray.cluster_resources().get("CPU", 0))
    if config.num_env_runners > there:
        raise ValueError(
            f"num_env_runners is {config.num_env_runners}, expected 0 to {there}: Ray has "
            f"{there} cores here, one for each env runner"
        )
    logging.getLogger("ray.rllib").setLevel(logging.ERROR)  # it would praise its new interface
    try:
        algorithm = config.build_algo()
    except (RayError, IndexError) as error:  # RLlib looks for the first of those that live
        raise RunError("no env runner could be started; RLlib says above why") from error
    with contextlib.suppress(OSError):
        Path(algorithm.logdir).rmdir()  # made in the home folder, and of no use
    try:
        yield algorithm
    finally:
        algorithm.stop()


def set_weights(algorithm: Algorithm, weights: dict[str, torch.Tensor]) -> None:
    """Let the learner have these of `PolicyModule`."""
    arrays = {name: tensor.cpu().numpy() for name, tensor in weights.items()}
    algorithm.learner_group.set_weights({DEFAULT_MODULE_ID: arrays})


def send_weights(algorithm: Algorithm) -> None:
    """Let all env runners have those of the learner, and wait until they do.

    RLlib's own `sync_weights` leaves out who has not yet answered the last one, as may be at once
    after the start.
    """
    weights = ray.put(algorithm.learner_group.get_weights())
    algorithm.env_runner_group.foreach_env_runner(
        lambda runner: runner.set_state({COMPONENT_RL_MODULE: weights})
    )


def weights_of(state: dict[str, Any]) -> dict[str, torch.Tensor]:
    """Those of `PolicyModule` in what ``Algorithm.get_state`` gives."""
    arrays = state["learner_group"]["learner"]["rl_module"][DEFAULT_MODULE_ID]
    return {name: torch.from_numpy(array) for name, array in arrays.items()}
