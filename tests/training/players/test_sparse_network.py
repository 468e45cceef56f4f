"""The compiled loop computes the same logits and values as onnxruntime."""

import numba
import numpy as np
import pytest

from hofspiele import envs
from hofspiele.training.networks.onnx_graph import LOGITS, VALUES
from hofspiele.training.players import onnx_file, torch_file
from hofspiele.training.players.batch_agent import BatchAgent
from hofspiele.training.players.shipped import FOLDER
from hofspiele.training.players.sparse_network import SparseNetwork
from tests.training.models import ENTITIES, untrained, views_of
from tests.training.networks.test_onnx_graph import onnx_agent, random_networks


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("kou_ka_roi", {"policy": [], "standardise": False}),
        ("knatsch", {"policy": [16, 8], "value": [8]}),
        ("kou_ka_roi", {"policy": [8], "prior_temperature": 0.5}),
    ],
    ids=["linear", "plain", "prior"],
)
def test_the_loop_equals_onnxruntime(tmp_path, name, settings):
    game, file = envs.make(name, num_players=3), tmp_path / "agent.pt"
    networks = random_networks(game, **settings)
    torch_file.save_agent(file, networks[0], [game], {}, use_solver=False, critic=networks[1])
    content = torch_file.read(file)
    policy, critic = (SparseNetwork.of(content, output) for output in (LOGITS, VALUES))
    loop, onnxs = BatchAgent("loop", content.network.inputs, policy, critic), onnx_agent(networks)
    views = views_of(game, 33, plies=9)
    masks = views.action_masks
    found, expected = (agent.logits([views])[masks] for agent in (loop, onnxs))
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4)
    assert np.ptp(expected) > 0.1
    np.testing.assert_allclose(loop.values(views), onnxs.values(views), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(
    ("settings", "fits"),
    [({}, not numba.config.DISABLE_JIT), ({"activation": "Tanh"}, False), (ENTITIES, False)],
    ids=["relu", "tanh", "entities"],
)
def test_only_relus_in_sequence_suit_the_loop(three_players, settings, fits):
    assert SparseNetwork.suits(untrained(three_players, **settings).description) == fits


def test_the_bundled_agent_of_knatsch_suits_the_loop():
    content = onnx_file.read(FOLDER / "knatsch.onnx")
    assert SparseNetwork.suits(content.network) == (not numba.config.DISABLE_JIT)
