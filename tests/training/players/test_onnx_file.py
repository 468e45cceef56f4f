"""Agent files that need no torch: their contents, and the files that are refused."""

import copy
import pickle
import re
import sys

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper

from hofspiele import envs
from hofspiele.envs.agents import RandomAgent, Views, play_match
from hofspiele.envs.agents.named import make_agent
from hofspiele.envs.core.text.installed import install_command
from hofspiele.training.cli import dependencies
from hofspiele.training.networks.actor_critic import new_critic
from hofspiele.training.players import onnx_file, shipped, torch_file
from hofspiele.training.players.agent_file import load_agent, read_agent, sha256_of
from hofspiele.training.players.agreement import agreement, positions_of_play
from hofspiele.training.players.batch_agent import BatchAgent
from hofspiele.training.players.contents import fingerprint
from hofspiele.training.players.lookup import AgentFinder, find_game
from hofspiele.training.players.network_agent import NetworkAgent, network_agent
from hofspiele.training.players.torch_file import save_agent
from hofspiele.training.settings.game import ChosenGame
from tests.nested import nested
from tests.training.models import ENTITIES, as_onnx, untrained

CORRUPT = r"agent\.onnx: not an agent's ONNX file, or a corrupt one; expected a file"


# onnxruntime evaluates the networks of the first agent, and a compiled loop those of the second.
both_kinds = pytest.mark.parametrize("file", [ENTITIES, {}], ids=["entities", "mlp"], indirect=True)


@pytest.fixture
def file(tmp_path, three_players, request):
    """Return the ONNX file of an untrained agent."""
    source = tmp_path / "pupil" / "agent.pt"
    source.parent.mkdir()
    actor = untrained(three_players, **getattr(request, "param", ENTITIES))
    critic = new_critic(actor.description)
    about = {"use_solver": False, "critic": critic, "commit": "c0ffee"}
    save_agent(source, actor, [three_players], {"seed": 1}, **about)
    return as_onnx(source)


def test_the_onnx_file_agrees_with_the_agent_file(file, three_players):
    found, expected = read_agent(file), read_agent(file.with_suffix(".pt"))
    assert found.metadata() == expected.metadata()
    assert (found.commit, found.recipe) == ("c0ffee", {"seed": 1})
    assert found.weights.keys() == expected.weights.keys()
    for name, weights in found.weights.items():
        np.testing.assert_array_equal(weights, expected.weights[name])
    assert onnx_file.metadata_of(file)["source"] == sha256_of(file.with_suffix(".pt"))
    assert find_game([str(file)], ChosenGame(), None) == three_players


@both_kinds
def test_an_onnx_agent_plays_like_torch(file, three_players):
    """The agent is found by its path and named after its file."""
    players = [
        AgentFinder(three_players).find([str(path)])[0] for path in (file, file.with_suffix(".pt"))
    ]
    assert [player.agent.name for player in players] == ["agent.onnx", "pupil"]
    assert players[0].sha256 == sha256_of(file)
    assert isinstance(players[0].agent, BatchAgent)
    others = [RandomAgent(), RandomAgent()]
    results = [play_match(three_players, [one.agent, *others], 20, seed=1) for one in players]
    np.testing.assert_array_equal(results[0].scores, results[1].scores)


@both_kinds
def test_a_copied_agent_plays_the_same(file, three_players):
    agent = load_agent(file, three_players, deterministic=True)
    views = next(positions_of_play(agent, [three_players], 1, seed=1))
    for other in (copy.deepcopy(agent), pickle.loads(pickle.dumps(agent))):
        assert other.deterministic
        np.testing.assert_array_equal(other.logits([views]), agent.logits([views]))
        np.testing.assert_array_equal(other.values(views), agent.values(views))


@both_kinds
def test_the_number_of_cores_changes_no_result(file, three_players, use_cores):
    agent = load_agent(file, three_players)
    states = np.array([three_players.new(seed) for seed in range(300)])
    rng = np.random.default_rng(1)
    views, found = Views.from_states(three_players, states, rng, with_states=True), []
    for cores in (1, 2, 3):
        use_cores(cores)
        found.append((agent.logits([views]), agent.values(views)))
    for logits, values in found[1:]:
        np.testing.assert_array_equal(logits, found[0][0])
        np.testing.assert_array_equal(values, found[0][1])


