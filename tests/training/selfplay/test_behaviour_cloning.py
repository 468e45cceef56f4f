"""Behaviour cloning: its examples, standardised observations and what it learns."""

import numpy as np
import pytest
import torch

from hofspiele import envs
from hofspiele.envs.agents import GreedyAgent, RandomAgent, play_match
from hofspiele.training.networks.inputs import NO_PRIOR, Inputs
from hofspiele.training.selfplay.behaviour_cloning import learn_examples, play_examples
from tests.training.models import agent_of, new_model


@pytest.fixture
def model(three_players):
    return new_model(three_players, policy=[64], value=[64])


@pytest.mark.parametrize("name", ["kou_ka_roi", "kardinal", "knatsch"])
def test_examples_contain_all_decisions_of_complete_games(name):
    game = envs.make(name)
    examples = play_examples(game, RandomAgent(), 8, np.random.default_rng(1), NO_PRIOR)
    rows = np.arange(len(examples.actions))
    assert examples.action_masks[rows, examples.actions].all()
    assert examples.observations.shape == (len(rows), game.observation_size)
    assert len(rows) >= 8 * game.num_players
    lost = np.float32(-1 / (game.num_players - 1))
    assert lost in examples.rewards
    assert (examples.rewards > lost).any()
    assert ((examples.rewards >= lost) & (examples.rewards <= 1)).all()
    rng = np.random.default_rng(1)
    points = play_examples(game, RandomAgent(), 8, rng, NO_PRIOR, reward=lambda points, _: points)
    assert points.rewards.max() > 1


def test_noise_is_carried_out_but_not_recorded(three_players):
    """With noise 1, games are played at random, but the recorded actions are the agent's."""

    class First(RandomAgent):
        def act(self, views, rng):
            return views.action_masks.argmax(1)

    noisy, same, other, plain = (
        play_examples(
            three_players, First(), 16, np.random.default_rng(seed), NO_PRIOR, noise=noise
        )
        for seed, noise in ((1, 1.0), (1, 1.0), (2, 1.0), (1, 0.0))
    )
    np.testing.assert_array_equal(noisy.actions, noisy.action_masks.argmax(1))
    np.testing.assert_array_equal(noisy.observations, same.observations)
    for different in (other, plain):
        assert noisy.observations.tobytes() != different.observations.tobytes()


def clone(model, game, inputs, rounds, learning_rate, *, values_only):
    """Train `model` on games of a greedy agent; return the agreement in each round."""
    rng = np.random.default_rng(1)
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=learning_rate)
    return [
        learn_examples(
            model, optimizer, play_examples(game, GreedyAgent(), 256, rng, inputs), rng,
            values_only=values_only,
        )
        for _ in range(rounds)
    ]  # fmt: skip


def test_cloning_learns_the_agents_actions_and_the_value_of_positions(kardinal):
    model = new_model(kardinal, policy=[64], value=[64])
    games = play_examples(kardinal, GreedyAgent(), 64, np.random.default_rng(1), NO_PRIOR)
    model.policy.network.learnt.standardise.fit(games.observations)
    agreement = clone(model, kardinal, NO_PRIOR, rounds=3, learning_rate=2e-3, values_only=False)
    by_chance = (1 / games.action_masks.sum(1)).mean()
    assert agreement[-1] > agreement[0] > by_chance
    with torch.no_grad():
        values = model.policy.predict_values(torch.as_tensor(games.observations)).numpy().ravel()
    assert np.corrcoef(values, games.rewards)[0, 1] > 0.3
    agent = agent_of(kardinal, model.policy.network, policy=[64], value=[64])
    match = play_match(kardinal, [agent, RandomAgent(), RandomAgent()], 50, seed=2)
    assert match.results[0].win_share.low > 0.5  # The fair share is a third.


def test_solved_decisions_can_be_excluded_from_examples():
    game = envs.make("knatsch", num_players=2)
    rng = np.random.default_rng(1)
    everything = play_examples(game, GreedyAgent(), 20, rng, NO_PRIOR)
    unsolved = play_examples(game, GreedyAgent(), 20, rng, NO_PRIOR, with_solved=False)
    first_keep = game.action_index("keep ......")
    keeps = range(first_keep, first_keep + 64)
    share = [np.isin(examples.actions, keeps).mean() for examples in (everything, unsolved)]
    assert share[0] > 0.4
    assert share[1] < 0.2
    assert np.abs(unsolved.rewards).min() > 0


def test_training_values_only_does_not_change_the_policy(three_players):
    inputs = Inputs(1.0)
    model = new_model(three_players, prior_temperature=1.0)
    before = model.policy.network.weights()
    clone(model, three_players, inputs, rounds=1, learning_rate=1e-3, values_only=True)
    after = model.policy.network.weights()
    changed = {name for name in before if not np.array_equal(before[name], after[name])}
    assert changed == {name for name in before if name.startswith("value")}
