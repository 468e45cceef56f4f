"""Agents as objects in settings, which refer to them by name."""

import pytest

from hofspiele import Evaluate, Exploit, Train, make_agent
from hofspiele.envs.agents import GreedyAgent
from hofspiele.training.settings.train import Imitation, Measurement, Opponents


@pytest.fixture
def mine():
    agent = GreedyAgent()
    agent.name = "mine"
    return agent


def test_all_settings_with_agents_take_objects(mine):
    settings = Train.plain(
        game="kou_ka_roi",
        imitation=Imitation(agent=mine),
        opponents=Opponents(shares={"current": 0.5, mine: 0.5}),
        evaluation=Measurement(opponents=["random", mine]),
    )
    name = settings.imitation.agent
    assert make_agent(name) is mine
    assert settings.opponents.shares == {"current": 0.5, name: 0.5}
    assert settings.evaluation.opponents == ["random", name]
    assert Exploit(game="kou_ka_roi", agent=mine).agent == name
    assert Evaluate(agent=mine, opponents=[mine, "greedy"]).opponents == [name, "greedy"]


def test_things_that_are_no_agents_are_refused():
    with pytest.raises(ValueError, match="expected an Agent"):
        Evaluate(agent=lambda: 3)
