"""Agent files that torch reads: those that training writes.

Such a file is a dict of plain values and tensors, which `torch.load` reads with
``weights_only=True``: it carries no code, and any version of the libraries that trained the agent
will do. It holds the fields of `AgentFile` by their names, and `FORMAT` as ``format``.
"""

import dataclasses
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from hofspiele import envs
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.training.cli.files import tensor_bytes, write_file
from hofspiele.training.networks.actor_critic import Actor
from hofspiele.training.players.contents import (
    AgentFile,
    check_finite,
    checked_contents,
    fingerprint,
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
    """The content of `file`; ValueError if it is damaged, or no agent file of this format."""
    content = checked_contents(_load(file), FORMAT, file)
    _check_weights(content.weights, file)
    return content


def _load(file: Path) -> Any:
    try:
        with zipfile.ZipFile(file) as archive:
            changed = archive.testzip()  # torch does not look at the check sums
        if changed is not None:
            raise ValueError(f"{changed} has another check sum")
        return torch.load(file, map_location="cpu", weights_only=True)
    except Exception as error:  # what a damaged pickle raises is anyone's guess
        raise ValueError(
            f"{file}: not an agent file, or damaged; expected what training wrote as agent.pt"
        ) from error


def _check_weights(weights: Any, file: Path) -> None:
    if not isinstance(weights, dict) or not all(
        isinstance(name, str) and _is_whole(tensor) for name, tensor in weights.items()
    ):
        raise ValueError(f"{file}: weights are {shown(weights)}, expected tensors by their names")
    finite = {name: bool(tensor.isfinite().all()) for name, tensor in weights.items()}
    check_finite(finite, file)


def _is_whole(tensor: Any) -> bool:
    """Whether it is a tensor; one that is only spread out over memory could be of any size."""
    return isinstance(tensor, torch.Tensor) and (
        tensor.numel() * tensor.element_size() <= tensor.untyped_storage().nbytes()
    )


def with_arrays(content: AgentFile) -> AgentFile:
    """Return the same with arrays for tensors, as an ``.onnx`` file has it."""
    weights = {name: tensor.numpy() for name, tensor in content.weights.items()}
    return dataclasses.replace(content, weights=weights)


def with_tensors(content: AgentFile) -> AgentFile:
    """Return the same with tensors for the arrays of an ``.onnx`` file."""
    weights = {name: torch.tensor(array) for name, array in content.weights.items()}
    return dataclasses.replace(content, weights=weights)


def agent_of(content: AgentFile, name: str, deterministic: bool) -> NetworkAgent:
    """The agent of a file's content; ValueError if its weights are those of another network."""
    actor = Actor(content.network)
    try:
        actor.load_state_dict(content.weights)
    except RuntimeError as error:
        raise ValueError(f"weights of another network than it says: {shown(error)}") from error
    return NetworkAgent(name, actor.requires_grad_(False), deterministic)
