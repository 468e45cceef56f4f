"""What a model has learnt, as tensors and numbers: all that changes in it in a run."""

from collections.abc import Mapping
from typing import Any

from hofspiele.training.selfplay.ppo import SelfPlayPPO


def learnt_of(model: SelfPlayPPO) -> dict[str, Any]:
    """Weights, the optimizer's state, and how many steps and updates they come from."""
    return {
        "policy": model.policy.state_dict(),
        "optimizer": model.policy.optimizer.state_dict(),
        "steps": model.num_timesteps,
        "updates": model._n_updates,
    }


def teach(model: SelfPlayPPO, learnt: Mapping[str, Any]) -> None:
    """Let an untrained `model` go on from what `learnt_of` gave.

    Raises:
        ValueError: it is of a model with other arguments, or no such thing.
    """
    try:
        model.policy.load_state_dict(learnt["policy"])
        model.policy.optimizer.load_state_dict(learnt["optimizer"])
        model.num_timesteps, model._n_updates = int(learnt["steps"]), int(learnt["updates"])
    except (AttributeError, KeyError, RuntimeError, TypeError, ValueError) as error:
        raise ValueError(
            f"the checkpoint does not fit the configuration that it lies beside: {error}"
        ) from error