@pytest.mark.parametrize("file", sorted(shipped.FOLDER.glob("*.onnx")), ids=lambda file: file.stem)
def test_bundled_agents_play_the_same_with_torch_and_onnxruntime(file):
    content = onnx_file.read(file)
    games = [envs.make(content.game, **content.tables[k]) for k in (0, -1)]
    played = positions_of_play(load_agent(file, games[0]), games, 1000, seed=5)
    found = agreement(
        torch_file.agent_of(content, "torch", deterministic=False),
        onnx_file.agent_of(content, "onnx", deterministic=False),
        list(played),
    )
    assert found.positions >= 1000
    assert found.logits < 1e-5
    assert found.values < 1e-5
    assert found.other_actions == 0


def test_without_torch_and_onnxruntime_both_extras_are_named(monkeypatch, file, three_players):
    for extra in ("agents", "train"):
        monkeypatch.setitem(dependencies.PACKAGES, extra, ("no_such_package",))
    both = f"{install_command('agents')} or {install_command('train')}"
    with pytest.raises(ValueError, match=re.escape(both)):
        make_agent("trained")
    with pytest.raises(ValueError, match=r"agent\.onnx needs .*install the agents extra"):
        load_agent(file, three_players)
    with pytest.raises(ValueError, match=r"agent\.pt needs .*install the train extra"):
        load_agent(file.parent, three_players)


def test_torch_plays_bundled_agents_if_onnxruntime_is_missing(three_players, monkeypatch):
    def played():
        shipped.shipped_agent.cache_clear()
        line_up = [make_agent(name) for name in ("trained", "greedy", "greedy")]
        kind = type(line_up[0].playing(three_players))
        return kind, play_match(three_players, line_up, 4, seed=1).scores.tolist()

    by_onnx, expected = played()
    with monkeypatch.context() as patched:
        patched.setitem(sys.modules, "onnxruntime", None)
        patched.delitem(sys.modules, "hofspiele.training.players.onnx_network")
        by_torch, found = played()
    shipped.shipped_agent.cache_clear()
    assert (by_onnx, by_torch) == (BatchAgent, NetworkAgent)
    assert found == expected


def test_learning_begins_with_the_weights_of_a_bundled_agent(three_players):
    (player,) = AgentFinder(three_players).find(["trained"])
    content = onnx_file.read(shipped.shipped_file(three_players))
    for name, tensor in network_agent(player.agent).actor.state_dict().items():
        np.testing.assert_array_equal(tensor.numpy(), content.weights[name])


def test_another_game_or_version_is_refused(file, kardinal, three_players):
    mine = fingerprint(three_players)
    with pytest.raises(ValueError, match=r"onnx: this agent plays kou_ka_roi, not kardinal"):
        load_agent(file, kardinal)
    rewrite(file, fingerprint="0123456789abcdef", hofspiele="0.0.1")
    message = rf"onnx: .*hofspiele 0\.0\.1 .*0123456789abcdef, expected {mine}"
    with pytest.raises(ValueError, match=message):
        load_agent(file, three_players)


def rewrite(file, change_graph=lambda graph: None, **values):
    """Rewrite the file with a changed graph or metadata, and the right checksum."""
    metadata = onnx_file.metadata_of(file)
    del metadata["sha256"]
    model = onnx_file.Model.FromString(file.read_bytes())
    changed = onnx.load_from_string(model.SerializeToString())
    change_graph(changed.graph)
    graph = onnx_file.Model.FromString(changed.SerializeToString()).graph
    file.write_bytes(onnx_file.signed(graph, metadata | values, "0").SerializeToString())


