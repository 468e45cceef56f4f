"""The compiled loop computes the same logits and values as onnxruntime."""

import numba
import numpy as np
import pytest

from examples.own_network import RESIDUAL
from hofspiele import envs
from hofspiele.training.networks import registry
from hofspiele.training.networks.mlp import Mlp
from hofspiele.training.networks.onnx_graph import LOGITS, VALUES
from hofspiele.training.players import onnx_file, torch_file
from hofspiele.training.players.batch_agent import BatchAgent
from hofspiele.training.players.shipped import FOLDER
from hofspiele.training.players.sparse_network import SparseNetwork
from tests.training.models import ENTITIES
from tests.training.networks.test_onnx_graph import onnx_agent, random_networks, views_of


@pytest.fixture
def content(tmp_path):
    """Return a function that returns the content of an agent's file, and an agent that plays it.

    onnxruntime evaluates the networks of this agent.
    """

    def make(game, **settings):
        networks = random_networks(game, **settings)
        file = tmp_path / "agent.pt"
        torch_file.save_agent(file, networks[0], [game], {}, use_solver=False, critic=networks[1])
        return torch_file.read(file), onnx_agent(networks)

    return make


def assert_alike(agent, expected, game):
    # The numbers of decisions at the tables add up to more than two batches of the agent.
    tables = [views_of(game, count, plies=9) for count in (1, 33, 100, 128, 60)]
    tables.insert(2, tables[0].rows(slice(0, 0)))
    masks = np.concatenate([views.action_masks for views in tables])
    logits, right = (each.logits(tables)[masks] for each in (agent, expected))
    np.testing.assert_allclose(logits, right, rtol=1e-4, atol=1e-4)
    assert np.ptp(right) > 0.1
    for views in tables:
        values = expected.values(views)
        np.testing.assert_allclose(agent.values(views), values, rtol=1e-4, atol=1e-4)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("kou_ka_roi", {"policy": [], "standardise": False}),
        ("knatsch", {"policy": [16, 8], "value": [8]}),
        ("kou_ka_roi", {"policy": [8], "prior_temperature": 0.5}),
    ],
    ids=["linear", "plain", "prior"],
)
def test_the_loop_equals_onnxruntime(content, name, settings):
    game = envs.make(name, num_players=3)
    found, expected = content(game, **settings)
    policy, critic = (SparseNetwork.of(found, output) for output in (LOGITS, VALUES))
    assert_alike(BatchAgent("loop", found.network.inputs, policy, critic), expected, game)


class OtherMlp(Mlp):
    """A network with the layers of an `Mlp`, but without activations."""

    def outputs(self, compute, features):
        for name in self.layers:
            features = compute.linear(name, features)
        return features


def other_policy(description):
    return OtherMlp(description.num_inputs, description.policy, description.num_actions)


@pytest.mark.parametrize("changes", [{"value": RESIDUAL.value}, {"policy": other_policy}])
def test_networks_of_other_kinds_are_not_evaluated_by_the_loop(
    content, three_players, monkeypatch, changes
):
    mixed = registry.ARCHITECTURES["mlp"]._replace(**changes)
    monkeypatch.setitem(registry.ARCHITECTURES, "mlp", mixed)
    found, expected = content(three_players)
    assert_alike(onnx_file.agent_of(found, "mixed", deterministic=False), expected, three_players)


@pytest.mark.parametrize("settings", [{"activation": "Tanh"}, ENTITIES], ids=["tanh", "entities"])
def test_other_layers_do_not_suit_the_loop(content, three_players, settings):
    found, _ = content(three_players, **settings)
    assert SparseNetwork.of(found, LOGITS) is None


def test_the_bundled_agent_of_knatsch_suits_the_loop():
    network = SparseNetwork.of(onnx_file.read(FOLDER / "knatsch.onnx"), LOGITS)
    assert (network is None) == bool(numba.config.DISABLE_JIT)
