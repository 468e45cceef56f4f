"""`Rollout` yields the same minibatches as sb3-contrib's buffer, without its copies."""

from itertools import chain

import numpy as np
import pytest
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from hofspiele.training.selfplay.rollout import Rollout

GAMES, STEPS, INPUTS, ACTIONS = 3, 4, 2, 5


def filled(buffer_class, seed):
    rng = np.random.default_rng(seed)
    space = spaces.Box(-1.0, 1.0, (INPUTS,))
    buffer = buffer_class(STEPS, space, spaces.Discrete(ACTIONS), "cpu", 0.7, 0.9, GAMES)
    refill(buffer, rng)
    return buffer


def refill(buffer, rng):
    buffer.reset()
    for _ in range(STEPS):
        masks = rng.random((GAMES, ACTIONS)) < 0.5
        actions = rng.integers(ACTIONS, size=GAMES)
        masks[np.arange(GAMES), actions] = True
        values, log_probabilities = torch.as_tensor(rng.random((2, GAMES), np.float32))
        buffer.add(
            rng.random((GAMES, INPUTS), np.float32), actions, rng.random(GAMES),
            rng.random(GAMES) < 0.3, values, log_probabilities, action_masks=masks,
        )  # fmt: skip
    buffer.compute_returns_and_advantage(torch.as_tensor(rng.random(GAMES)), np.zeros(GAMES))


@pytest.mark.parametrize("refilled", [False, True])
def test_minibatches_equal_those_of_sb3_contrib(refilled):
    ours, theirs = (filled(buffer_class, 1) for buffer_class in (Rollout, MaskableRolloutBuffer))
    if refilled:
        for buffer in (ours, theirs):
            refill(buffer, np.random.default_rng(2))
    np.random.seed(3)
    expected = [list(theirs.get(5)) for _ in range(2)]
    np.random.seed(3)
    yielded = [list(minibatches) for minibatches in ours.epochs(2, 5)]
    assert [len(minibatch.choices) for minibatch in yielded[0]] == [5, 5, 2]
    for one, other in zip(chain(*yielded), chain(*expected), strict=True):
        torch.testing.assert_close(one.observations, other.observations)
        torch.testing.assert_close(one.values, other.old_values)
        torch.testing.assert_close(one.log_probabilities, other.old_log_prob)
        torch.testing.assert_close(one.advantages, other.advantages)
        torch.testing.assert_close(one.returns, other.returns)
        actions = one.legal.actions.gather(1, one.choices.unsqueeze(1))
        assert torch.equal(actions, other.actions.long())
        masks = torch.zeros(len(one.choices), ACTIONS).scatter(1, one.legal.actions, 1.0)
        assert torch.equal(masks, other.action_masks)


def test_minibatches_are_taken_without_copying_the_buffer():
    rollout = filled(Rollout, 1)
    whole = next(rollout.epochs(1, GAMES * STEPS))
    before = next(whole).observations.clone()
    rollout.observations += 1.0
    np.random.seed(0)
    again = next(next(rollout.epochs(1, GAMES * STEPS))).observations
    assert np.shares_memory(rollout._flat(rollout.observations).numpy(), rollout.observations)
    assert again.sum() == pytest.approx(float(before.sum()) + before.numel(), rel=1e-5)
