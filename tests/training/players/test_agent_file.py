"""Agent files: what they contain, and corrupt or hostile ones, which are refused in one line."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
from safetensors import numpy as tensors

from hofspiele import envs
from hofspiele.envs.core.layout import Layout, Piece
from hofspiele.training.files.versions import fingerprint
from hofspiele.training.players import agent_file
from hofspiele.training.players.agent_file import AgentFile
from hofspiele.training.players.loading import load_agent
from tests.hostile.contents import nested
from tests.training.models import ENTITIES, untrained, write_agent, write_untrained

KEY, REMOVED = "hofspiele agent", object()


@pytest.fixture
def file(tmp_path, three_players):
    """Return the file of an untrained agent."""
    return write_untrained(tmp_path / "run" / "agent.safetensors", three_players)


def rewrite(file, weights=None, **changes):
    """Rewrite an agent file with other weights and header fields, or with some `REMOVED`."""
    content = AgentFile.read(file)
    arrays, header = content.weights | (weights or {}), content.header() | changes
    arrays, header = (
        {name: value for name, value in values.items() if value is not REMOVED}
        for values in (arrays, header)
    )
    arrays = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    file.write_bytes(tensors.save(arrays, {KEY: json.dumps(header)}))


def assert_refused(file, game, message):
    with pytest.raises(ValueError, match=rf"^[^\n]*agent\.safetensors: {message}[^\n]*$"):
        load_agent(file, game)


def test_a_written_file_is_read_unchanged(tmp_path, three_players):
    network = untrained(three_players, policy=[16], activation="Tanh")
    games = [three_players, envs.make("kou_ka_roi", num_players=4)]
    file = write_agent(tmp_path / "agent.safetensors", network, *games, activation="Tanh")
    found = AgentFile.read(file)
    assert [envs.make(found.game, **setup) for setup in found.setups] == games
    assert (found.hofspiele, found.commit, found.recipe) == (envs.__version__, None, {})
    assert (found.network.policy, found.network.activation) == ([16], "Tanh")
    weights = network.weights()
    assert found.weights.keys() == weights.keys()
    for name, array in found.weights.items():
        np.testing.assert_array_equal(array, weights[name], strict=True)


def a_game(pieces=(("rows", (2, 3)), ("scores", (4,))), actions=("row 1", "pass")):
    layout = Layout([Piece(name, shape, "…") for name, shape in pieces])
    return SimpleNamespace(
        name="a_game", layout=layout, num_actions=len(actions), action_name=actions.__getitem__
    )


@pytest.mark.parametrize(
    "other",
    [
        a_game(pieces=(("rows", (3, 2)), ("scores", (4,)))),
        a_game(pieces=(("scores", (4,)), ("rows", (2, 3)))),
        a_game(pieces=(("lines", (2, 3)), ("scores", (4,)))),
        a_game(actions=("pass", "row 1")),
        a_game(actions=("row 1", "stop")),
    ],
    ids=["shape", "order", "name", "order of actions", "name of an action"],
)
def test_fingerprint_changes_with_observations_and_actions(other):
    assert fingerprint(a_game()) == fingerprint(a_game())
    assert fingerprint(other) != fingerprint(a_game())


def test_another_game_or_version_is_refused(file, kardinal, three_players):
    assert_refused(file, kardinal, "this agent plays kou_ka_roi, not kardinal")
    rewrite(file, fingerprint="0123456789abcdef", hofspiele="0.0.1")
    mine = fingerprint(three_players)
    assert_refused(file, three_players, rf".*0\.0\.1 .*0123456789abcdef, expected {mine}")


@pytest.mark.parametrize(
    "content",
    [
        (2**60).to_bytes(8, "little") + b"{}",
        (2**31).to_bytes(8, "little") + b"{}",
        (100_000).to_bytes(8, "little") + b"[" * 100_000,
        tensors.save({"a": np.zeros(1)}),
        tensors.save({"a": np.zeros(2, np.float16)}, {KEY: "{}"}).replace(b"F16", b"BF16"),
        tensors.save({}, {KEY: "{"}),
        tensors.save({}, {KEY: "[]"}),
        tensors.save({}, {KEY: "[" * 100_000}),
    ],
    ids=["huge", "large", "nested", "foreign", "type", "no JSON", "list", "nested JSON"],
)
def test_corrupt_files_are_refused(file, three_players, content):
    file.write_bytes(content)
    assert_refused(file, three_players, "not an agent file, or corrupt")


def test_a_cut_off_or_too_large_file_is_refused(file, three_players, monkeypatch):
    content = file.read_bytes()
    for keep in (0, 7, 8, 100, len(content) // 2, len(content) - 1):
        file.write_bytes(content[:keep])
        assert_refused(file, three_players, "not an agent file, or corrupt")
    file.write_bytes(content)
    monkeypatch.setattr(agent_file, "MOST_BYTES", 1000)
    assert_refused(file, three_players, "it has .* bytes, expected at most 1,000")


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("game", [REMOVED, ["kou_ka_roi"]]),
        ("setups", [REMOVED, ["kou_ka_roi"], []]),
        ("fingerprint", [REMOVED, {}]),
        ("hofspiele", [1.5]),
        ("network", [REMOVED, [16]]),
        ("use_solver", [REMOVED, "x" * 10_000]),
        ("commit", [[7]]),
    ],
)
def test_missing_fields_and_wrong_types_are_refused(file, three_players, name, values):
    content = file.read_bytes()
    for value in values:
        rewrite(file, **{name: value})
        assert_refused(file, three_players, rf"{name} is .{{0,300}}")
        file.write_bytes(content)


@pytest.mark.parametrize(
    ("network", "message"),
    [
        ({"policy": nested(900)}, "(.*policy .{0,400}|maximum recursion .*)"),
        ({"policy": [10**6, 10**6]}, ".*policy .{0,400}"),
        ({"policy": [-1]}, ".*policy .{0,400}"),
        ({"value": "x" * 10_000}, ".*value .{0,400}"),
        ({"activation": "MultiheadAttention"}, ".*activation .{0,400}"),
        ({"prior_temperature": float("nan")}, ".*prior_temperature .{0,400}"),
        ({"kwargs": [1]}, ".*kwargs .{0,400}"),
        # These are checked before torch could allocate memory for layers of any width.
        ({"policy": [60_000, 60_000]}, r"the weights [\w.]+ have the shape"),
        ({"activation": "Tanh", "policy": [600, 500]}, r"the weights [\w.]+ have the shape"),
        ({"prior_temperature": 0.7}, r"the weights [\w.]+ have the shape"),
        ({"value": [3, 4]}, r"the weights [\w.]+ have the shape"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_impossible_networks_are_refused(file, three_players, network, message):
    rewrite(file, network=AgentFile.read(file).header()["network"] | network)
    assert_refused(file, three_players, message)


@pytest.mark.parametrize("settings", [{}, ENTITIES], ids=["mlp", "entities"])
def test_weights_of_wrong_shapes_are_refused(tmp_path, three_players, settings):
    """The compiled loops read the weights without checking indices."""
    file = write_untrained(tmp_path / "agent.safetensors", three_players, **settings)
    content = file.read_bytes()
    for name, array in AgentFile.read(file).weights.items():
        for wrong in (REMOVED, array[..., None], array[..., :-1], array[None], array.ravel()[:1]):
            if name.endswith("bias") if wrong is REMOVED else wrong.shape == array.shape:
                continue  # Layers may lack a bias, and some arrays have a single number.
            rewrite(file, {name: wrong})
            assert_refused(file, three_players, f"the weights {name} have the shape")
            file.write_bytes(content)
    if settings:
        network = AgentFile.read(file).header()["network"] | {"entity_width": 50_000}
        rewrite(file, network=network)
        assert_refused(file, three_players, r"the weights [\w.]+ have the shape")


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_weights_that_are_not_finite_are_refused(file, three_players, number):
    name, array = next(iter(AgentFile.read(file).weights.items()))
    rewrite(file, {name: np.full_like(array, number)})
    assert_refused(file, three_players, f"{name} contains NaN or infinity: training diverged")


@pytest.mark.parametrize("kind", [np.float64, np.float16, np.int8, bool])
def test_other_types_of_numbers_are_converted(file, three_players, kind):
    weights = AgentFile.read(file).weights
    rewrite(file, {name: array.astype(kind) for name, array in weights.items()})
    found = AgentFile.read(file).weights
    for name, array in weights.items():
        np.testing.assert_array_equal(found[name], array.astype(kind).astype(np.float32))
    load_agent(file, three_players)
