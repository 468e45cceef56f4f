"""ONNX models: written from agents, and read from any program or refused in one line."""

import math
import pickle
import shutil
from dataclasses import replace

import numpy as np
import onnx
import pytest
import torch
from onnx import TensorProto, helper, numpy_helper

from hofspiele import envs
from hofspiele.envs.agents import make_agent, play_match
from hofspiele.envs.command_line.game import ChosenGame
from hofspiele.training.files.read_write import RunError
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.layers import VALUE
from hofspiele.training.players import onnx_export as export
from hofspiele.training.players import onnx_file
from hofspiele.training.players.agent_file import AgentFile, sha256_of
from hofspiele.training.players.loading import file_of, load_agent
from hofspiele.training.players.lookup import AgentFinder, find_game
from hofspiele.training.settings.measuring import Export
from tests.training.commands import output_of
from tests.training.models import (
    ENTITIES,
    assert_same_logits,
    noisy,
    views_of,
    write_agent,
    write_shipped,
)


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
    exported(file, three_players, two_players, activation="GELU")
    return file


@pytest.fixture
def source(tmp_path, whole):
    """Return a copy of the agent file without its model."""
    return shutil.copy(whole, tmp_path / whole.name)


def test_exported_agents_play_alike(whole, two_players, three_players):
    for game in (two_players, three_players):
        assert_plays_alike(whole, game)


def test_networks_of_entities_with_a_prior_play_alike(tmp_path, three_players):
    exported(tmp_path / "agent.safetensors", three_players, **ENTITIES)
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


@pytest.mark.parametrize(
    ("name", "wrong"), [("policy.2.bias", 1e-3), ("value.2.bias", float("nan"))]
)
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


def weights_of(inputs, outputs):
    return np.random.default_rng(outputs).normal(size=(inputs, outputs)).astype(np.float32)


def write_model(
    file, inputs, actions, names=("inputs", "logits"), values=None, metadata=None, kind="float"
):
    """Write a model of one layer whose output `values`, if any, has this shape; return `file`."""
    given, logits = names
    arrays = {"policy": weights_of(inputs, actions)}
    outputs, nodes = f"{kind}[B,{actions}] {logits}", f"{logits} = MatMul ({given}, policy)"
    if values is not None:
        arrays["value"] = weights_of(inputs, math.prod(values))
        arrays["shape"] = np.array([-1, *values], np.int64)
        outputs += f", {kind}[{','.join(map(str, ('B', *values)))}] values"
        nodes += f" outcomes = MatMul ({given}, value) values = Reshape (outcomes, shape)"
    graph = f"model ({kind}[B,{inputs}] {given}) => ({outputs}) {{ {nodes} }}"
    model = onnx.parser.parse_model(f'<ir_version: 9, opset_import: ["" : 20]> {graph}')
    for name, array in arrays.items():
        stored = array.astype(np.float64) if kind == "double" else array
        model.graph.initializer.append(numpy_helper.from_array(stored, name))
    helper.set_model_props(model, metadata or {})
    onnx.checker.check_model(model)
    file.write_bytes(model.SerializeToString())
    return file


@pytest.fixture
def sizes(three_players):
    return three_players.observation_size, three_players.num_actions


@pytest.fixture
def file(tmp_path, sizes):
    return write_model(tmp_path / "mine.onnx", *sizes)


def test_a_model_of_observations_plays(file, three_players, sizes):
    """Its path is enough, but it does not name its game."""
    (player,) = AgentFinder(three_players).find([str(file)])
    assert (player.agent.name, player.sha256) == ("mine.onnx", sha256_of(file))
    assert not player.agent.has_critic
    assert file_of(player.agent) is None
    views = views_of(three_players, 40, 9)
    expected = views.observations @ weights_of(*sizes)
    np.testing.assert_allclose(player.agent.logits([views]), expected, rtol=1e-4, atol=1e-4)
    line_up = [make_agent(str(file), from_user=True), *[make_agent("random")] * 2]
    assert play_match(three_players, line_up, 2, seed=1).agents[0] == "mine.onnx"
    with pytest.raises(ValueError, match="set game=NAME"):
        find_game([str(file)], ChosenGame(), None)


@pytest.mark.parametrize("shape", [(), (1,)])
def test_a_model_may_have_values_and_a_prior(file, three_players, sizes, shape):
    observations, actions = sizes
    inputs = observations + actions
    write_model(file, inputs, actions, values=shape, metadata={"prior_temperature": "0.5"})
    agent = load_agent(file, three_players, deterministic=True)
    views = views_of(three_players, 40, 9)
    assert agent.reads_states
    seen = Inputs(0.5).assemble(views)
    near = {"rtol": 1e-4, "atol": 1e-4}
    np.testing.assert_allclose(agent.values(views), (seen @ weights_of(inputs, 1))[:, 0], **near)
    np.testing.assert_allclose(agent.logits([views]), seen @ weights_of(inputs, actions), **near)
    other = pickle.loads(pickle.dumps(agent))
    assert (other.think(views, np.random.default_rng(1)).probabilities.max(1) == 1).all()
    np.testing.assert_array_equal(other.logits([views]), agent.logits([views]))
    np.testing.assert_array_equal(other.values(views), agent.values(views))


OTHER = r"not an ONNX model with the input inputs, .* for this game, or corrupt \(.+"


def assert_refused(file, game, message):
    with pytest.raises(ValueError, match=rf"^[^\n]*mine\.onnx: {message}$"):
        load_agent(file, game)


@pytest.mark.parametrize(
    "changes",
    [
        {"inputs": 7}, {"names": ("observations", "logits")}, {"kind": "double"},
        {"names": ("inputs", "policy_logits")}, {"values": (3,)},
        *({"metadata": {"prior_temperature": text}} for text in ("0.5", "-1", "\n", "[" * 100_000)),
    ],
    ids=lambda changes: str(changes)[:50],
)  # fmt: skip
def test_models_with_other_inputs_or_outputs_are_refused(file, three_players, sizes, changes):
    write_model(file, **dict(zip(("inputs", "actions"), sizes, strict=True)) | changes)
    assert_refused(file, three_players, OTHER)


def test_models_with_another_number_of_actions_are_refused(file, three_players, sizes):
    write_model(file, sizes[0], 10)
    message = r"the output logits has shape \(2, 10\), expected \(2, 9\)"
    assert_refused(file, three_players, message)


def test_a_file_that_is_not_a_model_or_too_large_is_refused(file, three_players, monkeypatch):
    monkeypatch.setattr(onnx_file, "MOST_BYTES", 1000)
    assert_refused(file, three_players, r"it has .* bytes, expected at most 1,000")
    for content in (b"", b"\xff" * 40, b"not a model", b"\x0a" * 999):
        file.write_bytes(content)
        assert_refused(file, three_players, OTHER)


def test_a_model_cannot_read_other_files(file, three_players, sizes):
    model = onnx.load(file)
    tensor = model.graph.initializer[0]
    (file.parent / "secret").write_bytes(tensor.raw_data)
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="../" * 9 + str(file.parent / "secret")[1:])
    file.write_bytes(model.SerializeToString())
    assert_refused(file, three_players, OTHER)
