import pytest

from hofspiele.envs.agents import GreedyAgent
from hofspiele.training.runs.agents import find_evaluation_opponents, find_teacher
from hofspiele.training.runs.games import make_games


def opponents_of(config, name="run"):
    return find_evaluation_opponents(config, make_games(config)[0], name)


def test_one_opponent_needs_no_brackets(config_of):
    config = config_of("evaluation.opponents=greedy")
    (opponent,) = opponents_of(config)
    assert opponent.name == "greedy"


def test_an_agent_that_is_not_there_is_told(config_of):
    config = config_of("evaluation.opponents=[random,clever]")
    with pytest.raises(ValueError, match="no agent is called 'clever'"):
        opponents_of(config)


def test_an_opponent_of_the_same_name_is_refused(config_of):
    with pytest.raises(ValueError, match="both called 'greedy'; choose another name="):
        opponents_of(config_of(), "greedy")


def test_a_teacher_may_be_none(config_of):
    config = config_of()
    game = make_games(config)[0]
    assert find_teacher(config, game) is None
    config.imitation.agent = "greedy"
    assert isinstance(find_teacher(config, game), GreedyAgent)
