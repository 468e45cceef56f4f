"""The command that writes agents as ONNX models."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from hofspiele import envs
from hofspiele.envs.agents import make_agent, play_match
from hofspiele.training.cli.files import RunError
from hofspiele.training.networks.layers import VALUE
from hofspiele.training.players import onnx_export as export
from hofspiele.training.players.agent_file import AgentFile
from hofspiele.training.players.loading import load_agent
from hofspiele.training.players.shipped import FOLDER
from hofspiele.training.settings import own_networks
from hofspiele.training.settings.export import Export
from tests.training.commands import error_of, output_of
from tests.training.models import ENTITIES, noisy, untrained, views_of, write_agent

OWN = {"architecture": "examples.own_network:Residual", "kwargs": {"width": 8}}


def network_of(game, **settings):
    """Return a network whose expected outcomes are below 1, like those of trained agents."""
    network = noisy(game, **settings)
    named = network.learnt.named_parameters()
    last_layer = [weights for name, weights in named if name.startswith(VALUE)][-2:]
    with torch.no_grad():
        for weights in last_layer:
            weights.mul_(0.03)
    return network


@pytest.fixture
def source(tmp_path, three_players):
    """Return the file of an agent without a prior."""
    return write_agent(tmp_path / "agent.safetensors", network_of(three_players), three_players)


def assert_plays_alike(file, game):
    """Check that the model next to an agent file has the same logits and values, and plays."""
    model = file.with_suffix(".onnx")
    agent, exported = load_agent(file, game), load_agent(model, game)
    agent = getattr(agent, "agent", agent)  # A model does not know which decisions are solved.
    views = views_of(game, 50, 9)
    masks = views.action_masks
    expected = np.where(masks, agent.logits([views]), 0)
    found = np.where(masks, exported.logits([views]), 0)
    largest = np.abs(expected).max(1, keepdims=True).clip(1)
    np.testing.assert_allclose(found / largest, expected / largest, rtol=0, atol=2e-5)
    assert exported.has_critic == agent.has_critic
    if agent.has_critic:
        np.testing.assert_allclose(exported.values(views), agent.values(views), atol=2e-5)
    others = [make_agent("random")] * (game.num_players - 1)
    assert play_match(game, [exported, *others], 2, seed=1).agents[0] == model.name


@pytest.mark.parametrize(
    "settings",
    [{}, {"prior_temperature": 0.5, "activation": "GELU"}, ENTITIES],
    ids=["mlp", "prior", "entities"],
)
def test_exported_agents_play_alike(tmp_path, three_players, settings):
    games = [three_players, envs.make("kou_ka_roi", num_players=2)]
    network = network_of(three_players, **settings)
    file = write_agent(tmp_path / "agent.safetensors", network, *games, **settings)
    summary = export.export(file, file.with_suffix(".onnx"), positions=200)
    assert "different best actions: 0, largest differences: logits " in summary
    assert "values " in summary
    for game in games:
        assert_plays_alike(file, game)


def test_the_bundled_agent_without_values_is_exported(tmp_path):
    file = tmp_path / "knatsch.safetensors"
    file.write_bytes((FOLDER / file.name).read_bytes())
    assert not AgentFile.read(file).has_values
    summary = export.export(file, file.with_suffix(".onnx"), positions=200)
    assert "values" not in summary
    assert_plays_alike(file, envs.make("knatsch"))


def test_the_command_writes_a_playable_model(source):
    output = output_of("export", f"agent={source.parent}", "positions=200")
    model = source.with_suffix(".onnx")
    assert output.startswith(f"{model}: ")
    assert " positions, " in output
    played = ("game=kou_ka_roi", "num_players=3", "opponents=random", "games=6")
    assert model.name in output_of("evaluate", f"agent={model}", *played)


@pytest.mark.parametrize("permission", ["trust=true", f"networks=[{OWN['architecture']}]"])
def test_own_networks_are_exported_if_the_user_permits(
    tmp_path, three_players, monkeypatch, permission
):
    monkeypatch.setattr(own_networks, "_registered", {})
    network = untrained(three_players, **OWN)
    file = write_agent(tmp_path / "agent.safetensors", network, three_players, **OWN)
    own_networks._registered.clear()
    arguments = ("export", f"agent={file}", "positions=20")
    assert f"set networks=[{OWN['architecture']}]" in error_of(*arguments)
    assert not file.with_suffix(".onnx").exists()
    output_of(*arguments, permission)
    assert_plays_alike(file, three_players)


def test_the_same_agent_makes_the_same_file(source, tmp_path):
    files = [tmp_path / f"{name}.onnx" for name in "ab"]
    for file in files:
        export.export(source, file, positions=50)
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize("name", ["policy.2.bias", "value.2.bias"])
@pytest.mark.parametrize("wrong", [1e-3, float("nan")])
def test_a_model_that_plays_differently_is_not_written(source, monkeypatch, name, wrong):
    right = export._onnx_bytes

    def spoilt(network, *arguments):
        weights = network.state_dict()
        kept = weights[f"learnt.{name}"].clone()
        weights[f"learnt.{name}"] += wrong
        model = right(network, *arguments)
        weights[f"learnt.{name}"].copy_(kept)
        return model

    monkeypatch.setattr(export, "_onnx_bytes", spoilt)
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


def test_the_export_keeps_the_state_of_torch(source):
    generator = torch.random.get_rng_state()
    export.export(source, source.with_suffix(".onnx"), positions=50)
    assert (torch.random.get_rng_state() == generator).all()


@pytest.mark.parametrize(
    ("agent", "to", "message"),
    [
        ("agent.safetensors", "agent.pb", r"to is .*agent\.pb, expected a file name .* \.onnx"),
        ("agent.safetensors", "no/agent.onnx", "expected a file in an existing, writable folder"),
        ("other.safetensors", None, r"agent is .*other\.safetensors, expected an agent file"),
        ("agent.onnx", None, r"agent is .*agent\.onnx, expected a run folder or a \.safetensors"),
    ],
)
def test_impossible_paths_are_refused(source, agent, to, message):
    source.with_suffix(".onnx").touch()
    folder = source.parent
    settings = Export(str(folder / agent), None if to is None else str(folder / to))
    with pytest.raises(ValueError, match=message):
        export.paths_of(settings)
