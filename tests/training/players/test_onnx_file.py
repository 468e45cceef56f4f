"""ONNX models from any program play, or are refused in one line."""

import copy
import math
import pickle

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from hofspiele.envs.agents import play_match
from hofspiele.envs.agents.named import make_agent
from hofspiele.envs.command_line.game import ChosenGame
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.players import onnx_file
from hofspiele.training.players.agent_file import sha256_of
from hofspiele.training.players.loading import file_of, load_agent
from hofspiele.training.players.lookup import AgentFinder, find_game
from tests.training.models import views_of


def weights_of(inputs, outputs):
    return np.random.default_rng(outputs).normal(size=(inputs, outputs)).astype(np.float32)


def write_model(
    file, inputs, actions, names=("inputs", "logits"), values=None, metadata=None, kind=np.float32
):
    """Write a model of one layer whose output `values`, if any, has this shape; return `file`."""
    types = {np.float32: TensorProto.FLOAT, np.float64: TensorProto.DOUBLE}
    given, logits = names
    nodes = [helper.make_node("MatMul", [given, "policy"], [logits])]
    weights = {"policy": weights_of(inputs, actions)}
    shapes = {logits: ["B", actions]}
    if values is not None:
        nodes += [
            helper.make_node("MatMul", [given, "value"], ["outcomes"]),
            helper.make_node("Reshape", ["outcomes", "shape"], ["values"]),
        ]
        weights["value"] = weights_of(inputs, math.prod(values))
        shapes["values"] = ["B", *values]
    stored = [numpy_helper.from_array(array.astype(kind), name) for name, array in weights.items()]
    if values is not None:
        stored.append(numpy_helper.from_array(np.array([-1, *values], np.int64), "shape"))
    graph = helper.make_graph(
        nodes,
        "graph",
        [helper.make_tensor_value_info(given, types[kind], ["B", inputs])],
        [helper.make_tensor_value_info(name, types[kind], shapes[name]) for name in shapes],
        stored,
    )
    opsets = [helper.make_opsetid("", 20)]
    model = helper.make_model(graph, ir_version=9, opset_imports=opsets)
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
def test_a_model_may_have_values(file, three_players, sizes, shape):
    write_model(file, *sizes, values=shape)
    agent, views = load_agent(file, three_players), views_of(three_players, 40, 9)
    expected = (views.observations @ weights_of(sizes[0], 1))[:, 0]
    np.testing.assert_allclose(agent.values(views), expected, rtol=1e-4, atol=1e-4)


def test_a_model_may_have_a_prior(file, three_players, sizes):
    observations, actions = sizes
    metadata = {"prior_temperature": "0.5"}
    write_model(file, observations + actions, actions, metadata=metadata)
    agent, views = load_agent(file, three_players), views_of(three_players, 40, 9)
    assert agent.reads_states
    expected = Inputs(0.5).assemble(views) @ weights_of(observations + actions, actions)
    np.testing.assert_allclose(agent.logits([views]), expected, rtol=1e-4, atol=1e-4)


def test_a_copied_agent_plays_the_same(file, three_players, sizes):
    write_model(file, *sizes, values=())
    agent, views = (
        load_agent(file, three_players, deterministic=True),
        views_of(three_players, 9, 9),
    )
    for other in (copy.deepcopy(agent), pickle.loads(pickle.dumps(agent))):
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
        {"inputs": 7},
        {"names": ("observations", "logits")},
        {"names": ("inputs", "policy_logits")},
        {"kind": np.float64},
        {"values": (3,)},
        {"metadata": {"prior_temperature": "0.5"}},
        {"metadata": {"prior_temperature": "-1"}},
        {"metadata": {"prior_temperature": "\n"}},
        {"metadata": {"prior_temperature": "[" * 100_000}},
    ],
    ids=[
        "inputs",
        "input",
        "output",
        "float64",
        "values",
        "prior",
        "negative",
        "no JSON",
        "nested JSON",
    ],
)
def test_models_with_other_inputs_or_outputs_are_refused(file, three_players, sizes, changes):
    write_model(file, **dict(zip(("inputs", "actions"), sizes, strict=True)) | changes)
    assert_refused(file, three_players, OTHER)


def test_models_with_another_number_of_actions_are_refused(file, three_players, sizes):
    write_model(file, sizes[0], 10)
    message = r"the output logits has shape \(2, 10\), expected \(2, 9\)"
    assert_refused(file, three_players, message)


@pytest.mark.parametrize("content", [b"", b"\xff" * 40, b"not a model", b"\x0a" * 999])
def test_a_file_that_is_not_a_model_is_refused(file, three_players, content):
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


def test_a_file_too_large_is_not_read(file, three_players, monkeypatch):
    monkeypatch.setattr(onnx_file, "MOST_BYTES", 1000)
    assert_refused(file, three_players, r"it has .* bytes, expected at most 1,000")
