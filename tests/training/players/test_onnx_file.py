"""ONNX models from any program play, or are refused in one line."""

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
