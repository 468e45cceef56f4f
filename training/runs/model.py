"""The learning model: sb3-contrib's MaskablePPO with the arguments of a configuration."""

import inspect
from typing import Any

import torch
from gymnasium import spaces
from omegaconf import DictConfig
from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import FloatSchedule, LinearSchedule

from hofspiele.envs.core import Game
from hofspiele.envs.core.suggest import nearest
from hofspiele.training.cli.checks import ZERO_OR_MORE
from hofspiele.training.networks.description import NetworkDescription
from hofspiele.training.networks.policy import Policy
from hofspiele.training.selfplay.ppo import SelfPlayPPO


def new_model(
    algorithm: DictConfig,
    game: Game,
    network: NetworkDescription,
    num_envs: int,
    seed: int,
    device: torch.device,
) -> SelfPlayPPO:
    """Return an untrained model with the arguments of ``configs/algorithm``, without environment.

    sb3-contrib takes a number as entropy coefficient: it gets the schedule's first value, and
    `ScheduleCallback` follows the schedule.

    Raises:
        ValueError: a schedule is malformed, or an argument does not exist.
    """
    # Arguments that are not used here: for files, prints and other buffers.
    unused = {
        "rollout_buffer_class", "rollout_buffer_kwargs", "stats_window_size", "tensorboard_log",
        "verbose",
    }  # fmt: skip
    # As when stable-baselines3 loads a model, the network is built from the spaces alone.
    fixed: dict[str, Any] = {
        "policy": Policy,
        "env": None,
        "policy_kwargs": {"description": network},
        "seed": seed,
        "device": device,
        "_init_setup_model": False,
    }
    arguments: dict[str, Any] = {str(name): value for name, value in algorithm.items()}
    known = [
        name for name in inspect.signature(MaskablePPO).parameters if name not in {*fixed, *unused}
    ]
    for name in arguments:
        if name not in known:
            raise ValueError(
                f"algorithm.{name}: MaskablePPO takes no such argument here{nearest(name, known)}"
            )
    arguments["learning_rate"] = schedule_of(algorithm, "learning_rate")
    arguments["ent_coef"] = schedule_of(algorithm, "ent_coef")(1.0)
    model = SelfPlayPPO(**fixed, **arguments)
    model.observation_space = network.inputs.space(game)
    model.action_space = spaces.Discrete(game.num_actions)
    model.n_envs = num_envs
    model._setup_model()
    return model


def schedule_of(algorithm: DictConfig, name: str) -> FloatSchedule:
    """Return a value of the algorithm as a schedule that is linear in the remaining steps."""
    value, parts = algorithm[name], ["start", "end", "end_fraction"]
    is_number = ZERO_OR_MORE.accepts
    if is_number(value):
        return FloatSchedule(value)
    if (
        not isinstance(value, DictConfig)
        or sorted(value) != sorted(parts)
        or not all(is_number(value[part]) for part in parts)
        or not 0 < value.end_fraction <= 1
    ):
        raise ValueError(
            f"algorithm.{name} is {value}, expected a number >= 0, or such numbers "
            f"{', '.join(parts)} (above 0, up to 1) and nothing else, as "
            f"algorithm.{name}.start=0.001"
        )
    return FloatSchedule(LinearSchedule(**{part: value[part] for part in parts}))
