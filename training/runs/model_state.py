"""The state of a model as tensors and numbers: everything in it that changes during a run."""

from collections.abc import Mapping
from typing import Any

from hofspiele.training.selfplay.ppo import SelfPlayPPO


def model_state_of(model: SelfPlayPPO) -> dict[str, Any]:
    """Return the weights, the optimiser's state, and the numbers of steps and updates.

    If an update is in progress, its end is awaited.
    """
    policy = model.learnt_policy()
    return {
        "policy": policy.state_dict(),
        "optimizer": policy.optimizer.state_dict(),
        "steps": model.num_timesteps,
        "updates": model._n_updates,
    }


def load_model_state(model: SelfPlayPPO, learnt: Mapping[str, Any]) -> None:
    """Restore in an untrained `model` the state that `model_state_of` returned.

    Raises:
        ValueError: the state belongs to a model with other arguments, or is something else.
    """
    try:
        model.policy.load_state_dict(learnt["policy"])
        model.policy.optimizer.load_state_dict(learnt["optimizer"])
        model.num_timesteps, model._n_updates = int(learnt["steps"]), int(learnt["updates"])
    except (AttributeError, KeyError, RuntimeError, TypeError, ValueError) as error:
        raise ValueError(
            f"the checkpoint does not fit the configuration that it lies beside: {error}"
        ) from error
