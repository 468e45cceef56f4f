"""Agents are found by name or path; only trusted files and names from the user import code."""

import hashlib
import re
import sys
from dataclasses import replace

import pytest
import torch

from hofspiele import envs
from hofspiele.envs.agents import SolverAssistedAgent, make_agent
from hofspiele.envs.command_line.game import ChosenGame
from hofspiele.envs.core.text.installed import install_command
from hofspiele.training.cli import dependencies
from hofspiele.training.players.agent_file import AgentFile
from hofspiele.training.players.loading import file_of, load_agent
from hofspiele.training.players.lookup import AgentFinder, find_game
from hofspiele.training.players.policy_agent import PolicyAgent
from hofspiele.training.settings import own_networks
from tests.training.models import untrained, views_of, write_agent, write_untrained

OWN = """
import pathlib
pathlib.Path(__file__).with_suffix(".imported").touch()
from examples.own_network import Residual
"""


@pytest.fixture
def file(tmp_path, three_players):
    return write_untrained(tmp_path / "run" / "agent.safetensors", three_players)


def test_an_agent_is_named_after_its_folder_or_file(file, three_players):
    assert load_agent(file, three_players).name == "run"
    other = file.with_name("strong.safetensors")
    assert load_agent(file.parent, envs.make("kou_ka_roi", num_players=4)).name == "run"
    file.rename(other)
    assert load_agent(other, three_players).name == "strong"


@pytest.mark.parametrize(
    ("name", "kind"), [("kou_ka_roi", PolicyAgent), ("knatsch", SolverAssistedAgent)]
)
def test_only_games_with_a_solver_use_one(tmp_path, name, kind):
    game = envs.make(name)
    file = write_agent(tmp_path / "a.safetensors", untrained(game), game, use_solver=True)
    agent = load_agent(file, game)
    assert type(agent) is kind
    assert file_of(agent).use_solver


def test_a_missing_agent_is_reported(tmp_path, three_players):
    with pytest.raises(ValueError, match=r"agent is .*nowhere, expected an agent file"):
        load_agent(tmp_path / "nowhere", three_players)
    with pytest.raises(ValueError, match=r"a folder containing agent\.safetensors$"):
        load_agent(tmp_path, three_players)
    (tmp_path / "config.yaml").write_text("seed: 1\n")
    with pytest.raises(ValueError, match="unfinished"):
        load_agent(tmp_path, three_players)
    for name, expected in (("mine.py", "as MODULE:NAME"), ("agent.pt", r"a \.safetensors file")):
        (tmp_path / name).write_text("1\n")
        with pytest.raises(ValueError, match=rf"{name}, expected .*{expected}"):
            load_agent(tmp_path / name, three_players)


def test_missing_extras_are_named(tmp_path, three_players, monkeypatch):
    for name, extra in (("a.safetensors", "train"), ("a.onnx", "agents"), ("a.zip", "train")):
        file = write_untrained(tmp_path / name, three_players, activation="Tanh")
        monkeypatch.setitem(dependencies.PACKAGES, extra, ("no_such_package",))
        command = re.escape(install_command(extra))
        with pytest.raises(ValueError, match=rf"needs no_such_.*{command}"):
            load_agent(file, three_players)


@pytest.mark.parametrize("activation", ["ReLU", "Tanh"])
def test_loading_does_not_depend_on_the_state_of_torch(tmp_path, three_players, activation):
    file = write_untrained(tmp_path / "agent.safetensors", three_players, activation=activation)
    views = views_of(three_players, 5, 9)
    expected = load_agent(file, three_players).logits([views])
    generator = torch.random.get_rng_state()
    torch.set_default_dtype(torch.float64)
    try:
        assert (load_agent(file, three_players).logits([views]) == expected).all()
    finally:
        torch.set_default_dtype(torch.float32)
    assert (torch.random.get_rng_state() == generator).all()


@pytest.fixture
def own(tmp_path, three_players, monkeypatch):
    """Return a file whose network is in a module of the user, which leaves a mark if imported."""
    monkeypatch.setattr(own_networks, "_registered", {})
    monkeypatch.delitem(sys.modules, "residual_net", raising=False)
    (tmp_path / "residual_net.py").write_text(OWN)
    monkeypatch.syspath_prepend(tmp_path)
    settings = {"architecture": "residual_net:Residual", "kwargs": {"blocks": 1, "width": 8}}
    named = "examples.own_network:Residual"
    network = untrained(three_players, **settings | {"architecture": named})
    own_networks._registered.clear()
    return write_agent(tmp_path / "agent.safetensors", network, three_players, **settings)


