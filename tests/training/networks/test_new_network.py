"""A new network needs only a module like this one, an entry in the registry and settings."""

import numpy as np
import pytest

from hofspiele.training.export import TOLERANCE
from hofspiele.training.networks import registry
from hofspiele.training.networks.operations import Linear, Network
from hofspiele.training.players import onnx_file
from hofspiele.training.players.agent_file import load_agent
from hofspiele.training.players.torch_file import stored_weights
from tests.training.commands import SMALL, error_of, output_of


class ResidualNetwork(Network):
    """A network of residual layers, which all have the same width."""

    def __init__(self, num_inputs, widths, num_outputs):
        width = widths[0]
        self.layers = {"hidden.first": Linear(num_inputs, width)}
        self._blocks = [f"hidden.blocks.{k}" for k in range(len(widths))]
        self.layers |= {name: Linear(width, width, bias=False) for name in self._blocks}
        self.layers["head.linear"] = Linear(width, num_outputs)
        self.parameters = {"head.offset": (num_outputs,)}
        self.indices = {}

    def outputs(self, compute, features):
        rows = compute.linear("hidden.first", features)
        for name in self._blocks:
            rows = compute.add(rows, compute.linear(name, compute.activate(rows)))
        return compute.add_parameter("head.offset", compute.linear("head.linear", rows))


def check(description):
    if len({*description.policy}) != 1 or len({*description.value}) != 1:
        raise ValueError("network.policy and value: expected one width")


def policy(description):
    return ResidualNetwork(description.num_inputs, description.policy, description.num_actions)


def value(description):
    return ResidualNetwork(description.num_inputs, description.value, 1)


@pytest.fixture(autouse=True)
def entry(monkeypatch):
    architecture = registry.Architecture(check, policy, value)
    monkeypatch.setitem(registry.ARCHITECTURES, "residual", architecture)


@pytest.mark.parametrize("prior", ["null", "1.0"])
def test_new_network_learns_and_plays_without_torch(tmp_path, three_players, prior):
    output_of(
        "train", *SMALL, "game=kou_ka_roi", f"results={tmp_path}", "name=new", "steps=2048",
        "network.architecture=residual", "network.policy=[12,12]", "network.value=[10,10,10]",
        f"network.prior_temperature={prior}",
    )  # fmt: skip
    output_of("export", f"agent={tmp_path / 'new'}", "positions=2000")
    file = tmp_path / "new" / "agent.onnx"
    content = onnx_file.read(file)
    assert content.network.architecture == "residual"
    assert content.weights["network.hidden.blocks.1.weight"].shape == (12, 12)
    assert content.weights["network.head.offset"].any()  # It was 0 before learning.
    checked = onnx_file.metadata_of(file)["checked"]
    assert checked["positions"] >= 2000
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
    assert "network.policy and value: expected one width" in error
