"""Agent files for torch, as training writes them.

Such a file is a dict of plain values and tensors in the format of ``torch.save``: it holds no code,
and does not depend on the versions of the libraries that trained the agent. It holds the fields of
`AgentFile` by their names, and `FORMAT` as ``format``. Its size bounds the memory and time that
reading takes.
"""

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from hofspiele import envs
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.training.cli.files import in_a_line, write_file
from hofspiele.training.cli.tensors import read_tensors, tensor_bytes
from hofspiele.training.networks.actor_critic import Actor
from hofspiele.training.networks.registry import check_weights
from hofspiele.training.players.contents import (
    AgentFile,
    check_finite,
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
    use_solver: bool,
    recipe: Any,
    commit: str | None = None,
) -> None:
    """Write an actor that was trained in `games`; `recipe` is JSON-ready."""
    weights = {name: tensor.detach().cpu().clone() for name, tensor in actor.state_dict().items()}
    content = AgentFile(
        game=games[0].name,
        tables=[game.options for game in games],
        fingerprint=fingerprint(games[0]),
        hofspiele=envs.__version__,
        network=actor.description,
        use_solver=use_solver,
        weights=weights,
        recipe=recipe,
        commit=commit,
    )
    write_file(path, tensor_bytes({"format": FORMAT, **content.told(), "weights": weights}))


def read(file: Path) -> AgentFile:
    """Return the content of `file`; raise ValueError if it is no agent file of this format."""
    content = checked_contents(_load(file), FORMAT, file)
    _check_weights(content.weights, file)
    return content


def _load(file: Path) -> Any:
    try:
        return read_tensors(read_bytes(file))
    except ValueError as error:
        raise ValueError(
            f"{file}: not an agent file, or damaged ({in_a_line(error)}); expected what training "
            "wrote as agent.pt"
        ) from error


def _check_weights(weights: Any, file: Path) -> None:
    if not isinstance(weights, dict) or not all(
        isinstance(name, str) and isinstance(tensor, torch.Tensor)
        for name, tensor in weights.items()
    ):
        raise ValueError(f"{file}: weights are {shown(weights)}, expected tensors by their names")
    finite = {name: bool(tensor.isfinite().all()) for name, tensor in weights.items()}
    check_finite(finite, file)


def with_arrays(content: AgentFile) -> AgentFile:
    """Return `content` with arrays in place of tensors, as an ``.onnx`` file has it."""
    weights = {name: tensor.numpy() for name, tensor in content.weights.items()}
    return dataclasses.replace(content, weights=weights)


def with_tensors(content: AgentFile) -> AgentFile:
    """Return `content` with tensors in place of the arrays of an ``.onnx`` file."""
    weights = {name: torch.tensor(array) for name, array in content.weights.items()}
    return dataclasses.replace(content, weights=weights)


def agent_of(content: AgentFile, name: str, deterministic: bool) -> NetworkAgent:
    """Return the agent of a file's content.

    Raises:
        ValueError: its weights do not fit the network that it describes.
    """
    check_weights(content.network, content.weights)
    actor = Actor(content.network)
    actor.load_state_dict(content.weights)
    return NetworkAgent(name, actor.requires_grad_(False), deterministic)
