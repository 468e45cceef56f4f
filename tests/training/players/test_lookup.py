import hashlib
from dataclasses import replace

import pytest

from hofspiele import envs
from hofspiele.envs.command_line.game import ChosenGame
from hofspiele.training.players.agent_file import AgentFile
from hofspiele.training.players.lookup import AgentFinder, find_game
from tests.training.models import write_untrained


@pytest.fixture
def trained(tmp_path, three_players):
    """Return a folder with an untrained agent."""
    return write_untrained(tmp_path / "pupil" / "agent.safetensors", three_players).parent


def test_the_first_trained_agent_determines_the_game(trained, three_players):
    assert find_game(["greedy", str(trained)], ChosenGame(), None) == three_players
    assert find_game([str(trained)], ChosenGame(), 4) == envs.make("kou_ka_roi", num_players=4)
    # A user who names a game has also chosen its options.
    assert find_game([str(trained)], ChosenGame("kardinal"), None) == envs.make("kardinal")


def test_a_chosen_game_has_its_own_options(trained):
    game = find_game(["greedy"], ChosenGame("kardinal", {"vatikan": True}), 4)
    assert game == envs.make("kardinal", num_players=4, vatikan=True)
    with pytest.raises(ValueError, match="unexpected keyword argument 'vatikan'"):
        find_game([str(trained)], ChosenGame("kou_ka_roi", {"vatikan": True}), None)


def test_unknown_option_in_a_file_is_reported(trained):
    file = trained / "agent.safetensors"
    replace(AgentFile.read(file), tables=[{"speed": 2}]).write(file)
    with pytest.raises(ValueError, match=r"game kou_ka_roi: .*unexpected keyword .*'speed'"):
        find_game([str(trained)], ChosenGame(), None)


def test_without_a_trained_agent_the_game_must_be_named():
    with pytest.raises(
        ValueError, match=r"agents greedy, random is .*; set game=NAME, one of: .*kardinal, "
    ):
        find_game(["greedy", "random", "greedy"], ChosenGame(), 3)
    with pytest.raises(ValueError, match="unknown agent 'nope', and there is no file or folder"):
        find_game(["greedy", "nope"], ChosenGame(), 3)


def test_agents_by_name_and_path(trained, three_players):
    players = AgentFinder(three_players).find(["greedy", str(trained), "greedy"])
    assert [player.agent.name for player in players] == ["greedy", "pupil", "greedy"]
    assert players[0] is players[2]
    assert [player.sha256 is None for player in players] == [True, False, True]


def test_one_agent_under_two_names_counts_once(trained, three_players):
    names = [str(trained), str(trained / "agent.safetensors"), "search", "search-200"]
    first, second, search, same_search = AgentFinder(three_players).find(names)
    assert first is second
    assert search is same_search


def test_different_agents_of_one_name_are_refused(trained, three_players, tmp_path):
    (tmp_path / "other").mkdir()
    other = write_untrained(
        tmp_path / "other" / "pupil" / "agent.safetensors", three_players
    ).parent
    with pytest.raises(ValueError, match="different agents, but both are called 'pupil'"):
        AgentFinder(three_players).find([str(trained), str(other)])


def test_own_agents_have_the_fingerprint_of_their_module(three_players, tmp_path, monkeypatch):
    source = tmp_path / "own_players.py"
    source.write_text(
        "from hofspiele.envs.agents import RandomAgent as Mine\n"
        "def first(observation, mask):\n    return mask.argmax()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    players = AgentFinder(three_players).find(["own_players:first", "greedy"])
    assert [player.agent.name for player in players] == ["own_players:first", "greedy"]
    assert players[0].sha256 == hashlib.sha256(source.read_bytes()).hexdigest()
    with pytest.raises(ValueError, match="different agents, but both are called 'random'"):
        AgentFinder(three_players).find(["random", "own_players:Mine"])


def test_a_file_of_another_library_does_not_name_the_game(tmp_path):
    (tmp_path / "ppo.zip").touch()
    with pytest.raises(ValueError, match="set game=NAME"):
        find_game([str(tmp_path / "ppo.zip"), "greedy"], ChosenGame(), None)
