"""Agent files: what they contain, and corrupt or hostile ones, which are refused in one line."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
from safetensors import numpy as tensors

from hofspiele import envs
from hofspiele.envs.core.layout import Layout, Piece
from hofspiele.training.players import agent_file
from hofspiele.training.players.agent_file import AgentFile
from hofspiele.training.players.fingerprint import fingerprint
from hofspiele.training.players.loading import load_agent
from tests.nested import nested
from tests.training.models import ENTITIES, untrained, write_agent, write_untrained

KEY, REMOVED = "hofspiele agent", object()


@pytest.fixture(params=[{}, ENTITIES], ids=["mlp", "entities"])
def file(request, tmp_path, three_players):
    """Return the file of an untrained agent with each of our networks."""
    return write_untrained(tmp_path / "run" / "agent.safetensors", three_players, **request.param)


def rewrite(file, weights=None, **changes):
    """Rewrite an agent file with other weights and header fields, or with some `REMOVED`."""
    content = AgentFile.read(file)
    arrays, header = ({**content.weights} | (weights or {})), content.header() | changes
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
    assert found.game == "kou_ka_roi"
    assert [envs.make(found.game, **table) for table in found.tables] == games
    assert (found.hofspiele, found.commit, found.recipe) == (envs.__version__, None, {})
    assert (found.network.policy, found.network.activation) == ([16], "Tanh")
    weights = network.weights()
    assert found.weights.keys() == weights.keys()
    for name, array in found.weights.items():
        np.testing.assert_array_equal(array, weights[name])
        assert array.dtype == np.float32


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


@pytest.mark.parametrize("keep", [0, 7, 8, 100, 0.5, 0.999])
def test_a_cut_off_file_is_refused(file, three_players, keep):
    content = file.read_bytes()
    file.write_bytes(content[: keep if isinstance(keep, int) else int(keep * len(content))])
    assert_refused(file, three_players, "not an agent file, or corrupt")


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
def test_corrupt_headers_are_refused(file, three_players, content):
    file.write_bytes(content)
    assert_refused(file, three_players, "not an agent file, or corrupt")


def test_a_file_too_large_is_not_read(file, three_players, monkeypatch):
    monkeypatch.setattr(agent_file, "MOST_BYTES", 1000)
    assert_refused(file, three_players, "it has .* bytes, expected at most 1,000")


@pytest.mark.parametrize("name", ["game", "tables", "fingerprint", "network", "use_solver"])
def test_missing_fields_are_named(file, three_players, name):
    rewrite(file, **{name: REMOVED})
    assert_refused(file, three_players, f"{name} is missing, expected ")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("game", ["kou_ka_roi"]),
        ("tables", ["kou_ka_roi"]),
        ("tables", []),
        ("fingerprint", {}),
        ("hofspiele", 1.5),
        ("network", [16]),
        ("use_solver", "x" * 10_000),
        ("commit", [7]),
    ],
)
def test_fields_of_wrong_types_are_refused(file, three_players, name, value):
    rewrite(file, **{name: value})
    assert_refused(file, three_players, rf"{name} is .{{0,300}}")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("policy", nested(900)),
        ("policy", [10**6, 10**6]),
        ("policy", [-1]),
        ("value", "x" * 10_000),
        ("activation", "MultiheadAttention"),
        ("prior_temperature", float("nan")),
        ("kwargs", [1]),
    ],
)
def test_impossible_settings_of_networks_are_refused(file, three_players, name, value):
    rewrite(file, network=AgentFile.read(file).header()["network"] | {name: value})
    assert_refused(file, three_players, rf"(.*{name} .{{0,400}}|maximum recursion .*)")


@pytest.mark.parametrize(
    "changes",
    [
        {"policy": [60_000, 60_000]},
        {"activation": "Tanh", "policy": [600, 500]},
        {"prior_temperature": 0.7},
        {"value": [3, 4]},
        {"entity_width": 50_000},
    ],
    ids=str,
)
def test_networks_that_the_weights_do_not_fit_are_refused(tmp_path, three_players, changes):
    """Before that, torch could allocate memory for layers of any width."""
    settings = ENTITIES if "entity_width" in changes else {}
    file = write_untrained(tmp_path / "agent.safetensors", three_players, **settings)
    rewrite(file, network=AgentFile.read(file).header()["network"] | changes)
    assert_refused(file, three_players, r"the weights [\w.]+ have the shape")


def test_weights_of_wrong_shapes_are_refused(file, three_players):
    """The compiled loops read the weights without checking indices."""
    content = file.read_bytes()
    for name, array in AgentFile.read(file).weights.items():
        for wrong in (REMOVED, array[..., None], array[..., :-1], array[None], array.ravel()[:1]):
            if name.endswith("bias") if wrong is REMOVED else wrong.shape == array.shape:
                continue  # Layers may lack a bias, and some arrays have a single number.
            rewrite(file, {name: wrong})
            assert_refused(file, three_players, f"the weights {name} have the shape")
            file.write_bytes(content)


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
