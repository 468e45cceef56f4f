"""Search among the actions that a trained policy prefers, judged by a value network if any."""

import dataclasses
from types import SimpleNamespace

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.agents import (
    SolverAssistedAgent,
    Views,
    heuristic_action_values,
    make_agent,
    play_match,
    rollouts,
)
from hofspiele.envs.agents.rollouts import SearchedDecisions, Settings, new_rounds
from hofspiele.envs.core.rewards import result_of, reward_of
from hofspiele.envs.kardinal.state import PLACE
from hofspiele.training.networks.forward import Forwards
from hofspiele.training.networks.inputs import NO_PRIOR
from hofspiele.training.players.guided import GuidedAgent, ShippedGuidedAgent
from hofspiele.training.players.leaf_search import ROLLOUT_WEIGHT, play
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.players.policy_agent import PolicyAgent
from tests.play import random_game
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


FIRST_ROW = 0
# Logits of a policy to which all actions of Kou-Ka-Roi are equal.
EQUAL = [0.0] * 9


class ActorCritic(PolicyAgent):
    """A policy with the same logits everywhere, and a critic that estimates 0.25 everywhere."""

    def __init__(self, logits):
        super().__init__("actor and critic", NO_PRIOR, Forwards(None, np.sum))
        self.row = np.array(logits, np.float32)
        self.judged = []

    def logits(self, views):
        return np.tile(self.row, (sum(len(seen.players) for seen in views), 1))

    def values(self, views):
        self.judged.append(views)
        return np.full(len(views.players), 0.25, np.float32)


def thoughts_of(policy, simulations, views, seed=1):
    return GuidedAgent(policy, simulations).think(views, np.random.default_rng(seed))


@pytest.mark.parametrize("reward", ["outcome", "outcome_and_margin"])
def test_simulations_end_with_the_game_or_when_the_seat_decides_next(reward):
    game = envs.make("kou_ka_roi", num_players=2)
    state = next(
        state
        for state in random_game(game, 1)
        if state["last_turn"] and state["choice"][0] >= 0 and state["row_size"][FIRST_ROW]
    )
    always_first_row = ActorCritic([1e6] + [0.0] * 8)
    always_first_row.file = SimpleNamespace(reward=reward)
    views = Views.from_states(game, np.array([state]), np.random.default_rng(0), with_states=True)
    thoughts = thoughts_of(always_first_row, 60, views)
    state["choice"][0] = FIRST_ROW  # The policy also makes this secret choice.
    for row in game.legal_actions(state):
        after = state.copy()
        game.apply(after, row)
        # If both choose the first row, they choose again.
        rewards = reward_of(reward, game).pay(result_of(game, np.array([after])))
        assert after["over"] == (row != FIRST_ROW)
        expected = 0.25 if row == FIRST_ROW else rewards[0, 1]
        assert thoughts.action_values[0, row] == pytest.approx(expected)
        if reward == "outcome":
            assert thoughts.action_outcomes[0, row] == thoughts.action_values[0, row]
    assert thoughts.unit == reward.replace("_", " ")
    # Only estimated outcomes are converted to chances for spectators.
    for found in (thoughts.expected_outcomes, thoughts.action_outcomes):
        assert (found is None) == (reward != "outcome")
    assert (always_first_row.think(views, np.random.default_rng(0)).expected_outcomes is None) == (
        reward != "outcome"
    )
    assert all((judged.players == 1).all() for judged in always_first_row.judged)


def test_all_candidates_of_a_round_meet_the_same_answers(three_players):
    policy = ActorCritic(EQUAL)
    thoughts_of(policy, 2, views_of(three_players, 50, plies=0))  # Two candidates, one round.
    (judged,) = policy.judged
    pairs = judged.states.reshape(50, 2)
    apart = (pairs["box_known"] == 0).all((1, 2))  # No two seats have chosen the same row.
    one, other = pairs["collections"][apart][:, :, 1:].swapaxes(0, 1)
    assert len(one) > 10
    assert (one == other).all()


def test_simulations_do_not_depend_on_hidden_information(three_players):
    views = views_of(three_players, 20, plies=8)
    states = views.states.copy()
    seeds = np.arange(20, dtype=np.uint64)
    three_players.engine.redeal(three_players.params, states, views.players, seeds)
    assert (states != views.states).any()
    judged = []
    for one in (views, dataclasses.replace(views, states=states)):
        policy = ActorCritic(EQUAL)
        thoughts_of(policy, 50, one)
        judged.append([seen.states.tobytes() for seen in policy.judged])
    assert judged[0] == judged[1]


