import pytest

from hofspiele.envs.agents import GreedyAgent
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.runs.agents import find_evaluation_opponents, find_teacher


def test_missing_agent_is_reported(three_players):
    with pytest.raises(ValueError, match="no agent is called 'clever'"):
        find_evaluation_opponents(["random", "clever"], AgentFinder(three_players), "run")


def test_opponent_with_the_name_of_the_run_is_refused(three_players):
    with pytest.raises(ValueError, match="both called 'greedy'; choose another name=…"):
        find_evaluation_opponents(["random", "greedy"], AgentFinder(three_players), "greedy")


def test_teacher_is_optional(three_players):
    finder = AgentFinder(three_players)
    assert find_teacher(None, finder) is None
    assert isinstance(find_teacher("greedy", finder), GreedyAgent)
