"""Small untrained networks, described by settings as in a configuration."""

from types import SimpleNamespace

import numpy as np
from omegaconf import OmegaConf
from torch import nn

from hofspiele.envs.agents import RandomAgent, Views
from hofspiele.training.networks.actor_critic import Actor
from hofspiele.training.networks.inputs import NO_PRIOR
from hofspiele.training.networks.policy import Policy
from hofspiele.training.networks.registry import describe
from hofspiele.training.players import onnx_file, torch_file
from hofspiele.training.players.agent_file import sha256_of
from hofspiele.training.players.shipped import FOLDER
from hofspiele.training.selfplay.ppo import SelfPlayPPO
from hofspiele.training.selfplay.vec_env import SelfPlayVecEnv
from tests.play import table_after

SETTINGS = {
    "architecture": "mlp",
    "policy": [16],
    "value": [16],
    "activation": "ReLU",
    "standardise": True,
    "prior_temperature": None,
    "entity_width": None,
}
# Settings of a network that encodes entities.
ENTITIES = {
    "architecture": "entities",
    "prior_temperature": 0.5,
    "policy": [12, 10],
    "value": [12, 9],
    "entity_width": 6,
}


def network_of(game, **settings):
    """Return the description of a network for `game`."""
    return describe(OmegaConf.create(SETTINGS | settings), game)


def untrained(game, **settings):
    """Return an untrained actor for `game`."""
    return Actor(network_of(game, **settings))


def new_model(game, num_envs=4, arguments=None, **settings):
    """Return a `SelfPlayPPO` with these arguments that learns against a random agent."""
    description = network_of(game, **settings)
    env = SelfPlayVecEnv([game], num_envs, [RandomAgent()], seed=1, inputs=description.inputs)
    return SelfPlayPPO(
        Policy,
        env,
        policy_kwargs={"description": description},
        **{"seed": 1, "device": "cpu"} | (arguments or {}),
    )


def write_untrained(file, *games, **settings):
    """Write an untrained agent for `games` to `file` and return `file`."""
    file.parent.mkdir(exist_ok=True)
    torch_file.save_agent(file, untrained(games[0], **settings), games, {}, use_solver=False)
    return file


def views_of(game, count, plies, seed=1):
    """Return views of the deciding players of `count` games after `plies` random decisions."""
    table, rng = table_after(game, count, plies, seed=1), np.random.default_rng(seed)
    return Views.from_table(table, np.arange(count), rng, with_states=True)


def write_shipped(file, name):
    """Write the bundled agent `name` to a file in the format that training writes."""
    file.write_bytes(torch_file.agent_bytes(onnx_file.read(FOLDER / f"{name}.onnx")))


def as_onnx(file):
    """Write the agent of `file` in ONNX format next to `file`, and return the new file."""
    content = torch_file.read(file)
    written = file.with_suffix(".onnx")
    written.write_bytes(onnx_file.onnx_bytes(content, sha256_of(file), {}))
    return written


class PlainActor(nn.Linear):
    """A substitute for an actor in tests that only use its weights."""

    description = SimpleNamespace(inputs=NO_PRIOR)

    def __init__(self):
        super().__init__(2, 2)
