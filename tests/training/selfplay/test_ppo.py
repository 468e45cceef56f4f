"""`SelfPlayPPO` makes the same updates as sb3-contrib's class from the same steps."""

import os
import time

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from torch import nn

from hofspiele import envs
from hofspiele.training.selfplay.ppo import SelfPlayPPO
from tests.training.models import new_model

ARGUMENTS = {
    "n_steps": 16, "batch_size": 100, "n_epochs": 2, "ent_coef": 0.02, "vf_coef": 0.7,
    "max_grad_norm": 0.3, "learning_rate": 2e-3, "gamma": 0.98, "gae_lambda": 0.8,
}  # fmt: skip
CASES = [
    pytest.param(name, more, id=f"{name} {more or ''}")
    for name, more in [
        ("kou_ka_roi", {}),
        ("kardinal", {}),
        ("knatsch", {}),
        ("kou_ka_roi", {"clip_range_vf": 0.01}),
        ("kou_ka_roi", {"normalize_advantage": False}),
        ("kou_ka_roi", {"target_kl": 1e-4}),
    ]
]


def model_of(name, arguments, **settings):
    return new_model(envs.make(name), 20, arguments, policy=[24, 16], value=[32, 16], **settings)


def our_and_stock_model(name, more):
    """Return our model, one of sb3-contrib with the same weights, and pairs of equal layers."""
    arguments = ARGUMENTS | more
    ours = model_of(name, arguments, standardise=False)
    layers = {"net_arch": {"pi": [24, 16], "vf": [32, 16]}, "activation_fn": nn.ReLU}
    stock = MaskablePPO(
        "MlpPolicy", ours.get_env(), policy_kwargs=layers, device="cpu", **arguments
    )
    policy, value = ours.policy.network.learnt.policy, ours.policy.network.learnt.value
    pairs = [
        (policy[:-1], stock.policy.mlp_extractor.policy_net),
        (value[:-1], stock.policy.mlp_extractor.value_net),
        (policy[-1], stock.policy.action_net),
        (value[-1], stock.policy.value_net),
    ]
    for mine, theirs in pairs:
        theirs.load_state_dict(mine.state_dict())
    return ours, stock, pairs


def collect_rollout(model):
    model.collect_rollouts(
        model.env, model._init_callback(None), model.rollout_buffer, model.n_steps
    )


def learn_from_one_rollout(ours, stock):
    """Update both models from the steps that ours has collected; return what each has logged."""
    ours.learn(0)
    for _ in range(2):  # The second rollout replaces the first.
        collect_rollout(ours)
    theirs = stock.rollout_buffer
    for name in (
        "observations", "actions", "rewards", "episode_starts", "values", "log_probs",
        "advantages", "returns", "action_masks",
    ):  # fmt: skip
        getattr(theirs, name)[:] = getattr(ours.rollout_buffer, name)
    theirs.full = True
    stock.set_logger(ours.logger)
    logged = []
    for model in (ours, stock):
        np.random.seed(7)
        model.train()
        logged.append(dict(model.logger.name_to_value))
    return logged


@pytest.mark.parametrize(("name", "more"), CASES)
def test_one_update_equals_that_of_sb3_contrib(name, more):
    ours, stock, pairs = our_and_stock_model(name, more)
    before = [weights.detach().clone() for weights in ours.policy.parameters()]
    mine, theirs = learn_from_one_rollout(ours, stock)
    moved = max(
        (old - new).abs().max() for old, new in zip(before, ours.policy.parameters(), strict=True)
    )
    assert moved > 1e-3
    for one, other in pairs:
        for a, b in zip(one.parameters(), other.parameters(), strict=True):
            torch.testing.assert_close(a, b, rtol=1e-4, atol=1e-5)
    theirs["train/approx_kl"] = mine["train/approx_kl"]  # Theirs covers the last epoch only.
    for name, value in mine.items():
        assert value == pytest.approx(theirs[name], rel=1e-3, abs=1e-5), name
    assert ours._n_updates == stock._n_updates