def decisions_of(views, rows=slice(None)):
    states, players, masks = views.states[rows], views.players[rows], views.action_masks[rows]
    return SearchedDecisions(states, players, masks, np.arange(len(players), dtype=np.uint64))


def play_deals(game, policy, decisions, candidates, deals):
    """Play a round with all legal `candidates` in each of `deals` determinisations.

    Return what simulations that end early contribute; where seats decide in turn, rollouts to the
    end contribute as well.
    """
    tried = np.take_along_axis(decisions.masks, candidates, axis=1).sum(1)
    decision = np.repeat(np.arange(len(tried)), deals)
    rounds = new_rounds(decision, np.tile(np.arange(deals), len(tried)), tried, game.num_players)
    settings = Settings(deals, at_random=False, temperature=game.greedy_temperature)
    play(game, policy, decisions, settings, candidates, tried, rounds)
    if game.simultaneous:
        return rounds
    to_the_end = new_rounds(decision, rounds.number, tried, game.num_players)
    rollouts.play(game, decisions, settings, candidates, tried, to_the_end)
    assert (rounds.outcomes == to_the_end.outcomes).all()
    estimates = rounds.utilities - ROLLOUT_WEIGHT * to_the_end.utilities
    return rounds._replace(utilities=estimates / (1 - ROLLOUT_WEIGHT))


def test_all_tried_actions_are_judged_in_the_same_determinisations():
    game = envs.make("kou_ka_roi", num_players=2)
    policy, counts = ActorCritic([1e6] + [0.0] * 8), []
    logits = policy.logits
    policy.logits = lambda seen: counts.append(len(seen[0].players)) or logits(seen)
    decisions = decisions_of(views_of(game, 3, plies=0))
    candidates = np.tile([4, 0, 2, 8], (3, 1))  # The action 8 (wait) is illegal.
    rounds = play_deals(game, policy, decisions, candidates, 5)
    assert (rounds.utilities == 0.25).all()
    assert counts[0] == 3 * 5  # The other seat chooses once in each determinisation.
    (leaves,) = policy.judged
    assert len(leaves.players) == len(rounds.utilities) == 3 * 3 * 5


@pytest.mark.parametrize("name", ["kardinal", "knatsch"])
def test_where_seats_decide_in_turn_the_heuristic_plays_until_the_next_turn(name):
    game = envs.make(name, num_players=3)
    policy = ActorCritic([])  # It has logits for no action, so it must not be asked.
    views = views_of(game, 40, plies=10)
    decisions = decisions_of(views, ~game.is_solved(views.states))
    candidates = np.argsort(~decisions.masks, axis=1, kind="stable")[:, :4]
    rounds = play_deals(game, policy, decisions, candidates, 3)
    (leaves,) = policy.judged
    assert not game.is_solved(leaves.states).any()
    judged = np.isclose(rounds.utilities, 0.25, rtol=0, atol=1e-9)
    tried = np.take_along_axis(decisions.masks, candidates, axis=1).sum(1)
    seats = np.repeat(np.repeat(decisions.players, 3), np.repeat(tried, 3))
    assert (leaves.players == seats[judged]).all()
    if name == "kardinal":
        # In the middle of a turn, pieces have been placed, or cards are drawn.
        assert (leaves.states["num_placed"] == 0).all()
        assert (leaves.states["turn_step"] == PLACE).all()


def test_where_seats_decide_in_turn_thoughts_have_the_outcomes_of_rollouts():
    game = envs.make("kardinal", num_players=3)
    policy = ActorCritic([0.0] * game.num_actions)
    policy.file = SimpleNamespace(reward="outcome_and_margin")
    thoughts = thoughts_of(policy, 60, views_of(game, 5, plies=10))
    searched = thoughts.simulations > 0
    assert searched.any()
    assert thoughts.unit == "outcome and margin"
    outcomes, values = thoughts.action_outcomes[searched], thoughts.action_values[searched]
    assert (np.abs(outcomes) <= 1).all()
    assert len(np.unique(outcomes)) > 2
    # Each value averages the estimate 0.25 of the critic and results of rollouts with margins.
    rollouts_alone = (values - (1 - ROLLOUT_WEIGHT) * 0.25) / ROLLOUT_WEIGHT
    assert np.corrcoef(rollouts_alone, outcomes)[0, 1] > 0.5
