"""Search among the actions that a trained policy prefers."""

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.agents import (
    SolverAssistedAgent,
    heuristic_action_values,
    make_agent,
    play_match,
)
from hofspiele.training.networks.forward import Forwards
from hofspiele.training.networks.inputs import NO_PRIOR
from hofspiele.training.players.guided import GuidedAgent, ShippedGuidedAgent
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.players.policy_agent import PolicyAgent
from tests.training.models import views_of


class Rating(PolicyAgent):
    """A policy with given logits, without a critic by default."""

    def __init__(self, logits, critic=None):
        super().__init__("rating", NO_PRIOR, Forwards(None, critic), deterministic=True)
        self.rated = logits

    def logits(self, views):
        return self.rated


class WorstFirst(PolicyAgent):
    """A policy that prefers the actions that the heuristic rates lowest."""

    def __init__(self):
        super().__init__("worst first", NO_PRIOR, Forwards(None, None), deterministic=True)
        self.reads_states = True

    def logits(self, views):
        return np.concatenate([-heuristic_action_values(seen) for seen in views])


@pytest.fixture
def views(three_players):
    return views_of(three_players, 50, plies=9)


def test_simulations_correct_an_uncertain_policy_but_not_a_confident_one(views):
    logits = np.random.default_rng(0).random(views.action_masks.shape, np.float32)
    open_decisions = views.action_masks.sum(1) > 1
    unchanged = {}
    for confidence in (0.001, 1_000_000):
        policy = Rating(confidence * logits)
        rng = np.random.default_rng(1)
        same = GuidedAgent(policy, 60).act(views, rng) == policy.act(views, rng)
        unchanged[confidence] = same[open_decisions].mean()
    assert unchanged[0.001] < 0.4
    assert unchanged[1_000_000] == 1


def test_only_without_a_critic_the_policy_has_a_weight(views):
    logits = np.random.default_rng(0).random(views.action_masks.shape, np.float32)
    assert GuidedAgent(Rating(logits, critic=np.sum), 20).prior_weight == 0
    policy = Rating(logits)
    guided = GuidedAgent(policy, 1)
    assert guided.prior_weight > 0
    guided.prior_weight = 0.0  # Then a single round changes nothing.
    rng = np.random.default_rng(1)
    assert (guided.act(views, rng) == policy.act(views, rng)).all()


def test_only_the_actions_that_the_policy_prefers_are_searched(views):
    logits = np.random.default_rng(0).random(views.action_masks.shape, np.float32)
    thoughts = GuidedAgent(Rating(logits), 18).think(views, np.random.default_rng(1))
    ranks = (-np.where(views.action_masks, logits, -np.inf)).argsort(1).argsort(1)
    searched = thoughts.simulations > 0
    assert (ranks[searched] < 3).all()
    assert (searched.sum(1) == np.minimum(views.action_masks.sum(1), 3)).all()


def test_rollouts_correct_a_bad_policy(three_players):
    worst_first = WorstFirst()
    guided = GuidedAgent(worst_first, 100)
    result = play_match(three_players, [guided, worst_first, worst_first], 10, seed=0)
    assert result.win_shares[:, :, 0].mean() > 0.6


@pytest.mark.parametrize("name", ["kardinal", "knatsch", "kou_ka_roi"])
def test_guided_by_the_bundled_agent_of_each_game(name):
    game = envs.make(name)
    agent = ShippedGuidedAgent(20)
    (player,) = AgentFinder(game).find(["guided-20"])
    assert player.agent.name == agent.name == "guided-20"
    assert player.sha256 == AgentFinder(game).find(["trained"])[0].sha256
    # Solved decisions are left to the solver.
    assert isinstance(agent.playing(game), SolverAssistedAgent) is game.has_solver
    others = [make_agent("greedy")] * (game.num_players - 1)
    by_name, by_hand = (play_match(game, [one, *others], 1) for one in (player.agent, agent))
    assert (by_name.scores == by_hand.scores).all()


def test_the_number_of_simulations_is_checked_and_may_be_left_out():
    assert make_agent("guided").name == "guided-200"
    for name in ("guided-0", "guided-9999999999999"):
        with pytest.raises(ValueError, match="simulations is"):
            make_agent(name)
