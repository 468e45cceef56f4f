"""Expert iteration: the policy's loss and its updates."""

import numpy as np
import torch

from hofspiele.envs.agents import GreedyAgent
from hofspiele.envs.agents.greedy import pick_probabilities
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.policy import Policy
from hofspiele.training.selfplay import expert_iteration
from hofspiele.training.selfplay.expert_iteration import ExpertIteration
from hofspiele.training.selfplay.ppo import Hyperparameters
from hofspiele.training.selfplay.search_advantages import Searched
from hofspiele.training.selfplay.vec_env import SelfPlayVecEnv
from hofspiele.training.settings.iterate import Search
from tests.training.models import network_of


def model_of(game, **arguments):
    description = network_of(game, prior_temperature=1.0)
    env = SelfPlayVecEnv([game], 32, [GreedyAgent()], seed=1, inputs=Inputs(1.0))
    model = ExpertIteration(
        Policy,
        env,
        policy_kwargs={"description": description},
        seed=1,
        device="cpu",
        n_steps=4,
        batch_size=64,
        **arguments,
    )
    model.search = Search(deals=2, candidates=3)
    return model


def test_the_policy_prefers_actions_with_an_advantage(three_players, monkeypatch):
    """The last legal action, which the heuristic does not prefer, is the only good one."""

    def prefer_last(where, guide, views, seeds):
        ((_, seen),) = views
        policy = pick_probabilities(guide.agent.logits([seen]), seen.action_masks, 1.0)
        last = seen.action_masks.shape[1] - 1 - seen.action_masks[:, ::-1].argmax(1)
        good = np.eye(seen.action_masks.shape[1])[last]
        shares.append((policy * good).sum(1).mean())
        return Searched(policy, good - shares[-1])

    shares = []
    monkeypatch.setattr(expert_iteration, "search_advantages", prefer_last)
    model = model_of(three_players, learning_rate=3e-3, n_epochs=10)
    model.learn(128 * 12)
    assert shares[0] < 0.3
    assert shares[-1] > 0.8


def test_the_loss_is_that_of_ppo_averaged_over_all_actions(three_players):
    model = model_of(three_players)
    model.learn(128)
    rollout = model.rollout_buffer
    for values in rollout.searched:
        values[:2] = 0.0  # As for forced decisions.
    steps = rollout.steps()
    logits, values = model.policy.logits_and_values(steps.observations)
    losses = model.losses(
        steps, steps.legal.policy(logits), values, Hyperparameters(0.0, 0.01, None)
    )
    masks = torch.from_numpy(rollout.action_masks[2:].reshape(-1, 9))
    before, gains = (torch.from_numpy(values[2:].reshape(-1, 9)) for values in rollout.searched)
    searched = before.sum(1) > 0
    assert searched.any()
    assert gains.any()
    gains = gains / ((before * gains.square()).sum() / searched.sum()).sqrt()
    rows = torch.from_numpy(rollout.observations[2:].reshape(len(masks), -1))
    after = model.policy.actor(rows).masked_fill(~masks, -torch.inf).softmax(1)
    ratio = torch.where(before > 0, after / before, 1.0)
    assert ((ratio - 1).abs() > 0.01).any()
    objective = torch.min(ratio * gains, ratio.clamp(0.99, 1.01) * gains)
    expected = -(before * objective)[searched].sum() / searched.sum()
    torch.testing.assert_close(losses.policy_gradient_loss, expected, rtol=1e-3, atol=1e-5)
    assert losses.value_loss >= 0


def test_the_same_seed_gives_the_same_advantages(three_players):
    advantages = []
    for _ in range(2):
        model = model_of(three_players)
        model.learn(128)
        advantages.append(model.rollout_buffer.searched.advantages.tobytes())
    assert advantages[0] == advantages[1]
