"""The command that writes agents as ONNX models."""

import shutil
from dataclasses import replace

import numpy as np
import onnx
import pytest
import torch
from onnx import numpy_helper

from hofspiele import envs
from hofspiele.envs.agents import make_agent, play_match
from hofspiele.training.files.read_write import RunError
from hofspiele.training.networks.layers import VALUE
from hofspiele.training.players import onnx_export as export
from hofspiele.training.players.agent_file import AgentFile
from hofspiele.training.players.loading import load_agent
from hofspiele.training.settings import own_networks
from hofspiele.training.settings.measuring import Export
from tests.training.commands import error_of, output_of
from tests.training.models import (
    ENTITIES,
    assert_same_logits,
    noisy,
    untrained,
    views_of,
    write_agent,
    write_shipped,
)

OWN = {"architecture": "examples.own_network:Residual", "kwargs": {"width": 8}}


def exported(file, *games, **settings):
    """Write an agent whose expected outcomes are below 1, and its model next to it."""
    network = noisy(games[0], **settings)
    named = network.learnt.named_parameters()
    last_layer = [weights for name, weights in named if name.startswith(VALUE)][-2:]
    with torch.no_grad():
        for weights in last_layer:
            weights.mul_(0.03)
    write_agent(file, network, *games, **settings)
    summary = export.export(file, file.with_suffix(".onnx"), positions=200)
    assert "different best actions: 0, largest differences: logits " in summary
    assert "values " in summary


def assert_plays_alike(file, game):
    """Check that the model next to an agent file has the same logits and values, and plays."""
    model = file.with_suffix(".onnx")
    agent, exported = load_agent(file, game), load_agent(model, game)
    agent = getattr(agent, "agent", agent)  # A model does not know which decisions are solved.
    views = views_of(game, 50, 9)
    assert_same_logits(views, exported.logits([views]), agent.logits([views]), atol=2e-5)
    assert exported.has_critic == agent.has_critic
    if agent.has_critic:
        np.testing.assert_allclose(exported.values(views), agent.values(views), atol=2e-5)
    others = [make_agent("random")] * (game.num_players - 1)
    assert play_match(game, [exported, *others], 2, seed=1).agents[0] == model.name


@pytest.fixture(scope="module")
def whole(tmp_path_factory, two_players, three_players):
    """Return the file of an agent without a prior, which lies next to its model."""
    file = tmp_path_factory.mktemp("exported") / "agent.safetensors"
    exported(file, three_players, two_players)
    return file


@pytest.fixture
def source(tmp_path, whole):
    """Return a copy of the agent file without its model."""
    return shutil.copy(whole, tmp_path / whole.name)


def test_exported_agents_play_alike(whole, two_players, three_players):
    for game in (two_players, three_players):
        assert_plays_alike(whole, game)


@pytest.mark.parametrize(
    "settings", [{"prior_temperature": 0.5, "activation": "GELU"}, ENTITIES], ids=["prior", "rows"]
)
def test_other_networks_play_alike(tmp_path, three_players, settings):
    exported(tmp_path / "agent.safetensors", three_players, **settings)
    assert_plays_alike(tmp_path / "agent.safetensors", three_players)


def test_the_bundled_agent_without_values_is_exported(tmp_path):
    file = tmp_path / "knatsch.safetensors"
    write_shipped(file, "knatsch")
    assert not AgentFile.read(file).has_values
    summary = export.export(file, file.with_suffix(".onnx"), positions=200)
    assert "values" not in summary
    assert_plays_alike(file, envs.make("knatsch"))


def test_the_command_writes_the_same_model_and_keeps_the_state_of_torch(source, whole):
    generator = torch.random.get_rng_state()
    output = output_of("export", f"agent={source.parent}", "positions=50")
    model = source.with_suffix(".onnx")
    assert output.startswith(f"{model}: ")
    assert model.read_bytes() == whole.with_suffix(".onnx").read_bytes()
    assert (torch.random.get_rng_state() == generator).all()


def test_own_networks_are_exported_if_the_user_permits(tmp_path, three_players, monkeypatch):
    monkeypatch.setattr(own_networks, "_registered", {})
    network = untrained(three_players, **OWN)
    file = write_agent(tmp_path / "agent.safetensors", network, three_players, **OWN)
    own_networks._registered.clear()
    arguments = ("export", f"agent={file}", "positions=20")
    assert f"set networks=[{OWN['architecture']}]" in error_of(*arguments)
    assert not file.with_suffix(".onnx").exists()
    output_of(*arguments, "trust=true")
    assert_plays_alike(file, three_players)


@pytest.mark.parametrize("name", ["policy.2.bias", "value.2.bias"])
@pytest.mark.parametrize("wrong", [1e-3, float("nan")])
def test_a_model_that_plays_differently_is_not_written(source, whole, monkeypatch, name, wrong):
    model = onnx.load(whole.with_suffix(".onnx"))
    (weights,) = [one for one in model.graph.initializer if one.name.endswith(name)]
    spoilt = numpy_helper.to_array(weights) + np.float32(wrong)
    weights.CopyFrom(numpy_helper.from_array(spoilt, weights.name))
    monkeypatch.setattr(export, "_onnx_bytes", lambda *_: model.SerializeToString())
    target = source.with_suffix(".onnx")
    message = r"agent\.onnx was not written, because differences are above 1e-05: onnxruntime 1\."
    with pytest.raises(RunError, match=message):
        export.export(source, target, positions=50)
    assert not target.exists()


def test_weights_that_do_not_fit_are_refused_before_the_export(source):
    content = AgentFile.read(source)
    replace(content, weights=content.weights | {"more": np.zeros(1, np.float32)}).write(source)
    with pytest.raises(ValueError, match=r"agent\.safetensors: the weights do not fit .*more"):
        export.export(source, source.with_suffix(".onnx"), positions=50)


@pytest.mark.parametrize(
    ("agent", "to", "message"),
    [
        ("agent.safetensors", "agent.pb", r"to is .*agent\.pb, expected a file name .* \.onnx"),
        ("agent.safetensors", "no/agent.onnx", "expected a file in an existing, writable folder"),
        ("agent.onnx", None, r"agent is .*agent\.onnx, expected a run folder or a \.safetensors"),
    ],
)
def test_impossible_paths_are_refused(source, agent, to, message):
    source.with_suffix(".onnx").touch()
    folder = source.parent
    with pytest.raises(ValueError, match=message):
        export.paths_of(Export(str(folder / agent), None if to is None else str(folder / to)))
