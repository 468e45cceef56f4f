from types import SimpleNamespace

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from hofspiele import envs
from hofspiele.envs.core.layout import Layout, Piece
from hofspiele.training.networks.policy import actor_of
from hofspiele.training.players.agent_file import load_agent, read_agent
from hofspiele.training.players.contents import fingerprint
from hofspiele.training.players.network_agent import NetworkAgent
from hofspiele.training.players.torch_file import save_agent
from tests.training.models import as_onnx, new_model


@pytest.fixture(scope="module")
def model(three_players) -> MaskablePPO:
    return new_model(three_players)


@pytest.fixture
def file(model, three_players, tmp_path):
    path = tmp_path / "run" / "agent.pt"
    path.parent.mkdir()
    save_agent(
        path,
        actor_of(model),
        [three_players],
        {"seed": 1, "net": [16]},
        use_solver=False,
        commit="c0ffee",
    )
    return path


def test_the_file_describes_the_agent(file, three_players):
    content = read_agent(file)
    assert content.game == "kou_ka_roi"
    assert [envs.make(content.game, **table) for table in content.tables] == [three_players]
    assert content.hofspiele == envs.__version__
    assert (content.recipe, content.commit) == ({"seed": 1, "net": [16]}, "c0ffee")
    assert (content.network.policy, content.network.activation) == ((16,), "ReLU")


def test_only_games_with_a_solver_use_one(model, file, three_players):
    save_agent(file, actor_of(model), [three_players], {}, use_solver=True)
    assert isinstance(load_agent(file, three_players), NetworkAgent)


def test_saving_leaves_the_policy_able_to_learn(model, file):
    assert all(weights.requires_grad for weights in actor_of(model).parameters())


def test_an_agent_plays_with_other_numbers_of_players(file):
    load_agent(file, envs.make("kou_ka_roi", num_players=4))


def test_an_agent_is_named_after_its_folder_or_file(file, three_players):
    assert load_agent(file, three_players).name == "run"
    assert load_agent(file.parent, three_players).name == "run"
    other = file.with_name("strong.pt")
    file.rename(other)
    assert load_agent(other, three_players).name == "strong"


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


def test_a_missing_agent_is_reported(tmp_path, three_players):
    with pytest.raises(ValueError, match=r"agent is .*nowhere, expected an agent file"):
        load_agent(tmp_path / "nowhere", three_players)
    with pytest.raises(ValueError, match=r"a folder containing agent\.pt$"):
        load_agent(tmp_path, three_players)


def test_unfinished_run_is_reported_with_the_command_that_resumes_it(tmp_path, three_players):
    (tmp_path / "config.yaml").write_text("seed: 1\n")
    with pytest.raises(
        ValueError, match=f"unfinished; finish it with hofspiele train resume={tmp_path}"
    ):
        load_agent(tmp_path, three_players)


@pytest.fixture(params=["torch", "onnx"])
def either(request, file):
    """Return the agent file in each of the two formats."""
    return file if request.param == "torch" else as_onnx(file)


@pytest.mark.parametrize("keep", [0, 10, 0.5, 0.99])
def test_a_cut_off_file_is_refused(either, keep):
    content = either.read_bytes()
    either.write_bytes(content[: keep if isinstance(keep, int) else int(keep * len(content))])
    with pytest.raises(ValueError, match=r"agent.*: not an agent.* file, or (a )?corrupt"):
        read_agent(either)


def test_a_changed_byte_is_noticed_or_harmless(either):
    content, expected = either.read_bytes(), read_agent(either)
    noticed = 0
    for place in np.random.default_rng(1).integers(len(content), size=60):
        corrupt = bytearray(content)
        corrupt[place] ^= 0x10
        either.write_bytes(corrupt)
        try:
            found = read_agent(either)
        except ValueError:
            noticed += 1
            continue
        assert found.metadata() == expected.metadata()
        for name, weights in expected.weights.items():
            np.testing.assert_array_equal(found.weights[name], weights)
    assert noticed > (50 if either.suffix == ".onnx" else 0)


def test_other_files_are_refused(model, tmp_path, three_players):
    file = tmp_path / "agent.pt"
    model.save(file)
    with pytest.raises(ValueError, match=r"agent\.pt: not an agent file"):
        load_agent(file, three_players)
    torch.save([1, 2], file)
    with pytest.raises(ValueError, match="format is 'list', expected 'hofspiele agent 4'"):
        load_agent(file, three_players)


LARGE = torch.zeros(90, 90)
OF_WRONG_KIND = r".*expected tensors by name"
OLD = (
    r".*'hofspiele agent \d' \(hofspiele '0\.1\.0'\), "
    r"expected 'hofspiele agent 4'; .*train a new agent"
)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"use_solver": torch.zeros(2)}, r"use_solver is tensor.*, expected true or false"),
        ({"tables": LARGE}, r"tables are tensor\(.{0,220}, expected the options of at"),
        ({"format": LARGE}, r"format is tensor\(.{0,220}, expected 'hofspiele agent"),
        (
            {"weights": {"x": torch.zeros(1).expand(10**6, 10**6)}},
            r"not an agent file, .*a tensor of size \(1000000, 1000000\) has too few numbers: 1",
        ),
        ({"weights": None}, OF_WRONG_KIND),
        ({"weights": {"network.head.bias": [1.0]}}, OF_WRONG_KIND),
        ({"weights": {1: torch.zeros(1)}}, OF_WRONG_KIND),
        ({"weights": {}}, "the weights do not match the described network"),
        ({"format": "hofspiele agent 3", "hofspiele": "0.1.0"}, OLD),
        ({"format": "hofspiele agent 5", "hofspiele": "0.1.0"}, OLD),
    ],
)
def test_value_of_another_kind_is_reported_in_one_line(file, three_players, changes, message):
    torch.save(torch.load(file, weights_only=True) | changes, file)
    with pytest.raises(ValueError, match=f"^[^\n]*agent\\.pt: {message}[^\n]*$"):
        load_agent(file, three_players)


@pytest.mark.parametrize("name", ["policy", "activation", "entity_width", "prior_temperature"])
def test_network_of_large_values_is_reported_in_one_line(file, three_players, name):
    content = torch.load(file, weights_only=True)
    content["network"][name] = torch.zeros(90, 90)
    torch.save(content, file)
    with pytest.raises(
        ValueError, match=f"^[^\n]*network.{name} is [^\n]{{0,250}}, expected [^\n]*$"
    ):
        load_agent(file, three_players)


def test_missing_values_are_named(file, three_players):
    content = torch.load(file, weights_only=True)
    for name in ("weights", "recipe"):
        del content[name]
    torch.save(content, file)
    with pytest.raises(
        ValueError, match=r"agent\.pt: the agent file is incomplete: weights, recipe missing"
    ):
        load_agent(file, three_players)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mine.py", r"mine\.py is a Python file; .* instead, for example mine:MyAgent"),
        ("curve.jsonl", r"agent is .*curve\.jsonl, expected a run folder, a \.pt file"),
        ("README", r"agent is .*README, expected a run folder, .* an \.onnx file from export"),
    ],
)
def test_the_error_for_another_kind_of_file_names_the_kind(tmp_path, three_players, name, message):
    (tmp_path / name).write_text("1\n")
    with pytest.raises(ValueError, match=message):
        load_agent(tmp_path / name, three_players)
