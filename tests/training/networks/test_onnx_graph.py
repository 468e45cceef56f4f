"""The ONNX graph computes the same logits and values as torch for every description."""

import numpy as np
import onnx
import pytest
import torch

from hofspiele import envs
from hofspiele.training.networks.actor_critic import new_critic
from hofspiele.training.networks.description import ACTIVATIONS
from hofspiele.training.networks.onnx_batches import BatchOperations
from hofspiele.training.networks.onnx_format import OPSET, model_of
from hofspiele.training.networks.onnx_graph import LOGITS, VALUES, OnnxOperations, network_graph
from hofspiele.training.players.batch_agent import BatchAgent
from hofspiele.training.players.network_agent import NetworkAgent
from hofspiele.training.players.onnx_network import OnnxNetwork
from hofspiele.training.players.torch_file import stored_weights
from tests.training.models import ENTITIES, untrained, views_of

PRIOR = {"prior_temperature": 0.5}
CASES = [
    pytest.param(name, settings, id=f"{name}-{kind}")
    for name, kind, settings in [
        ("kou_ka_roi", "linear", {"policy": [], "standardise": False}),
        ("knatsch", "plain", {"policy": [16, 8]}),
        ("kou_ka_roi", "prior", PRIOR),
        ("kardinal", "raw entities", ENTITIES | {"standardise": False}),
        ("kou_ka_roi", "entities", ENTITIES),
        *(("kardinal", kind, ENTITIES | {"activation": kind}) for kind in ACTIVATIONS),
    ]
]


def random_networks(game, **settings):
    """Return an actor and a critic whose weights all differ from the initial weights."""
    actor = untrained(game, **settings)
    critic = new_critic(actor.description)
    generator = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for network in (actor, critic):
            for name, weights in network.state_dict().items():
                spread = 0.3 * torch.randn(weights.shape, generator=generator)
                weights.add_(spread.abs() if name.endswith("scale") else spread)
    return actor.requires_grad_(False), critic.requires_grad_(False)


def model_for(networks, outputs, operations=OnnxOperations):
    actor, critic = networks
    graph = network_graph(actor.description, stored_weights(actor, critic), outputs, operations)
    return model_of(graph, {"about": "a test"}, "0")


def onnx_agent(networks, operations=OnnxOperations):
    models = [
        OnnxNetwork(model_for(networks, [output], operations).SerializeToString(), output)
        for output in (LOGITS, VALUES)
    ]
    return BatchAgent("onnx", networks[0].description.inputs, *models)


@pytest.mark.parametrize("operations", [OnnxOperations, BatchOperations])
@pytest.mark.parametrize(("name", "settings"), CASES)
def test_logits_and_values_equal_those_of_torch(name, settings, operations):
    game = envs.make(name, num_players=3)
    networks = random_networks(game, **settings)
    torchs, onnxs = NetworkAgent("torch", *networks), onnx_agent(networks, operations)
    # The agents pass at most 256 and 128 rows at once to torch and to onnxruntime.
    for count in (1, 33, 300):
        views = views_of(game, count, plies=9)
        masks = views.action_masks
        expected, found = (agent.logits([views]) for agent in (torchs, onnxs))
        np.testing.assert_allclose(found[masks], expected[masks], rtol=1e-4, atol=1e-4)
        assert operations is BatchOperations or (found[~masks] == -np.inf).all()
        assert np.ptp(expected[masks]) > 0.1 or count == 1
        expected, found = (agent.values(views) for agent in (torchs, onnxs))
        np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4)
        assert np.ptp(expected) > 0.1 or count == 1


def test_the_graph_is_valid_and_self_contained(three_players):
    networks = random_networks(three_players, **ENTITIES)
    content = model_for(networks, [LOGITS, VALUES]).SerializeToString()
    model = onnx.load_from_string(content)
    onnx.checker.check_model(model, full_check=True)
    assert [opset.version for opset in model.opset_import] == [OPSET]
    assert [value.name for value in model.graph.input] == ["observations", "prior", "action_masks"]
    assert [value.name for value in model.graph.output] == ["logits", "values"]
    assert all(value.doc_string for value in [*model.graph.input, *model.graph.output])
    assert model.metadata_props[0].value == "a test"
    # The graph contains all numbers itself, so no other file is read.
    assert all(tensor.HasField("raw_data") for tensor in model.graph.initializer)


def test_an_empty_batch_has_empty_results(three_players):
    agent = onnx_agent(random_networks(three_players, **ENTITIES))
    seen = views_of(three_players, 1, plies=9)
    none = seen.rows(slice(0, 0))
    assert agent.act(none, np.random.default_rng(1)).shape == (0,)
    assert agent.values(none).shape == (0,)
