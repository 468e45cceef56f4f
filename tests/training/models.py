"""Small untrained networks, described by settings as in a configuration."""

import shutil

import numpy as np
import torch

from hofspiele.envs.agents import RandomAgent, Views
from hofspiele.training.networks.architectures import evaluator_of, new_network
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.policy import Policy
from hofspiele.training.players.agent_file import AgentFile
from hofspiele.training.players.policy_agent import PolicyAgent
from hofspiele.training.players.shipped import FOLDER
from hofspiele.training.selfplay.ppo import SelfPlayPPO
from hofspiele.training.selfplay.vec_env import SelfPlayVecEnv
from hofspiele.training.settings.train import Network
from tests.play import table_after

# Settings of a network that encodes entities.
ENTITIES = {
    "architecture": "entities",
    "prior_temperature": 0.5,
    "policy": [12, 10],
    "value": [12, 9],
    "entity_width": 6,
}


def settings_of(**settings):
    """Return settings of a small network."""
    return Network(**{"policy": [16], "value": [16]} | settings)


def untrained(game, **settings):
    """Return an untrained network for `game`."""
    return new_network(game, settings_of(**settings), from_user=True)


def noisy(game, **settings):
    """Return a network for `game` whose weights and scale all differ from the initial ones."""
    network = untrained(game, **settings)
    generator = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for weights in network.parameters():
            weights.add_(0.3 * torch.randn(weights.shape, generator=generator))
    seen = np.random.default_rng(2).random((50, game.observation_size), np.float32)
    network.learnt.standardise.fit(seen)
    return network


def agent_of(game, network, name="new", **settings):
    """Return an agent that plays with `network`, which has these settings."""
    network_settings = settings_of(**settings)
    forwards = evaluator_of(game, network_settings, network)(network.weights())
    return PolicyAgent(name, Inputs(network_settings.prior_temperature), forwards)


def new_model(game, num_envs=4, arguments=None, **settings):
    """Return a `SelfPlayPPO` with these arguments that learns against a random agent."""
    inputs = Inputs(settings.get("prior_temperature"))
    env = SelfPlayVecEnv([game], num_envs, [RandomAgent()], seed=1, inputs=inputs)
    return SelfPlayPPO(
        Policy,
        env,
        policy_kwargs={"create": lambda: untrained(game, **settings)},
        **{"seed": 1, "device": "cpu"} | (arguments or {}),
    )


def write_agent(file, network, *games, use_solver=False, **settings):
    """Write `network`, which has these settings, as an agent for `games`, and return `file`."""
    file.parent.mkdir(exist_ok=True)
    content = AgentFile.of(
        games, settings_of(**settings), network.weights(), use_solver=use_solver, recipe={},
        commit=None,
    )  # fmt: skip
    content.write(file)
    return file


def write_untrained(file, *games, **settings):
    """Write an untrained agent for `games` to `file` and return `file`."""
    return write_agent(file, untrained(games[0], **settings), *games, **settings)


def views_of(game, count, plies, seed=1):
    """Return views of the deciding players of `count` games after `plies` random decisions."""
    table, rng = table_after(game, count, plies, seed=1), np.random.default_rng(seed)
    return Views.from_table(table, np.arange(count), rng, with_states=True)


def assert_same_logits(views, found, expected, atol):
    """Check that two arrays of logits agree, relative to the largest logit of each decision."""
    found, expected = (np.where(views.action_masks, logits, 0) for logits in (found, expected))
    largest = np.abs(expected).max(1, keepdims=True).clip(1)
    np.testing.assert_allclose(found / largest, expected / largest, rtol=0, atol=atol)


def write_shipped(file, name):
    """Copy the bundled agent `name` to a file."""
    shutil.copy(FOLDER / f"{name}.safetensors", file)
