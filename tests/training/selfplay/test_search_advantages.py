"""Advantages of a policy's actions from a search."""

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.agents.greedy import pick_probabilities
from hofspiele.training.players.network_agent import NetworkAgent
from hofspiele.training.selfplay import search_advantages as module
from hofspiele.training.selfplay.search_advantages import Guide, search_advantages
from hofspiele.training.settings.iterate import Search
from tests.training.models import new_model, views_of


@pytest.fixture
def agent(three_players):
    policy = new_model(three_players, prior_temperature=1.0).policy
    return NetworkAgent("agent", policy.actor, policy.critic)


def searched(games, agent, views, where=1, **search):
    ends = np.cumsum([len(seen.players) for seen in views])
    rows = np.split(np.arange(ends[-1]), ends[:-1])
    guide = Guide(games, agent, Search(**search))
    seeds = np.arange(ends[-1], dtype=np.uint64)
    return search_advantages(where, guide, list(zip(rows, views, strict=True)), seeds)


def test_advantages_are_outcomes_minus_their_mean_for_the_policy(three_players, agent, monkeypatch):
    views = views_of(three_players, 5, plies=0)
    judged = np.full(views.action_masks.shape, np.nan)
    judged[:, [0, 2, 3]] = [0.5, -0.25, 0.125]
    asked = []

    def outcomes(game, policy, decisions, candidates, deals):
        asked.append((candidates, deals))
        return judged[: len(candidates)]

    monkeypatch.setattr(module, "action_outcomes", outcomes)
    found = searched([three_players], agent, [views], deals=7, candidates=3)
    policy = pick_probabilities(agent.logits([views]), views.action_masks, 1.0)
    ((candidates, deals),) = asked
    assert deals == 7
    for i in range(5):
        best = sorted(range(len(policy[i])), key=lambda action: -policy[i, action])
        assert candidates[i].tolist() == best[:3]
        tried = policy[i, [0, 2, 3]]
        mean = tried @ judged[i, [0, 2, 3]] / tried.sum()
        expected = [0.0 if np.isnan(value) else value - mean for value in judged[i]]
        np.testing.assert_allclose(found.probabilities[i], policy[i], rtol=1e-5)
        np.testing.assert_allclose(found.advantages[i], expected, rtol=1e-4, atol=1e-6)


def test_forced_decisions_have_no_advantages(three_players, agent):
    views = views_of(three_players, 20, plies=3)
    masks = views.action_masks
    for mask in masks[:8]:
        mask[mask.argmax() + 1 :] = False
    probabilities, advantages = searched([three_players], agent, [views], deals=1)
    for values in (probabilities, advantages):
        assert (values[:8] == 0).all()
        assert (values[~masks] == 0).all()
    np.testing.assert_allclose(probabilities[8:].sum(1), 1.0, rtol=1e-5)
    assert (advantages[8:] != 0).any(1).all()


def test_threads_do_not_change_the_advantages(agent):
    games = [envs.make("kou_ka_roi", num_players=players) for players in (3, 2)]
    views = [views_of(game, 150, plies=5) for game in games]
    one, two = (searched(games, agent, views, where, deals=2) for where in (1, 2))
    for values, same in zip(one, two, strict=True):
        assert values.tobytes() == same.tobytes()
