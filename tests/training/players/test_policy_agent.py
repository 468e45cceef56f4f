"""Decisions of agents, whatever evaluates their networks."""

import copy
import pickle

import numpy as np
import pytest
import torch

from hofspiele import envs
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.players.policy_agent import PolicyAgent
from tests.training.models import ENTITIES, agent_of, noisy, views_of

NETWORKS = [
    pytest.param({"value": [16, 3]}, id="mlp"),
    pytest.param({"prior_temperature": 0.5, "policy": []}, id="prior"),
    pytest.param(ENTITIES, id="entities"),
]
BY_TORCH = pytest.param({"activation": "Tanh"}, id="torch")


@pytest.fixture
def agent(request, three_players):
    return agent_of(three_players, noisy(three_players, **request.param), **request.param)


def generator(seed):
    return np.random.default_rng(seed)


@pytest.mark.parametrize("deterministic", [True, False])
def test_several_tables_are_decided_like_each_alone(deterministic):
    games = [envs.make("kardinal", num_players=number) for number in (3, 5)]
    settings = {"prior_temperature": 0.5}
    forwards = agent_of(games[0], noisy(games[0], **settings), **settings).forwards
    agent = PolicyAgent("one", Inputs(0.5), forwards, deterministic=deterministic)
    views = [views_of(game, 90, 30, seed=number) for number, game in enumerate(games)]
    views.insert(1, views[0].rows(slice(0, 0)))
    together = agent.act_at_tables(views, [generator(number) for number in range(3)])
    assert together.pop(1).tolist() == []
    alone = [agent.act(views[number], generator(number)) for number in (0, 2)]
    assert [chosen.tolist() for chosen in together] == [chosen.tolist() for chosen in alone]


@pytest.mark.parametrize("agent", NETWORKS, indirect=True)
def test_a_decision_does_not_depend_on_its_batch_or_a_copy(agent, three_players):
    views = views_of(three_players, 150, 9)
    rows = [views.rows(slice(number, number + 1)) for number in range(len(views.players))]
    logits, values = agent.logits([views]), agent.values(views)
    np.testing.assert_array_equal(logits, np.concatenate([agent.logits([row]) for row in rows]))
    np.testing.assert_array_equal(values, np.concatenate([agent.values(row) for row in rows]))
    assert np.ptp(values) > 0.01
    for other in (copy.deepcopy(agent), pickle.loads(pickle.dumps(agent))):
        assert other.name == agent.name
        np.testing.assert_array_equal(other.logits([views]), logits)


@pytest.mark.parametrize("agent", [*NETWORKS, BY_TORCH], indirect=True)
def test_the_number_of_cores_changes_no_result(agent, three_players, use_cores):
    views, found = views_of(three_players, 300, 0), []
    for cores in (1, 2, 3):
        use_cores(cores)
        found.append((agent.logits([views]), agent.values(views)))
    for logits, values in found[1:]:
        np.testing.assert_array_equal(logits, found[0][0])
        np.testing.assert_array_equal(values, found[0][1])


@pytest.mark.parametrize("temperature", [0.0, 1.0, 3.0])
def test_thoughts_are_those_of_the_network(three_players, temperature):
    settings = {"prior_temperature": 0.5}
    network = noisy(three_players, **settings)
    forwards = agent_of(three_players, network, **settings).forwards
    how = {"temperature": temperature} if temperature else {"deterministic": True}
    agent = PolicyAgent("one", Inputs(0.5), forwards, **how)
    views = views_of(three_players, 50, 9)
    thoughts = agent.think(views, generator(7))
    np.testing.assert_array_equal(thoughts.actions, agent.act(views, generator(7)))
    with torch.no_grad():
        logits, values = network(torch.from_numpy(Inputs(0.5).assemble(views)))
    logits[torch.from_numpy(~views.action_masks)] = -torch.inf
    policy = torch.nn.functional.one_hot(logits.argmax(1), logits.shape[1])
    if temperature:
        policy = (logits / temperature).softmax(1)
    np.testing.assert_allclose(thoughts.probabilities, policy, rtol=0, atol=1e-4)
    np.testing.assert_allclose(thoughts.expected_outcomes, values, rtol=0, atol=1e-4)
    assert np.ptp(values.numpy()) > 0.01
