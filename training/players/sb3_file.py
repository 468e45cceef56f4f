"""Agents saved by stable-baselines3 and sb3-contrib with ``model.save("agent.zip")``.

Such a file contains weights as tensors, and everything else as JSON, with pickles of values that
JSON cannot represent. Unpickling would run code, so pickles are not read here. The usual policies
are rebuilt from the shapes of their weights and from the names in the JSON:

=================================  ===============================================================
PPO, A2C, TRPO, MaskablePPO        ``MlpPolicy``: logits
DQN, QR-DQN                        ``MlpPolicy``: values; the best legal action is chosen
=================================  ===============================================================

Other policies (with the user's own feature extractors, activations or subclasses) are rebuilt by
code in the file if the user trusts it. Only legal actions are chosen, even if the policy was
trained without masks. ``VecNormalize`` stores statistics in a separate file, so agents that need
them must be wrapped in a function, which is named as ``module:name``.
"""

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from hofspiele.envs.agents import Agent, Views
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.training.cli.archives import read_members
from hofspiele.training.cli.files import in_a_line, naming
from hofspiele.training.cli.tensors import read_tensors
from hofspiele.training.networks.inputs import NO_PRIOR
from hofspiele.training.players.contents import read_bytes
from hofspiele.training.players.policy_agent import PolicyAgent

# A function from observations (M, D) to logits or values (M, A), float32.
Scores = Callable[[torch.Tensor], torch.Tensor]

# Default activation of the policies in each module.
_ACTIVATIONS = {
    "stable_baselines3.common.policies": "Tanh",
    "sb3_contrib.common.maskable.policies": "Tanh",
    "stable_baselines3.dqn.policies": "ReLU",
    "sb3_contrib.qrdqn.policies": "ReLU",
}
_VALUE_POLICIES = ("stable_baselines3.dqn.policies", "sb3_contrib.qrdqn.policies")
# Arguments of policies that can be rebuilt. The weights determine the policy without these
# arguments, except for the activation, which is read separately.
_HARMLESS = {
    "activation_fn", "log_std_init", "n_quantiles", "net_arch", "normalize_images",
    "optimizer_class", "optimizer_kwargs", "ortho_init", "share_features_extractor",
}  # fmt: skip
# A pattern for the names of weights in a policy's hidden and last layers.
_LAYER = re.compile(
    r"(?:mlp_extractor\.policy_net|action_net|(q|quantile)_net\.\1_net)\b.*\.weight"
)


class UnknownPolicyError(ValueError):
    """Raised if a policy cannot be rebuilt from data alone."""


class Sb3Agent(PolicyAgent):
    """An agent with a policy of stable-baselines3, given as a `Scores` function."""

    # The policy may run the user's code, which need not be thread-safe.
    thread_safe = False

    def __init__(self, name: str, scores: Scores, *, deterministic: bool):
        super().__init__(name, NO_PRIOR, deterministic=deterministic)
        self._scores = scores

    def logits(self, views: Sequence[Views]) -> np.ndarray:
        observations = np.concatenate([seen.observations for seen in views])
        with torch.inference_mode():
            return self._scores(torch.from_numpy(observations)).numpy()


def load_sb3(
    path: str | Path, game: Game, *, deterministic: bool = False, trust: bool = False
) -> Agent:
    """Return the agent in a file of stable-baselines3 or sb3-contrib, named after the file.

    Args:
        path: the file.
        game: the game to play. The agent was trained in the Gymnasium environment of this game.
        deterministic: whether to take the most probable action; policies with action values always
            take the best action.
        trust: whether code in the file may run if data alone do not determine the policy.

    Raises:
        ValueError: there is no such file, it is corrupt, it was trained for different observations
            or actions, its policy can only be rebuilt by code and `trust` is False, or that code
            fails or constructs a policy of an unsupported kind.
    """
    path = Path(path)
    with naming(path):
        data, weights = _read(path)
        try:
            scores, are_values = _rebuilt(data, weights)
        except UnknownPolicyError as error:
            if not trust:
                raise ValueError(
                    f"{error}, so the policy can only be loaded by running code in the file; if "
                    "you trust its author, set trust=true (in Python load_sb3(…, trust=True))"
                ) from error
            scores, are_values = _run_code_of(path)
        _check_sizes(scores, game)
    return Sb3Agent(path.stem, scores, deterministic=deterministic or are_values)


def _read(path: Path) -> tuple[dict[str, Any], dict[str, torch.Tensor]]:
    try:
        members = read_members(read_bytes(path))
        data = json.loads(members["data"])
        weights = read_tensors(members["policy.pth"])
        if not isinstance(data, dict) or not isinstance(weights, dict):
            raise ValueError("the data or the weights are not a mapping")
        if not all(isinstance(name, str) for name in weights):
            raise ValueError("the weights have names that are not strings")
        if not all(tensor.isfinite().all() for tensor in weights.values()):
            raise ValueError("the weights contain NaN or infinity")
    except Exception as error:  # A corrupt file can raise an error of any kind.
        raise ValueError(
            f"not an agent of stable-baselines3 or sb3-contrib, or corrupt ({in_a_line(error)})"
        ) from error
    return data, weights


