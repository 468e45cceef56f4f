"""Small untrained networks, described as a configuration does."""

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
# Of a network that encodes entities.
ENTITIES = {
    "architecture": "entities",
    "prior_temperature": 0.5,
    "policy": [12, 10],
    "value": [12, 9],
    "entity_width": 6,
}


def network_of(game, **settings):
    """The description of a network for `game`."""
    return describe(OmegaConf.create(SETTINGS | settings), game)


def untrained(game, **settings):
    """An actor for `game`."""
    return Actor(network_of(game, **settings))


def new_model(game, num_envs=4, arguments=None, **settings):
    """A model that can learn against a random agent, with arguments of `SelfPlayPPO`."""
    description = network_of(game, **settings)
    env = SelfPlayVecEnv([game], num_envs, [RandomAgent()], seed=1, inputs=description.inputs)
    return SelfPlayPPO(
        Policy,
        env,
        policy_kwargs={"description": description},
        **{"seed": 1, "device": "cpu"} | (arguments or {}),
    )


def write_untrained(file, *games, **settings):
    """Write an agent for these games that has learnt nothing, and return its file."""
    file.parent.mkdir(exist_ok=True)
    torch_file.save_agent(file, untrained(games[0], **settings), games, {}, use_solver=False)
    return file


def views_of(game, count, plies, seed=1):
    """What the deciding players of this number of games see after some random decisions."""
    table, rng = table_after(game, count, plies, seed=1), np.random.default_rng(seed)
    return Views.from_table(table, np.arange(count), rng, with_states=True)


def write_shipped(file, name):
    """Write the agent that ships for a game as training writes its agents."""
    file.write_bytes(torch_file.agent_bytes(onnx_file.read(FOLDER / f"{name}.onnx")))


def as_onnx(file):
    """An agent file in the form for onnxruntime, beside it."""
    content = torch_file.read(file)
    written = file.with_suffix(".onnx")
    written.write_bytes(onnx_file.onnx_bytes(content, sha256_of(file), {}))
    return written


class PlainActor(nn.Linear):
    """Stands for an actor where only its weights are looked at."""

    description = SimpleNamespace(inputs=NO_PRIOR)

    def __init__(self):
        super().__init__(2, 2)
