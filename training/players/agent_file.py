"""Trained agents as files: all that is needed to play, nothing that is only needed to learn.

An agent file is a dict of plain values and tensors that `torch.load` reads with
``weights_only=True``: it carries no code, and any version of the libraries that trained the agent
will do.

=====================  ===========================================================================
``format``             `FORMAT`
``game``               name of the game
``options``            options of the game that the agent was trained in
``fingerprint``        of the game's observations and actions, see `fingerprint`
``hofspiele``          version that wrote the file
``activation``         class in ``torch.nn`` that stands between the linear layers
``prior_temperature``  of `Inputs`, None for a network without a prior
``use_solver``           whether it decides only what is not solved (see `SolverAssistedAgent`)
``weights``            the actor's tensors by their place in the network
``recipe``             how the agent was trained, for people
=====================  ===========================================================================
"""

import hashlib
import json
import zipfile
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from stable_baselines3.common.torch_layers import FlattenExtractor
from torch import nn

from hofspiele import envs
from hofspiele.envs.agents import Agent, SolverAssistedAgent
from hofspiele.envs.core import Game
from hofspiele.envs.core.files import replacing
from hofspiele.training.networks.entities import EntityActor, EntityEncoder
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.policy import ResidualActor
from hofspiele.training.networks.standardise import Standardised
from hofspiele.training.players.network_agent import NetworkAgent

FORMAT = "hofspiele agent 2"
FILE_NAME = "agent.pt"


@dataclass(frozen=True)
class AgentFile:
    """What an agent file holds; the fields are those of the module's table."""

    game: str
    options: dict[str, Any]
    fingerprint: str
    hofspiele: str
    activation: str
    prior_temperature: float | None
    use_solver: bool
    weights: dict[str, torch.Tensor]
    recipe: Any


def fingerprint(game: Game) -> str:
    """16 hex digits that change with the names, shapes or order of observations and actions.

    A network plays any game of its own fingerprint, with other numbers of players too.
    """
    pieces = [[piece.name, *piece.shape] for piece in game.layout.pieces]
    actions = [game.action_name(action) for action in range(game.num_actions)]
    return hashlib.sha256(json.dumps([game.name, pieces, actions]).encode()).hexdigest()[:16]


def find_file(path: str | Path) -> Path:
    """The agent file at `path`, a results folder or the file itself; ValueError if there is none"""
    path = Path(path)
    file = path / FILE_NAME if path.is_dir() else path
    if file.is_file():
        return file
    unfinished = (path / "config.yaml").is_file()
    advice = f"; to finish the run: python -m training.train resume={path}" if unfinished else ""
    raise ValueError(
        f"{path}: no trained agent there, expected an agent file or a folder with {FILE_NAME}"
        + advice
    )


def save_agent(
    path: Path, actor: nn.Sequential, game: Game, inputs: Inputs, use_solver: bool, recipe: Any
) -> None:
    """Write an `actor_of` a model that was trained in `game`; `recipe` is JSON-ready."""
    content = AgentFile(
        game=game.name,
        options=game.options,
        fingerprint=fingerprint(game),
        hofspiele=envs.__version__,
        # without hidden layers there is nothing between them
        activation=type(actor[2]).__name__ if len(actor) > 2 else "Identity",
        prior_temperature=inputs.prior_temperature,
        use_solver=use_solver,
        weights={name: tensor.detach().clone() for name, tensor in actor.state_dict().items()},
        recipe=recipe,
    )
    with replacing(path) as temporary:
        torch.save({"format": FORMAT, **vars(content)}, temporary)


def read_agent(path: str | Path) -> AgentFile:
    """The content of the agent file at `path`, a results folder or the file itself.

    Raises:
        ValueError: there is no such file, or it is damaged, or no agent file.
    """
    file = find_file(path)
    try:
        with zipfile.ZipFile(file) as archive:
            changed = archive.testzip()  # torch does not look at the check sums
        if changed is not None:
            raise ValueError(f"{changed} has another check sum")
        content = torch.load(file, map_location="cpu", weights_only=True)
    except Exception as error:  # what a damaged pickle raises is anyone's guess
        raise ValueError(
            f"{file}: not an agent file, or damaged; expected what training wrote as {FILE_NAME}"
        ) from error
    found = content.get("format") if isinstance(content, dict) else type(content).__name__
    if found != FORMAT:
        raise ValueError(f"{file}: format is {found!r}, expected {FORMAT!r}")
    return AgentFile(**{field.name: content[field.name] for field in fields(AgentFile)})


def load_agent(path: str | Path, game: Game, deterministic: bool = False) -> Agent:
    """The trained agent at `path`, for play in `game`.

    It is called like its folder, or like the file if that was given another name than `FILE_NAME`.

    Raises:
        ValueError: there is no agent file, or it was trained for another game or for other
            observations or actions.
    """
    content, file = read_agent(path), find_file(path)
    if content.game != game.name:
        raise ValueError(f"{file}: trained for {content.game}, expected an agent for {game.name}")
    if content.fingerprint != fingerprint(game):
        raise ValueError(
            f"{file}: trained with hofspiele {content.hofspiele} for observations and actions "
            f"{content.fingerprint}, expected {fingerprint(game)} as in {game!r}: other components "
            "or another version of the game; train an agent anew"
        )
    name = file.absolute().parent.name if file.name == FILE_NAME else file.stem
    inputs = Inputs(content.prior_temperature)
    agent = NetworkAgent(name, _network(content, game, inputs), inputs, deterministic)
    return SolverAssistedAgent(agent) if content.use_solver else agent


def _network(content: AgentFile, game: Game, inputs: Inputs) -> nn.Sequential:
    if any(name.endswith(".columns") for name in content.weights):
        network = _entity_network(content.weights, game.num_actions)
    else:
        network = _plain_network(content, inputs)
    network.load_state_dict(content.weights)
    return network.requires_grad_(False)


def _entity_network(weights: dict[str, torch.Tensor], num_actions: int) -> nn.Sequential:
    encoder = EntityEncoder(
        rest=weights["1.encoder.rest"],
        kinds=[tensor for name, tensor in weights.items() if name.endswith(".columns")],
        context=len(weights["1.encoder.context.bias"]),
        width=len(weights["1.encoder.kinds.0.look.bias"]),
        together=len(weights["1.encoder.together.bias"]),
    )
    actions = [tensor for name, tensor in weights.items() if name.endswith(".actions")]
    features = Standardised(_space(len(weights["0.mean"])))
    return ResidualActor(features, EntityActor(encoder, actions, num_actions))


def _plain_network(content: AgentFile, inputs: Inputs) -> nn.Sequential:
    shapes = [tensor.shape for tensor in content.weights.values() if tensor.ndim == 2]
    activation = getattr(nn, content.activation)
    features = Standardised if "0.mean" in content.weights else FlattenExtractor
    modules: list[nn.Module] = [features(_space(shapes[0][1]))]
    for outputs, width in shapes:
        modules += [nn.Linear(width, outputs), activation()]
    kind = ResidualActor if inputs.has_prior else nn.Sequential
    return kind(*modules[:-1])


def _space(num_inputs: int) -> spaces.Box:
    return spaces.Box(-1.0, 1.0, (num_inputs,), np.float32)
