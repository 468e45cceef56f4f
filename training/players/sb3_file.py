"""Agents saved by stable-baselines3 and sb3-contrib with ``model.save("agent.zip")``.

They contain weights, and JSON with pickles of values that JSON cannot represent. Pickles can run
code, so they are only read from trusted files. Other policies must be an ``MlpPolicy`` of PPO, A2C,
TRPO, MaskablePPO, DQN or QR-DQN. Only legal actions are chosen, even without masks in training.
"""

import io
import json
import zipfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Discrete
from stable_baselines3.common.save_util import load_from_zip_file
from torch import nn

from hofspiele.envs.agents import Agent
from hofspiele.envs.core import Game
from hofspiele.envs.core.text.imported import import_named
from hofspiele.training.files.read_write import in_a_line, naming
from hofspiele.training.networks.architectures import kept_torch
from hofspiele.training.networks.forward import Forwards
from hofspiele.training.networks.inputs import NO_PRIOR
from hofspiele.training.players.agent_file import MOST_BYTES
from hofspiele.training.players.policy_agent import PolicyAgent
from hofspiele.training.settings.train import ACTIVATIONS

# The classes of policies that need no code from the file, by module.
_POLICIES = {
    "stable_baselines3.common.policies": "ActorCriticPolicy",
    "sb3_contrib.common.maskable.policies": "MaskableActorCriticPolicy",
    "stable_baselines3.dqn.policies": "DQNPolicy",
    "sb3_contrib.qrdqn.policies": "QRDQNPolicy",
}
# Arguments of policies that JSON represents, and those that do not matter for playing.
_PLAIN = {"net_arch", "n_quantiles", "share_features_extractor"}
_HARMLESS = {
    "log_std_init", "normalize_images", "optimizer_class", "optimizer_kwargs", "ortho_init",
}  # fmt: skip


def load_sb3(file: Path, game: Game, *, deterministic: bool = False, trust: bool = False) -> Agent:
    """Return the agent in a file, which was trained in the Gymnasium environment of `game`.

    It takes the best action if `deterministic` or if the policy has action values. Raise ValueError
    if the file is corrupt, does not suit the game, was trained with VecNormalize (of DQN, this
    cannot be seen), or needs code without `trust`.
    """
    with naming(file), kept_torch():
        try:
            data, weights = _read(file)
            stored: Any = load_from_zip_file(file, device="cpu")[0] if trust else _plain(data)
            spaces = NO_PRIOR.space(game), Discrete(game.num_actions)
            policy = stored["policy_class"](*spaces, lambda _: 0.0, **stored["policy_kwargs"])
            policy.load_state_dict(weights)
            policy.set_training_mode(False)
            scores = partial(_scores, policy)
            shape = scores(np.zeros((2, game.observation_size), np.float32)).shape
            if shape != (2, game.num_actions):
                raise ValueError(f"it returns the shape {shape}")
        except Exception as error:  # Corrupt files and code in them can raise errors of any kind.
            raise ValueError(
                f"not an agent of stable-baselines3 or sb3-contrib with {game.observation_size} "
                f"inputs and {game.num_actions} actions ({in_a_line(error)})"
            ) from error
    best = deterministic or not hasattr(policy, "get_distribution")
    forwards = Forwards(scores, None)
    return PolicyAgent(file.name, NO_PRIOR, forwards, deterministic=best, thread_safe=False)


def _read(file: Path) -> tuple[dict[str, Any], dict[str, torch.Tensor]]:
    with zipfile.ZipFile(file) as archive:
        if sum(member.file_size for member in archive.infolist()) > MOST_BYTES:
            raise ValueError(f"it has more than {MOST_BYTES:,} bytes")
        data = dict(json.loads(archive.read("data")))
        weights = torch.load(io.BytesIO(archive.read("policy.pth")), "cpu", weights_only=True)
    if not all(weight.isfinite().all() for weight in weights.values()):
        raise ValueError("the weights contain NaN or infinity")
    # Only VecNormalize sets this in the algorithms with advantages.
    if "gae_lambda" in data and data.get("_last_original_obs") is not None:
        raise ValueError(
            "it was trained with VecNormalize, whose statistics are in another file; write a "
            "function that applies them and calls the model, and name it MODULE:NAME"
        )
    return data, weights


def _plain(data: dict[str, Any]) -> dict[str, Any]:
    """Return the class of the policy and its arguments from data alone, by their names in files."""
    module, given = data["policy_class"]["__module__"], data["policy_kwargs"]
    kwargs = {name: given[name] for name in given if name[0] != ":" and name not in _HARMLESS}
    names = {f"<class 'torch.nn.modules.activation.{name}'>": name for name in ACTIVATIONS}
    named = kwargs.pop("activation_fn", None)
    if module not in _POLICIES or set(kwargs) - _PLAIN or (named and named not in names):
        raise ValueError("its policy needs code in the file; if you trust it, set trust=true")
    if named:
        kwargs["activation_fn"] = getattr(nn, names[named])
    kind = import_named("policy", f"{module}:{_POLICIES[module]}")
    return {"policy_class": kind, "policy_kwargs": kwargs}


def _scores(policy: Any, inputs: np.ndarray) -> np.ndarray:
    """Return the logits or action values (B, A) of a policy for observations (B, D)."""
    with torch.inference_mode():
        seen = torch.from_numpy(inputs)
        if hasattr(policy, "get_distribution"):
            return policy.get_distribution(seen).distribution.logits.numpy()
        if hasattr(policy, "q_net"):
            return policy.q_net(seen).numpy()
        return policy.quantile_net(seen).mean(1).numpy()