def test_rewritten_file_without_a_change_is_read(file, three_players):
    rewrite(file)
    load_agent(file, three_players)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"format": "hofspiele onnx agent 0"}, "\\(hofspiele .*train a new agent"),
        ({"format": "another"}, "format is 'another', expected 'hofspiele onnx agent 1'"),
        ({"tables": ["kou_ka_roi"]}, "tables are"),
        ({"game": "a\nb"}, r"game is 'a\\nb', expected printable text"),
        ({"fingerprint": 3}, "fingerprint is 3, expected printable text"),
        ({"network": nested(900)}, "network is .* expected"),
        ({"network": {"policy": [3]}}, r"network lacks architecture, observation_size, "),
    ],
)
def test_wrong_metadata_is_refused(file, values, message):
    rewrite(file, **values)
    with pytest.raises(ValueError, match=rf"agent\.onnx: .*{message}"):
        read_agent(file)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("policy", [10**6, 10**6]),
        ("prior_temperature", 0.7),
        ("observation_size", 10**6),
        ("num_actions", 10**12),
    ],
)
def test_another_network_than_that_of_the_graph_is_refused(file, name, value):
    network = onnx_file.metadata_of(file)["network"]
    rewrite(file, network=network | {name: value})
    with pytest.raises(ValueError, match=r"agent\.onnx: (the weights|its graph|network\.)"):
        read_agent(file)


def foreign_operator(graph):
    graph.node.add().CopyFrom(helper.make_node("Run", [], [], domain="evil", command="rm"))


def other_file(graph):
    tensor = graph.initializer[0]
    tensor.data_location = onnx.TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="/etc/passwd")


def fewer_weights(graph):
    graph.initializer.remove(find(graph, "network.head.others.bias"))


def wider_weights(graph):
    find(graph, "network.head.others.bias").CopyFrom(
        numpy_helper.from_array(np.zeros(99, np.float32), "network.head.others.bias")
    )


def find(graph, name):
    return next(tensor for tensor in graph.initializer if tensor.name == name)


def more_weights(graph):
    graph.initializer.append(numpy_helper.from_array(np.zeros(3, np.float32), "more"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (foreign_operator, "its graph differs from the graph that hofspiele export writes"),
        (other_file, "its graph differs from the graph that hofspiele export writes"),
        (fewer_weights, r"the weights do not match .*others\.bias' has shape None"),
        (wider_weights, r"the weights do not match .*others\.bias' has shape \(99,\)"),
        (more_weights, r"the weights do not match .*'more' has shape \(3,\), expected None"),
    ],
)
def test_any_other_graph_is_refused(file, change, message):
    rewrite(file, change)
    with pytest.raises(ValueError, match=rf"agent\.onnx: {message}"):
        read_agent(file)


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_weights_that_are_not_finite_are_refused(file, number):
    def spoil(graph):
        tensor = next(one for one in graph.initializer if one.name.startswith("network"))
        tensor.raw_data = np.float32(number).tobytes() + tensor.raw_data[4:]

    rewrite(file, spoil)
    with pytest.raises(
        ValueError, match=r"network\..* contains NaN or infinity: training diverged"
    ):
        read_agent(file)


def test_a_foreign_model_is_refused(file):
    """The model is one that onnxruntime can run."""
    value = helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [1])
    output = helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, [1])
    graph = helper.make_graph(
        [helper.make_node("Relu", ["x"], ["y"])], "foreign", [value], [output]
    )
    file.write_bytes(helper.make_model(graph).SerializeToString())
    with pytest.raises(ValueError, match=CORRUPT):
        read_agent(file)


@pytest.mark.parametrize("content", [b"\xff" * 40, b"not a model", b"\x0a" * 999])
def test_a_file_that_is_not_a_model_is_refused(file, content):
    file.write_bytes(content)
    with pytest.raises(ValueError, match=CORRUPT):
        read_agent(file)


def test_a_file_too_large_is_not_read(file, monkeypatch):
    monkeypatch.setattr("hofspiele.training.players.contents._MOST_BYTES", 1000)
    with pytest.raises(ValueError, match=r"agent\.onnx: it has .* bytes, expected at most 1,000"):
        read_agent(file)