@pytest.mark.parametrize("permission", [{"trust": True}, {"networks": ["residual_net:Residual"]}])
def test_a_file_imports_its_network_only_if_the_user_permits(own, three_players, permission):
    mark = own.with_name("residual_net.imported")
    message = r"^[^\n]*safetensors: network residual_net:Residual is not imported, .* set networks="
    with pytest.raises(ValueError, match=message):
        load_agent(own, three_players)
    with pytest.raises(ValueError, match=message):
        make_agent(str(own), from_user=True).check(three_players)
    assert not mark.exists()
    agent = make_agent(str(own), from_user=True, **permission)
    agent.check(three_players)
    assert mark.exists()
    views = views_of(three_players, 5, 9)
    assert agent.playing(three_players).logits([views]).shape == (5, three_players.num_actions)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("residual_net", r"networks contain 'residual_net', expected MODULE:NAME"),
        ("residual_net:No", r"network residual_net:No: module 'residual_net' has no attribute"),
        ("json:__name__", r"network json:__name__ is 'json', expected a class or function"),
    ],
)
def test_wrong_names_of_networks_are_refused(own, name, message):
    with pytest.raises(ValueError, match=message):
        make_agent(str(own), from_user=True, networks=[name])


def test_weights_that_do_not_fit_an_own_network_are_refused(own, three_players):
    content = AgentFile.read(own)
    network = replace(content.network, kwargs={"blocks": 2, "width": 8})
    replace(content, network=network).write(own)
    message = r"^[^\n]*agent\.safetensors: the weights do not fit the network: [^\n]*blocks\.1"
    with pytest.raises(ValueError, match=message):
        load_agent(own, three_players, trust=True)


def test_the_first_trained_agent_determines_the_game(file, three_players):
    assert find_game(["greedy", str(file)], ChosenGame(), None) == three_players
    assert find_game([str(file)], ChosenGame(), 4) == envs.make("kou_ka_roi", num_players=4)
    # A user who names a game has also chosen its options.
    chosen = ChosenGame("kardinal", {"vatikan": True})
    expected = envs.make("kardinal", num_players=4, vatikan=True)
    assert find_game([str(file)], chosen, 4) == expected
    with pytest.raises(ValueError, match="unexpected keyword argument 'vatikan'"):
        find_game([str(file)], ChosenGame("kou_ka_roi", {"vatikan": True}), None)


def test_unknown_option_in_a_file_is_reported(file):
    replace(AgentFile.read(file), setups=[{"speed": 2}]).write(file)
    with pytest.raises(ValueError, match=r"game kou_ka_roi: .*unexpected keyword .*'speed'"):
        find_game([str(file)], ChosenGame(), None)


def test_without_a_trained_agent_the_game_must_be_named(tmp_path):
    (tmp_path / "ppo.zip").touch()  # A file of another library does not name the game.
    with pytest.raises(ValueError, match=r"set game=NAME, one of: .*kardinal, "):
        find_game(["greedy", "random", str(tmp_path / "ppo.zip")], ChosenGame(), 3)
    with pytest.raises(ValueError, match="unknown agent 'nope', and there is no file or folder"):
        find_game(["greedy", "nope"], ChosenGame(), 3)


def test_one_agent_under_two_names_counts_once(file, three_players):
    names = ["greedy", str(file.parent), str(file), "search", "search-200"]
    players = AgentFinder(three_players).find(names)
    assert [player.agent.name for player in players[:3]] == ["greedy", "run", "run"]
    assert [player.sha256 is None for player in players[:2]] == [True, False]
    assert players[1] is players[2]
    assert players[3] is players[4]


def test_different_agents_of_one_name_are_refused(file, three_players, tmp_path):
    (tmp_path / "other").mkdir()
    other = write_untrained(tmp_path / "other" / "run" / "agent.safetensors", three_players)
    with pytest.raises(ValueError, match="different agents, but both are called 'run'"):
        AgentFinder(three_players).find([str(file), str(other)])


def test_own_agents_have_the_fingerprint_of_their_module(three_players, tmp_path, monkeypatch):
    source = tmp_path / "own_players.py"
    source.write_text("def first(observation, mask):\n    return mask.argmax()\n")
    monkeypatch.syspath_prepend(tmp_path)
    players = AgentFinder(three_players).find(["own_players:first", "greedy"])
    assert [player.agent.name for player in players] == ["own_players:first", "greedy"]
    assert players[0].sha256 == hashlib.sha256(source.read_bytes()).hexdigest()
