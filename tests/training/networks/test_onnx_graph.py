"""The ONNX graph computes the same logits as torch for every description."""

import numpy as np
import onnx
import pytest
import torch

from hofspiele import envs
from hofspiele.envs.agents import Views
from hofspiele.training.networks.description import ACTIVATIONS
from hofspiele.training.networks.onnx_batches import BatchOperations
from hofspiele.training.networks.onnx_format import OPSET, model_of
from hofspiele.training.networks.onnx_graph import OnnxOperations, actor_graph
from hofspiele.training.players.network_agent import NetworkAgent
from hofspiele.training.players.onnx_agent import OnnxAgent
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


def random_actor(game, **settings):
    """Return an actor whose weights all differ from the initial weights."""
    actor = untrained(game, **settings)
    generator = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for name, weights in actor.state_dict().items():
            spread = 0.3 * torch.randn(weights.shape, generator=generator)
            weights.add_(spread.abs() if name.endswith("scale") else spread)
    return actor.requires_grad_(False)


def model_for(actor, operations=OnnxOperations):
    weights = {name: tensor.numpy() for name, tensor in actor.state_dict().items()}
    return model_of(actor_graph(actor.description, weights, operations), {"about": "a test"}, "0")


@pytest.mark.parametrize("operations", [OnnxOperations, BatchOperations])
@pytest.mark.parametrize(("name", "settings"), CASES)
def test_logits_are_those_of_torch(name, settings, operations):
    game = envs.make(name, num_players=3)
    actor = random_actor(game, **settings)
    torchs = NetworkAgent("torch", actor)
    model = model_for(actor, operations).SerializeToString()
    onnxs = OnnxAgent("onnx", actor.description.inputs, model)
    for count in (1, 33, 300):  # The agent passes at most 128 rows at once to onnxruntime.
        views = views_of(game, count, plies=9)
        masks = views.action_masks
        expected, found = (agent.logits([views]) for agent in (torchs, onnxs))
        np.testing.assert_allclose(found[masks], expected[masks], rtol=1e-4, atol=1e-4)
        assert (found[~masks] == -np.inf).all()
        assert np.ptp(expected[masks]) > 0.1 or count == 1


def test_the_standard_accepts_it(three_players):
    content = model_for(random_actor(three_players, **ENTITIES)).SerializeToString()
    model = onnx.load_from_string(content)
    onnx.checker.check_model(model, full_check=True)
    assert [opset.version for opset in model.opset_import] == [OPSET]
    assert [value.name for value in model.graph.input] == ["observations", "prior", "action_masks"]
    assert all(value.doc_string for value in model.graph.input)
    assert model.metadata_props[0].value == "a test"
    # The graph contains all numbers itself, so no other file is read.
    assert all(tensor.HasField("raw_data") for tensor in model.graph.initializer)


def test_no_decisions_have_no_logits(three_players):
    actor = random_actor(three_players, **ENTITIES)
    model = model_for(actor).SerializeToString()
    agent = OnnxAgent("onnx", actor.description.inputs, model)
    seen = views_of(three_players, 1, plies=9)
    none = Views(seen.game, *(array[:0] for array in list(vars(seen).values())[1:]))
    assert agent.act(none, np.random.default_rng(1)).shape == (0,)
