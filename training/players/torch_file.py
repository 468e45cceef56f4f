"""Agent files for torch, which are written by training.

Such a file is a dict of plain values and tensors in the format of ``torch.save``. It contains the
fields of `AgentFile` by name, and `FORMAT` as ``format``. It contains no code and does not depend
on the versions of the training libraries. Its size bounds the memory and time for reading it.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from hofspiele import envs
from hofspiele.envs.core import Game
from hofspiele.training.cli.files import in_a_line, naming, write_file
from hofspiele.training.cli.tensors import read_tensors, tensor_bytes
from hofspiele.training.networks.actor_critic import Actor, new_critic
from hofspiele.training.networks.registry import CRITIC, has_critic
from hofspiele.training.networks.torch_network import TorchNetwork
from hofspiele.training.players.contents import (
    AgentFile,
    checked_contents,
    fingerprint,
    read_bytes,
)
from hofspiele.training.players.network_agent import NetworkAgent

FORMAT = "hofspiele agent 4"


def save_agent(
    path: Path,
    actor: Actor,
    games: Sequence[Game],
    recipe: Any,
    *,
    use_solver: bool,
    critic: TorchNetwork | None = None,
    commit: str | None = None,
) -> None:
    """Write `actor`, trained in `games`, to `path`; `recipe` must be JSON-serialisable."""
    content = AgentFile(
        game=games[0].name,
        tables=[game.options for game in games],
        fingerprint=fingerprint(games[0]),
        hofspiele=envs.__version__,
        network=actor.description,
        use_solver=use_solver,
        weights=stored_weights(actor, critic),
        recipe=recipe,
        commit=commit,
    )
    write_file(path, agent_bytes(content))


def stored_weights(actor: Actor, critic: TorchNetwork | None) -> dict[str, np.ndarray]:
    """Return the weights of both networks by their names in agent files; see `AgentFile`."""
    weights = actor.state_dict()
    if critic is not None:
        weights |= {CRITIC + name: tensor for name, tensor in critic.state_dict().items()}
    return {name: tensor.cpu().numpy() for name, tensor in weights.items()}


def agent_bytes(content: AgentFile) -> bytes:
    """Return the bytes of an agent file with `content`."""
    tensors = {"weights": _tensors(content.weights)}
    return tensor_bytes({"format": FORMAT, **content.metadata(), **tensors})


def read(file: Path) -> AgentFile:
    """Return the content of `file`; raise ValueError if it is not an agent file of this format."""
    with naming(file):
        return checked_contents(_load(file), FORMAT)


def _load(file: Path) -> Any:
    """Return the values in a file, with weights as float32 arrays."""
    try:
        content = read_tensors(read_bytes(file))
    except ValueError as error:
        raise ValueError(
            f"not an agent file, or corrupt ({in_a_line(error)}); expected a file that training "
            "wrote as agent.pt"
        ) from error
    weights = content.get("weights") if isinstance(content, dict) else None
    if isinstance(weights, dict):
        for name, value in weights.items():
            weights[name] = value.float().numpy() if isinstance(value, torch.Tensor) else value
    return content


def _tensors(weights: dict[str, np.ndarray]) -> dict[str, torch.Tensor]:
    return {name: torch.tensor(array) for name, array in weights.items()}


def agent_of(content: AgentFile, name: str, *, deterministic: bool) -> NetworkAgent:
    """Return the agent with the content of a file, evaluated by torch."""
    actor, critic = Actor(content.network).requires_grad_(False), None
    weights = _tensors(content.weights)
    if has_critic(weights):
        critic = new_critic(content.network).requires_grad_(False)
        names = [name for name in weights if name.startswith(CRITIC)]
        critic.load_state_dict({name.removeprefix(CRITIC): weights.pop(name) for name in names})
    actor.load_state_dict(weights)
    return NetworkAgent(name, actor, critic, deterministic=deterministic)
