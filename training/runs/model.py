"""The learning model, a subclass of MaskablePPO: its arguments, state and device."""

from collections.abc import Mapping
from typing import Any

import torch
from gymnasium import spaces
from stable_baselines3.common.utils import FloatSchedule, LinearSchedule

from hofspiele.envs.core import Game
from hofspiele.training.networks.architectures import new_network
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.policy import Policy
from hofspiele.training.runs.arrays import as_tensors
from hofspiele.training.selfplay.ppo import SelfPlayPPO
from hofspiele.training.settings.train import Schedule, Train


def new_model(
    settings: Train, game: Game, device: torch.device, kind: type[SelfPlayPPO] = SelfPlayPPO
) -> SelfPlayPPO:
    """Return an untrained model of class `kind` without an environment."""
    arguments: dict[str, Any] = {
        name: schedule_of(value) if isinstance(value, Schedule) else value
        for name, value in vars(settings.algorithm).items()
    }
    model = kind(
        Policy,
        env=None,  # type: ignore[arg-type]
        policy_kwargs={"create": lambda: new_network(game, settings.network, from_user=True)},
        seed=settings.seed,
        device=device,
        _init_setup_model=False,
        **arguments,
    )
    # The network is built from the spaces alone, as stable-baselines3 does when it loads a model.
    model.observation_space = Inputs(settings.network.prior_temperature).space(game)
    model.action_space = spaces.Discrete(game.num_actions)
    model.n_envs = settings.num_envs
    model._setup_model()
    return model


def schedule_of(value: float | Schedule) -> FloatSchedule:
    """Return `value` as a function of the remaining fraction of the steps."""
    if isinstance(value, Schedule):
        return FloatSchedule(LinearSchedule(value.start, value.end, value.end_fraction))
    return FloatSchedule(value)


def model_state_of(model: SelfPlayPPO) -> dict[str, Any]:
    """Return the weights, the optimiser's state, and the numbers of steps and updates.

    Waits for the end of an update in progress.
    """
    policy = model.learnt_policy()
    return {
        "policy": policy.state_dict(),
        "optimizer": policy.optimizer.state_dict(),
        "steps": model.num_timesteps,
        "updates": model._n_updates,
    }


def load_model_state(model: SelfPlayPPO, learnt: Mapping[str, Any]) -> None:
    """Set the state of an untrained `model` to `learnt`, which `model_state_of` returned.

    Raises:
        ValueError: `learnt` does not fit the model, or is not the state of a model.
    """
    try:
        model.policy.load_state_dict(as_tensors(learnt["policy"]))
        model.policy.optimizer.load_state_dict(as_tensors(learnt["optimizer"]))
        model.num_timesteps, model._n_updates = int(learnt["steps"]), int(learnt["updates"])
    except Exception as error:  # A corrupt state can raise an error of any kind.
        raise ValueError(
            f"the checkpoint does not match the configuration of its run: {error}"
        ) from error


def find_device(name: str) -> torch.device:
    """Return the device "cpu" or "cuda"; "auto" means the GPU if there is one.

    Raises:
        ValueError: `name` is "cuda", and there is no GPU.
    """
    available = torch.cuda.is_available()
    if name == "cuda" and not available:
        raise ValueError(
            "device is cuda, but torch finds no such device here; use device=cpu, or device=auto "
            "to use a GPU if there is one"
        )
    return torch.device("cuda" if available and name != "cpu" else "cpu")