def _words(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the JSON object `name` in `data`, or an empty dict without it."""
    value = data.get(name)
    return value if isinstance(value, dict) else {}


def _rebuilt(data: Mapping[str, Any], weights: Mapping[str, torch.Tensor]) -> tuple[Scores, bool]:
    """Return the policy rebuilt from data alone, and whether its scores are action values.

    Raises:
        UnknownPolicyError: the policy cannot be rebuilt.
    """
    module = str(_words(data, "policy_class").get("__module__"))
    if module not in _ACTIVATIONS:
        raise UnknownPolicyError(f"the policy class is from {shown(module)}")
    words = _words(data, "policy_kwargs").items()
    kwargs = {name: value for name, value in words if not name.startswith(":")}
    if others := set(kwargs) - _HARMLESS:
        raise UnknownPolicyError(
            f"the policy has unsupported policy_kwargs ({', '.join(sorted(others))})"
        )
    if any("features_extractor." in name for name in weights):
        raise UnknownPolicyError("the policy has a features extractor with weights")
    layers = [_linear(name, weights) for name in weights if _LAYER.fullmatch(name)]
    if not layers:
        raise UnknownPolicyError("the policy has no MlpPolicy layers")
    activation = _activation(kwargs.get("activation_fn"), _ACTIVATIONS[module])
    stack: list[nn.Module] = [layers[0]]
    for layer in layers[1:]:
        stack += [activation, layer]
    network = nn.Sequential(*stack).requires_grad_(False).eval()
    if module not in _VALUE_POLICIES:
        return network, False
    num_actions = _words(data, "action_space").get("n", layers[-1].out_features)
    try:
        shape = -1, int(num_actions)
    except (OverflowError, TypeError, ValueError) as error:
        raise UnknownPolicyError(f"the number of actions is {shown(num_actions)}") from error
    return lambda seen: network(seen).unflatten(1, shape).mean(1), True


def _linear(name: str, weights: Mapping[str, torch.Tensor]) -> nn.Linear:
    weight, bias = weights[name], weights.get(name.removesuffix("weight") + "bias")
    if weight.ndim != 2 or bias is None or bias.shape != weight.shape[:1]:
        raise UnknownPolicyError(f"{name} is not the weight of a linear layer")
    layer = nn.Linear(weight.shape[1], weight.shape[0])
    layer.load_state_dict({"weight": weight, "bias": bias})
    return layer


def _activation(named: Any, default: str) -> nn.Module:
    """Return the activation for ``<class 'torch.nn.modules.activation.NAME'>``, or the default."""
    found = re.fullmatch(r"<class 'torch\.nn\.modules\.activation\.(\w+)'>", str(named))
    name = default if named is None else found and found[1]
    try:
        if name not in nn.modules.activation.__all__:
            raise TypeError("there is no such activation")
        activation: nn.Module = getattr(nn, name)()
    except TypeError as error:  # Some classes, such as MultiheadAttention, need arguments.
        raise UnknownPolicyError(f"the policy's activation_fn is {shown(named)}") from error
    return activation


def _run_code_of(path: Path) -> tuple[Scores, bool]:
    """Run the code in the file that constructs its policy; return the same as `_rebuilt`."""
    from stable_baselines3.common.save_util import load_from_zip_file

    try:
        data, parameters, _ = load_from_zip_file(path, device="cpu")
        assert data is not None
        policy = data["policy_class"](
            data["observation_space"],
            data["action_space"],
            lambda _: 0.0,
            **data["policy_kwargs"],
        )
        policy.load_state_dict(parameters["policy"])
    except Exception as error:  # Code from the file can raise an error of any kind.
        raise ValueError(f"the policy's own code raised {error!r}") from error
    policy.set_training_mode(False)
    if hasattr(policy, "q_net"):
        return policy.q_net, True
    if hasattr(policy, "quantile_net"):
        return lambda seen: policy.quantile_net(seen).mean(1), True
    if hasattr(policy, "get_distribution") and not hasattr(policy, "lstm_actor"):
        return lambda seen: policy.get_distribution(seen).distribution.logits, False
    raise ValueError(
        f"the policy is a {type(policy).__name__}, expected a policy without memory that yields "
        "logits or action values; wrap it in a function, and name that function as MODULE:NAME"
    )


def _check_sizes(scores: Scores, game: Game) -> None:
    """Raise ValueError unless `scores` takes the observations and rates the actions of `game`."""
    try:
        with torch.inference_mode():
            found = tuple(scores(torch.zeros(2, game.observation_size)).shape)
    except Exception as error:  # Code from the file can raise an error of any kind.
        raise ValueError(
            "it was trained on observations of a different size than this game's "
            f"{game.observation_size}, or on another version of this game ({in_a_line(error)})"
        ) from error
    if found != (2, game.num_actions):
        raise ValueError(
            f"it was trained for {math.prod(found[1:])} actions, expected {game.num_actions} as in "
            "this game"
        )
