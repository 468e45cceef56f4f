import numpy as np
import pytest
import torch

from hofspiele import envs
from hofspiele.training.networks.policy import actor_of
from hofspiele.training.players.network_agent import NetworkAgent
from tests.training.models import new_model, untrained, views_of


@pytest.mark.parametrize("deterministic", [True, False])
def test_several_tables_are_decided_like_each_alone(deterministic):
    games = [envs.make("kardinal", num_players=number) for number in (3, 5)]
    agent = NetworkAgent(
        "one", untrained(games[0], prior_temperature=0.5), deterministic=deterministic
    )
    views = [views_of(game, 8, 30, seed=number) for number, game in enumerate(games)]
    together = agent.act_at_tables(views, [generator(7), generator(8)])
    alone = [agent.act(views[0], generator(7)), agent.act(views[1], generator(8))]
    assert [chosen.tolist() for chosen in together] == [chosen.tolist() for chosen in alone]


def generator(seed):
    return np.random.default_rng(seed)


@pytest.mark.parametrize("deterministic", [True, False])
def test_thoughts_are_those_of_the_policy(three_players, deterministic):
    agent = NetworkAgent(
        "one", untrained(three_players, prior_temperature=0.5), deterministic=deterministic
    )
    views = views_of(three_players, 50, 9)
    thoughts = agent.think(views, generator(7))
    np.testing.assert_array_equal(thoughts.actions, agent.act(views, generator(7)))
    logits = agent.actor(torch.from_numpy(agent.inputs.assemble(views))).detach()
    logits[torch.from_numpy(~views.action_masks)] = -torch.inf
    policy = torch.nn.functional.one_hot(logits.argmax(1), logits.shape[1])
    if not deterministic:
        policy = logits.softmax(1)
    np.testing.assert_allclose(thoughts.probabilities, policy, atol=1e-6)
    assert thoughts.expected_outcomes is None


def test_an_agent_with_a_critic_expects_an_outcome(three_players):
    model = new_model(three_players)
    agent = NetworkAgent("one", actor_of(model), model.policy.critic)
    views = views_of(three_players, 50, 9)
    inputs = torch.from_numpy(agent.inputs.assemble(views))
    expected = model.policy.predict_values(inputs).detach().numpy()[:, 0]
    thoughts = agent.think(views, generator(7))
    np.testing.assert_allclose(thoughts.expected_outcomes, expected, atol=1e-6)
    assert np.ptp(expected) > 0.01
