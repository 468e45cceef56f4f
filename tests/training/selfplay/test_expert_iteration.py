"""Expert iteration: the policy's loss and its updates."""

import numpy as np
import torch
from torch.nn.functional import kl_div

from hofspiele.envs.agents import GreedyAgent
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.policy import Policy
from hofspiele.training.selfplay import expert_iteration
from hofspiele.training.selfplay.expert_iteration import ExpertIteration
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


def test_the_policy_moves_towards_its_targets(three_players, monkeypatch):
    """The targets prefer the last legal action, which the heuristic does not."""

    def prefer_last(where, guide, views, seeds):
        ((_, seen),) = views
        last = seen.action_masks.shape[1] - 1 - seen.action_masks[:, ::-1].argmax(1)
        return np.eye(seen.action_masks.shape[1], dtype=np.float32)[last]

    monkeypatch.setattr(expert_iteration, "search_targets", prefer_last)
    model = model_of(three_players, learning_rate=3e-3, n_epochs=10)
    divergences = []
    for _ in range(4):
        model.learn(128, reset_num_timesteps=False)
        divergences.append(model.logger.name_to_value["train/policy_loss"])
    assert divergences[-1] < 0.1 * divergences[0]


def test_the_loss_is_the_divergence_of_decisions_with_a_target(three_players):
    model = model_of(three_players)
    model.learn(128)
    rollout = model.rollout_buffer
    rollout.targets[:2] = 0.0  # As for forced decisions.
    steps = rollout.steps()
    logits, values = model.policy.logits_and_values(steps.observations)
    losses = model.losses(steps, steps.legal.policy(logits), values, None)
    masks = torch.from_numpy(rollout.action_masks[2:].reshape(-1, 9))
    targets = torch.from_numpy(rollout.targets[2:].reshape(-1, 9))
    with_target = targets.sum(1) > 0
    assert with_target.any()
    rows = torch.from_numpy(rollout.observations[2:].reshape(len(masks), -1))
    log_policy = model.policy.actor(rows).masked_fill(~masks, -torch.inf).log_softmax(1)
    log_policy = log_policy.masked_fill(~masks, 0.0)
    expected = kl_div(log_policy[with_target], targets[with_target], reduction="batchmean")
    torch.testing.assert_close(losses.policy_loss, expected, rtol=1e-4, atol=1e-6)
    assert losses.value_loss >= 0


def test_the_same_seed_gives_the_same_targets(three_players):
    targets = []
    for _ in range(2):
        model = model_of(three_players)
        model.learn(128)
        targets.append(model.rollout_buffer.targets.tobytes())
    assert targets[0] == targets[1]
