"""Networks by name: the user's own are trained, stored and loaded only where the user allows it."""

import numpy as np
import pytest
import torch
from torch import nn

from examples.own_network import Residual
from hofspiele.training.networks.architectures import new_network
from hofspiele.training.players.agent_file import AgentFile
from hofspiele.training.players.loading import load_agent
from hofspiele.training.settings import own_networks
from hofspiele.training.settings.own_networks import register_network
from tests.training.models import settings_of, untrained, write_agent, write_untrained

NAME = "examples.own_network:Residual"


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    """Return the registered networks, which are empty before each test."""
    networks = {}
    monkeypatch.setattr(own_networks, "_registered", networks)
    return networks


def wrong_shapes(game, settings):
    """Return a network whose values have an axis too many."""
    network = nn.Linear(game.observation_size, game.num_actions + 1)
    network.forward = lambda inputs: (inputs[:, : game.num_actions], inputs[:, :1])
    return network


class Normalised(nn.Module):
    """A network with a buffer that is a single integer."""

    def __init__(self, game, settings):
        super().__init__()
        self.normalise = nn.BatchNorm1d(game.observation_size)
        self.logits = nn.Linear(game.observation_size, game.num_actions)

    def forward(self, inputs):
        rows = self.normalise(inputs)
        return self.logits(rows), rows[:, 0]


def failing(game, settings):
    raise KeyError("width")


def test_a_class_can_be_passed_in_python(three_players, tmp_path):
    own = settings_of(architecture=Residual, kwargs={"blocks": 1})
    assert own.architecture == NAME
    assert isinstance(new_network(three_players, own).learnt, Residual)
    file = write_untrained(tmp_path / "a.safetensors", three_players, architecture=Residual)
    assert load_agent(file, three_players).name == "a"


def test_a_registered_network_replaces_one_of_the_same_name_in_a_script(three_players, tmp_path):
    settings = {"architecture": "__main__:Residual"}
    with pytest.raises(ValueError, match="network __main__:Residual"):
        untrained(three_players, **settings)
    register_network(NAME)
    write_untrained(tmp_path / "a.safetensors", three_players, **settings)
    load_agent(tmp_path / "a.safetensors", three_players)


def test_networks_with_numbers_of_any_shape_are_stored(three_players, tmp_path):
    network = untrained(three_players, architecture=Normalised)
    file = write_agent(tmp_path / "a.safetensors", network, three_players, architecture=Normalised)
    loaded = AgentFile.read(file)
    assert loaded.network == settings_of(architecture=Normalised)
    assert loaded.weights["normalise.num_batches_tracked"].shape == ()
    seen = np.random.default_rng(1).random((5, three_players.observation_size), np.float32)
    found = load_agent(file, three_players).forwards.policy(seen)
    with torch.no_grad():
        expected = network.eval()(torch.from_numpy(seen))[0].numpy()
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-5)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"architecture": "mpl"}, r"is 'mpl', expected one of entities, mlp, .*did you mean"),
        ({"architecture": wrong_shapes}, r"returns the shapes .* expected \[\(2, 9\), \(2,\)\]"),
        ({"architecture": failing}, r"raised KeyError\('width'\) \(.*test_architectures.py"),
        ({"architecture": Residual, "kwargs": {"depth": 3}}, "unexpected keyword argument"),
        ({"architecture": "entities"}, "prior_temperature is null"),
        ({"entity_width": 3}, "expected null with network.architecture=mlp"),
    ],
)
def test_unsuitable_networks_are_refused(three_players, settings, message):
    with pytest.raises(ValueError, match=message):
        untrained(three_players, **settings)
