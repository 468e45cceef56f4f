"""Proximal policy optimisation with masked actions, twice as fast as in sb3-contrib.

Sources: Schulman et al., arXiv 1707.06347, 2017; masks as in Huang and Ontañón, arXiv 2006.14171. A
test checks that updates are the same as in `sb3_contrib.MaskablePPO`. `SelfPlayPPO` relies on
attributes that `OnPolicyAlgorithm.collect_rollouts` and `MaskablePPO.train` use in sb3 2.9.
"""

import copy
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple, Self

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.buffers import RolloutBuffer
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.type_aliases import MaybeCallback, Schedule
from stable_baselines3.common.utils import FloatSchedule, explained_variance
from stable_baselines3.common.vec_env import VecEnv
from torch.nn.functional import mse_loss
from torch.nn.utils import clip_grad_norm_

from hofspiele.training.cli.signals import interruptions_delayed
from hofspiele.training.networks.policy import Policy
from hofspiele.training.selfplay.rollout import Minibatch, Rollout


class Losses(NamedTuple):
    """The losses and statistics of a minibatch: scalars with sb3-contrib's names."""

    policy_gradient_loss: torch.Tensor  # the clipped surrogate objective, negated
    value_loss: torch.Tensor  # mean squared error of the critic
    entropy_loss: torch.Tensor  # the negated mean entropy of the policy, in nats
    clip_fraction: torch.Tensor  # share of steps whose probability ratio is outside the clip range
    # Estimate of the Kullback-Leibler divergence from the policy that collected the steps, in nats.
    approx_kl: torch.Tensor


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO with a `Policy`, for vectorised environments without truncated games.

    The environment must have a method ``action_masks`` that returns (N, A) bool. The entropy
    coefficient may be a schedule.

    A thread updates a copy of the policy with one rollout, while the policy itself, which does not
    have this update yet, collects the next rollout. So an update learns from steps of a policy that
    is one update behind, but PPO's probability ratios stay correct, because they refer to the
    collecting policy. The results do not depend on the speed of the thread: random numbers of numpy
    are drawn only while collecting, and those of torch (for dropout) only while learning.
    """

    policy: Policy  # collects rollouts
    rollout_buffer: Rollout
    ent_coef: Schedule  # type: ignore[assignment]
    clip_range: Schedule
    clip_range_vf: Schedule | None

    def _setup_model(self) -> None:
        self.rollout_buffer_class = Rollout
        super()._setup_model()
        self.ent_coef = FloatSchedule(self.ent_coef)
        # Without a logger, stable-baselines3 creates a temporary folder at every call of `learn`.
        self.set_logger(Logger(None, []))
        self._learner: Policy | None = None
        self._learning: Future[dict[str, float]] | None = None
        self._executor = ThreadPoolExecutor(1, "learner")

    def learn(  # type: ignore[override]
        self,
        total_timesteps: int,
        callback: MaybeCallback = None,
        *,
        reset_num_timesteps: bool = True,
        **options: Any,
    ) -> Self:
        """Learn as in `MaskablePPO`; steps of a rollout that does not become complete do not count.

        Interruptions are delayed while an update starts, so that the steps match the updates.
        """
        self._steps_learnt = 0 if reset_num_timesteps else self.num_timesteps
        try:
            return super().learn(
                total_timesteps, callback, reset_num_timesteps=reset_num_timesteps, **options
            )
        finally:
            self.num_timesteps = self._steps_learnt

    def collect_rollouts(
        self,
        env: VecEnv,
        callback: BaseCallback,
        rollout_buffer: RolloutBuffer,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        """Fill the buffer with `n_rollout_steps` per game; return False if a callback stops it."""
        assert use_masking
        assert isinstance(rollout_buffer, Rollout)
        self.policy.set_training_mode(False)
        rollout_buffer.reset()
        callback.on_rollout_start()
        for _ in range(n_rollout_steps):
            observations, starts = self._last_obs, self._last_episode_starts
            assert isinstance(observations, np.ndarray)
            assert starts is not None
            masks = np.asarray(env.env_method("action_masks"))
            with torch.inference_mode():
                inputs = torch.as_tensor(observations, device=self.device)
                actions, values, log_probabilities = self.policy(inputs, action_masks=masks)
            actions = actions.cpu().numpy()
            new_obs, rewards, dones, infos = env.step(actions)  # Callbacks know these names.
            self._last_obs, self._last_episode_starts = new_obs, dones  # type: ignore[assignment]
            self.num_timesteps += env.num_envs
            callback.update_locals(locals())
            if not callback.on_step():
                self._end_update()
                return False
            rollout_buffer.add(
                observations, actions, rewards, starts, values, log_probabilities,
                action_masks=masks,
            )  # fmt: skip
        with torch.inference_mode():
            last_values = self.policy.predict_values(
                torch.as_tensor(self._last_obs, device=self.device)
            )
        assert self._last_episode_starts is not None
        rollout_buffer.compute_returns_and_advantage(last_values, self._last_episode_starts)
        callback.on_rollout_end()
        return True

    def train(self) -> None:
        """Start an update with the steps of the buffer, and wait for the one before.

        Nothing is collected after the last rollout, so its update ends before this returns.
        """
        with interruptions_delayed():
            self._end_update()
            self._begin_update()
            self._steps_learnt = self.num_timesteps
            if self.num_timesteps >= self._total_timesteps:
                self._end_update()

    def _excluded_save_params(self) -> list[str]:
        own = ["_learner", "_learning", "_executor", "_other_buffer"]
        return [*super()._excluded_save_params(), *own]

    def learnt_policy(self) -> Policy:
        """Wait for the update in progress; return the policy trained on all complete rollouts."""
        if self._learning is not None:
            self._learning.result()
        return self._learner or self.policy

    def _begin_update(self) -> None:
        """Start to learn from the buffer, and exchange it for another one."""
        if self._learner is None:
            self._learner = copy.deepcopy(self.policy)
            self._other_buffer = copy.deepcopy(self.rollout_buffer)
        rollout, self.rollout_buffer = self.rollout_buffer, self._other_buffer
        self._other_buffer = rollout
        self._update_learning_rate(self._learner.optimizer)
        orders = [np.random.permutation(rollout.num_steps) for _ in range(self.n_epochs)]
        self._learning = self._executor.submit(
            self._learn, self._learner, rollout, orders, self._current_progress_remaining
        )

    def _end_update(self) -> None:
        """Wait for the update in progress, if any; copy its weights to the collecting policy."""
        if self._learning is None:
            return
        metrics = self._learning.result()
        self._learning = None
        for name, value in metrics.items():
            self.logger.record(f"train/{name}", value)
        self.logger.record("train/n_updates", self._n_updates, exclude="tensorboard")
        self.policy.load_state_dict(self.learnt_policy().state_dict())

    def _learn(
        self, learner: Policy, rollout: Rollout, orders: Sequence[np.ndarray], remaining: float
    ) -> dict[str, float]:
        """Take all optimiser steps of an update; return its metrics by sb3-contrib's names.

        Schedules are evaluated at `remaining`, the remaining fraction of all steps.
        """
        learner.set_training_mode(True)
        history: list[Losses] = []
        for minibatches in rollout.epochs(orders, self.batch_size):
            self._n_updates += 1
            if not all(self._take_step(learner, part, remaining, history) for part in minibatches):
                break
        metrics = {
            name: float(torch.stack([getattr(losses, name) for losses in history]).mean())
            for name in Losses._fields
        }
        explained = explained_variance(rollout.values.flatten(), rollout.returns.flatten())
        clip_range = self.clip_range(remaining)
        return metrics | {"explained_variance": explained, "clip_range": clip_range}

    def _take_step(
        self, learner: Policy, minibatch: Minibatch, remaining: float, history: list[Losses]
    ) -> bool:
        """Take one optimiser step, or return False if the KL divergence is above its limit."""
        losses = self._losses(learner, minibatch, remaining)
        loss = (
            losses.policy_gradient_loss
            + self.ent_coef(remaining) * losses.entropy_loss
            + self.vf_coef * losses.value_loss
        )
        history.append(Losses(*(value.detach() for value in losses)))
        if self.target_kl is not None and losses.approx_kl > 1.5 * self.target_kl:
            return False
        learner.optimizer.zero_grad()
        loss.backward()
        clip_grad_norm_(learner.parameters(), self.max_grad_norm, foreach=True)
        learner.optimizer.step()
        return True

    def _losses(self, learner: Policy, minibatch: Minibatch, remaining: float) -> Losses:
        """Return the losses of the steps of a minibatch."""
        logits, values = learner.network(minibatch.observations)
        policy, clip_range = minibatch.legal.policy(logits), self.clip_range(remaining)
        advantages = minibatch.advantages
        # A single advantage has no standard deviation and is left as it is.
        if self.normalize_advantage and len(advantages) > 1:
            advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        log_ratio = policy.log_probabilities_at(minibatch.choices) - minibatch.log_probabilities
        ratio = log_ratio.exp()
        clipped_ratio = ratio.clamp(1 - clip_range, 1 + clip_range)
        if self.clip_range_vf is not None:
            most = self.clip_range_vf(remaining)
            values = minibatch.values + (values - minibatch.values).clamp(-most, most)
        return Losses(
            policy_gradient_loss=-torch.min(advantages * ratio, advantages * clipped_ratio).mean(),
            value_loss=mse_loss(values, minibatch.returns),
            entropy_loss=-policy.entropy().mean(),
            clip_fraction=((ratio.detach() - 1).abs() > clip_range).float().mean(),
            approx_kl=(ratio.detach() - 1 - log_ratio.detach()).mean(),
        )