def test_collected_values_and_probabilities_equal_those_of_sb3_contrib():
    ours, stock, _ = our_and_stock_model("kardinal", {})
    ours.learn(0)
    collect_rollout(ours)
    rollout = ours.rollout_buffer
    assert np.shares_memory(rollout._flat(rollout.observations).numpy(), rollout.observations)
    with torch.no_grad():
        for step in range(ours.n_steps):
            values, log_probabilities, _ = stock.policy.evaluate_actions(
                torch.as_tensor(rollout.observations[step]),
                torch.as_tensor(rollout.actions[step, :, 0]),
                torch.as_tensor(rollout.action_masks[step]),
            )
            np.testing.assert_allclose(rollout.values[step], values[:, 0], rtol=1e-4, atol=1e-5)
            np.testing.assert_allclose(rollout.log_probs[step], log_probabilities, rtol=1e-4)
    assert ours.num_timesteps == ours.n_steps * ours.n_envs


def test_a_callback_can_stop_the_rollout(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    ours = model_of("kou_ka_roi", ARGUMENTS)
    steps = []

    def until_the_third(local_values, _):
        steps.append(local_values["rewards"])
        return len(steps) < 3

    ours.learn(10_000, until_the_third)
    assert len(steps) == 3
    assert ours.num_timesteps == 0
    assert ours._n_updates == 0
    assert not any(tmp_path.iterdir())  # stable-baselines3 would leave a folder for its log.


def test_a_minibatch_of_one_step_gives_finite_weights():
    # The standard deviation of a single advantage is NaN, so it must not be used.
    model = model_of("kou_ka_roi", ARGUMENTS | {"batch_size": 319})
    model.learn(320)
    assert all(weights.isfinite().all() for weights in model.policy.parameters())


def with_dropout(model):
    """Let the network of `model` drop logits at random while it learns."""

    def drop(module, _, outputs):
        logits, values = outputs
        return nn.functional.dropout(logits, 0.1, module.training), values

    model.policy.network.register_forward_hook(drop)
    return model


def test_weights_depend_neither_on_the_number_of_cores_nor_on_the_speed_of_the_thread(monkeypatch):
    weights, cores, step = [], os.sched_getaffinity(0), SelfPlayPPO._take_step

    def learn():
        model = with_dropout(model_of("kou_ka_roi", ARGUMENTS))
        model.learn(5 * 320)
        assert model._n_updates == 5 * ARGUMENTS["n_epochs"]
        weights.append(model.policy.state_dict().values())

    learn()
    os.sched_setaffinity(0, {min(cores)})  # The thread that learns starts later and inherits this.
    try:
        learn()
    finally:
        os.sched_setaffinity(0, cores)
    monkeypatch.setattr(SelfPlayPPO, "_take_step", lambda *args: time.sleep(0.02) or step(*args))
    learn()
    for parts in zip(*weights, strict=True):
        assert all(torch.equal(parts[0], part) for part in parts)


def test_a_rollout_is_collected_by_the_policy_before_the_last_update():
    model, collectors = model_of("kou_ka_roi", ARGUMENTS), []

    class Record(BaseCallback):
        def _on_rollout_start(self):
            weights = model.policy.network.state_dict().values()
            collectors.append([part.clone() for part in weights])

        def _on_step(self):
            return True

    model.learn(3 * 320, Record())
    first, second, third = collectors
    assert all(torch.equal(a, b) for a, b in zip(first, second, strict=True))
    assert not all(torch.equal(a, b) for a, b in zip(second, third, strict=True))
    # At the end, the policy has learnt from everything.
    assert model.learnt_policy().state_dict().keys() == model.policy.state_dict().keys()
    for name, weights in model.learnt_policy().state_dict().items():
        assert torch.equal(weights, model.policy.state_dict()[name])


def test_an_error_in_an_update_is_raised_and_its_steps_count(monkeypatch):
    model = model_of("kou_ka_roi", ARGUMENTS)
    monkeypatch.setattr(SelfPlayPPO, "_take_step", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        model.learn(3 * 320)
    assert model.num_timesteps == 320


def test_the_entropy_coefficient_follows_its_schedule():
    model = model_of("kou_ka_roi", ARGUMENTS | {"ent_coef": lambda remaining: 0.1 * remaining})
    seen, learn = [], model._learn

    def record(*arguments):
        seen.append(model.ent_coef(arguments[-1]))
        return learn(*arguments)

    model._learn = record
    model.learn(2 * 320)
    assert seen == [pytest.approx(0.05), 0.0]
