"""A new network needs only a module like the example, an entry in the registry and settings."""

import numpy as np
import pytest

from examples.own_network import RESIDUAL
from hofspiele.training.export import TOLERANCE
from hofspiele.training.networks import registry
from hofspiele.training.players import onnx_file
from hofspiele.training.players.agent_file import load_agent
from hofspiele.training.players.torch_file import stored_weights
from tests.training.commands import SMALL, error_of, output_of


@pytest.fixture(autouse=True)
def entry(monkeypatch):
    monkeypatch.setitem(registry.ARCHITECTURES, "residual", RESIDUAL)
    mixed = registry.ARCHITECTURES["mlp"]._replace(value=RESIDUAL.value)
    monkeypatch.setitem(registry.ARCHITECTURES, "mixed", mixed)


def test_networks_of_two_kinds_learn_and_play_without_torch(tmp_path):
    output_of(
        "train", *SMALL, "game=kou_ka_roi", f"results={tmp_path}", "name=new", "steps=512",
        "network.architecture=mixed", "network.policy=[12]", "network.value=[10,10]",
    )  # fmt: skip
    output_of("export", f"agent={tmp_path / 'new'}", "positions=100")
    file = tmp_path / "new" / "agent.onnx"
    output_of("evaluate", f"agent={file}", "opponents=random", "games=6")


@pytest.mark.parametrize("prior", ["null", "1.0"])
def test_new_network_learns_and_plays_without_torch(tmp_path, three_players, prior):
    output_of(
        "train", *SMALL, "game=kou_ka_roi", f"results={tmp_path}", "name=new", "steps=512",
        "network.architecture=residual", "network.policy=[12,12]", "network.value=[10,10,10]",
        f"network.prior_temperature={prior}",
    )  # fmt: skip
    output_of("export", f"agent={tmp_path / 'new'}", "positions=300")
    file = tmp_path / "new" / "agent.onnx"
    content = onnx_file.read(file)
    assert content.network.architecture == "residual"
    assert content.weights["network.hidden.blocks.1.weight"].shape == (12, 12)
    assert content.weights["network.head.offset"].any()  # It was 0 before learning.
    checked = onnx_file.metadata_of(file)["checked"]
    assert checked["positions"] >= 300
    assert checked["logits"] <= TOLERANCE
    assert checked["probabilities"] <= TOLERANCE
    assert checked["values"] <= TOLERANCE
    assert checked["other_actions"] == 0
    output_of("evaluate", f"agent={file}", "opponents=random", "games=6")
    by_torch = load_agent(file, three_players, by_torch=True)
    weights = stored_weights(by_torch.actor, by_torch.critic)
    assert {*weights} == {*content.weights}
    for name, array in content.weights.items():
        np.testing.assert_array_equal(weights[name], array)


def test_unsuitable_widths_are_refused(tmp_path):
    given = ["network.architecture=residual", "network.policy=[12,8]"]
    error = error_of("train", *SMALL, f"results={tmp_path}", *given)
    assert "network.policy is [12, 8], expected equal widths" in error
