"""Proximal policy optimisation with masked actions, twice as fast as in sb3-contrib.

Sources: Schulman et al., arXiv 1707.06347, 2017; masks as in Huang and Ontañón, arXiv 2006.14171. A
test checks that updates equal those of `sb3_contrib.MaskablePPO`. The class relies on the
attributes that `OnPolicyAlgorithm.collect_rollouts` and `MaskablePPO.train` use in sb3 2.9.
"""

from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.buffers import RolloutBuffer
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import explained_variance
from stable_baselines3.common.vec_env import VecEnv
from torch.nn.utils import clip_grad_norm_

from hofspiele.training.networks.policy import Policy
from hofspiele.training.selfplay.losses import Losses, ppo_losses
from hofspiele.training.selfplay.rollout import Minibatch, Rollout


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO with a `Policy`, for vectorised environments that never truncate a game.

    The environment must have a method ``action_masks`` that returns (N, A) bool.
    """

    policy: Policy
    rollout_buffer: Rollout

    def _setup_model(self) -> None:
        self.rollout_buffer_class = Rollout
        super()._setup_model()
        # Without a logger, stable-baselines3 creates a temporary folder at every call of `learn`.
        self.set_logger(Logger(None, []))

    def collect_rollouts(
        self,
        env: VecEnv,
        callback: BaseCallback,
        rollout_buffer: RolloutBuffer,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        """Fill the buffer with `n_rollout_steps`; return False if the callback stops it early."""
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
            next_observations, rewards, self._last_episode_starts, infos = env.step(actions)
            self._last_obs = next_observations  # type: ignore[assignment]
            self.num_timesteps += env.num_envs
            callback.update_locals(locals())
            if not callback.on_step():
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
        """Update the policy with the steps in the buffer."""
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        history: list[Losses] = []
        for minibatches in self.rollout_buffer.epochs(self.n_epochs, self.batch_size):
            self._n_updates += 1
            if not all(self._update(minibatch, history) for minibatch in minibatches):
                break
        self._log(history)

    def _update(self, minibatch: Minibatch, history: list[Losses]) -> bool:
        """Take one optimizer step; return False instead if the policy has diverged too far."""
        logits, values = self.policy.logits_and_values(minibatch.observations)
        policy = minibatch.legal.policy(logits)
        ranges = self._current(self.clip_range), self._current(self.clip_range_vf)
        losses = ppo_losses(minibatch, policy, values, *ranges, self.normalize_advantage)
        loss = (
            losses.policy_gradient_loss
            + self.ent_coef * losses.entropy_loss
            + self.vf_coef * losses.value_loss
        )
        history.append(Losses(*(value.detach() for value in losses)))
        if self.target_kl is not None and losses.approx_kl > 1.5 * self.target_kl:
            return False
        optimizer = self.policy.optimizer
        optimizer.zero_grad()
        loss.backward()
        clip_grad_norm_(self.policy.parameters(), self.max_grad_norm, foreach=True)
        optimizer.step()
        return True

    def _current(self, schedule: Any) -> Any:
        """Return the current value of a schedule; None if there is no schedule."""
        return None if schedule is None else schedule(self._current_progress_remaining)

    def _log(self, history: list[Losses]) -> None:
        """Record the means of the losses and other figures under sb3-contrib's names."""
        rollout = self.rollout_buffer
        figures = {
            name: float(torch.stack([getattr(losses, name) for losses in history]).mean())
            for name in Losses._fields
        } | {
            "explained_variance": explained_variance(
                rollout.values.flatten(), rollout.returns.flatten()
            ),
            "clip_range": self._current(self.clip_range),
        }
        for name, value in figures.items():
            self.logger.record(f"train/{name}", value)
        self.logger.record("train/n_updates", self._n_updates, exclude="tensorboard")
