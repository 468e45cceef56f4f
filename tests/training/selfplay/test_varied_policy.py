from types import SimpleNamespace

import numpy as np

from hofspiele.envs.agents import pick_probabilities
from hofspiele.training.selfplay.varied_policy import TEMPERATURES, VariedPolicy


def test_actions_are_drawn_at_each_temperature_equally_often():
    logits = np.tile(np.float32([8, 4, 0, 9]), (20_000, 1))
    masks = np.tile([True, True, True, False], (len(logits), 1))
    policy = SimpleNamespace(name="fixed", reads_states=False, logits=lambda views: logits)
    views = SimpleNamespace(action_masks=masks)
    actions = VariedPolicy(policy).act(views, np.random.default_rng(1))
    expected = np.mean([pick_probabilities(logits[:1], masks[:1], t)[0] for t in TEMPERATURES], 0)
    assert np.abs(np.bincount(actions, minlength=4) / len(actions) - expected).max() < 0.015
