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
    chosen = ChosenGame("kardinal", {"vatikan": True})
    expected = envs.make("kardinal", num_players=4, vatikan=True)
    assert find_game([str(trained)], chosen, 4) == expected
    with pytest.raises(ValueError, match="unexpected keyword argument 'vatikan'"):
        find_game([str(trained)], ChosenGame("kou_ka_roi", {"vatikan": True}), None)


def test_unknown_option_in_a_file_is_reported(trained):
    file = trained / "agent.safetensors"
    replace(AgentFile.read(file), setups=[{"speed": 2}]).write(file)
    with pytest.raises(ValueError, match=r"game kou_ka_roi: .*unexpected keyword .*'speed'"):
        find_game([str(trained)], ChosenGame(), None)


def test_without_a_trained_agent_the_game_must_be_named(tmp_path):
    (tmp_path / "ppo.zip").touch()  # A file of another library does not name the game.
    with pytest.raises(ValueError, match=r"set game=NAME, one of: .*kardinal, "):
        find_game(["greedy", "random", str(tmp_path / "ppo.zip")], ChosenGame(), 3)
    with pytest.raises(ValueError, match="unknown agent 'nope', and there is no file or folder"):
        find_game(["greedy", "nope"], ChosenGame(), 3)


def test_one_agent_under_two_names_counts_once(trained, three_players):
    names = ["greedy", str(trained), str(trained / "agent.safetensors"), "search", "search-200"]
    players = AgentFinder(three_players).find(names)
    assert [player.agent.name for player in players[:3]] == ["greedy", "pupil", "pupil"]
    assert [player.sha256 is None for player in players[:2]] == [True, False]
    assert players[1] is players[2]
    assert players[3] is players[4]


def test_different_agents_of_one_name_are_refused(trained, three_players, tmp_path):
    (tmp_path / "other").mkdir()
    file = write_untrained(tmp_path / "other" / "pupil" / "agent.safetensors", three_players)
    with pytest.raises(ValueError, match="different agents, but both are called 'pupil'"):
        AgentFinder(three_players).find([str(trained), str(file)])


def test_own_agents_have_the_fingerprint_of_their_module(three_players, tmp_path, monkeypatch):
    source = tmp_path / "own_players.py"
    source.write_text("def first(observation, mask):\n    return mask.argmax()\n")
    monkeypatch.syspath_prepend(tmp_path)
    players = AgentFinder(three_players).find(["own_players:first", "greedy"])
    assert [player.agent.name for player in players] == ["own_players:first", "greedy"]
    assert players[0].sha256 == hashlib.sha256(source.read_bytes()).hexdigest()
