"""Proximal policy optimisation as sb3-contrib has it, in half the time.

Schulman et al., arXiv 1707.06347, 2017; with the masks of Huang and Ontañón, arXiv 2006.14171. A
test holds it to the same updates as `sb3_contrib.MaskablePPO`. Of sb3 it relies on the attributes
that `OnPolicyAlgorithm.collect_rollouts` and `MaskablePPO.train` use, as they are in 2.9.
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
from hofspiele.training.selfplay.losses import Losses, losses_of
from hofspiele.training.selfplay.rollout import Minibatch, Rollout


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO with a `Policy`, for vectorised environments whose games end and are never cut.

    The environment has a method ``action_masks``: (N, A) bool.
    """

    policy: Policy
    rollout_buffer: Rollout

    def _setup_model(self) -> None:
        self.rollout_buffer_class = Rollout
        super()._setup_model()
        # without one, stable-baselines3 makes a folder beside all temporary files at every training
        self.set_logger(Logger(None, []))

    def collect_rollouts(
        self,
        env: VecEnv,
        callback: BaseCallback,
        rollout_buffer: RolloutBuffer,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        """Fill the buffer with `n_rollout_steps`; False if the callback ended that early."""
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
                seen = torch.as_tensor(observations, device=self.device)
                actions, values, log_probabilities = self.policy(seen, action_masks=masks)
            actions = actions.cpu().numpy()
            after, rewards, self._last_episode_starts, infos = env.step(actions)
            self._last_obs = after  # type: ignore[assignment]
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
        """Learn from the buffer."""
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        seen: list[Losses] = []
        for minibatches in self.rollout_buffer.epochs(self.n_epochs, self.batch_size):
            self._n_updates += 1
            if not all(self._learn_from(minibatch, seen) for minibatch in minibatches):
                break
        self._log(seen)

    def _learn_from(self, minibatch: Minibatch, seen: list[Losses]) -> bool:
        """Take a step of the optimizer; False if the policy has gone too far for that."""
        logits, values = self.policy.look(minibatch.observations)
        policy = minibatch.legal.policy(logits)
        ranges = self._now(self.clip_range), self._now(self.clip_range_vf)
        losses = losses_of(minibatch, policy, values, *ranges, self.normalize_advantage)
        loss = losses.policy + self.ent_coef * losses.entropy + self.vf_coef * losses.value
        seen.append(Losses(*(value.detach() for value in losses)))
        if self.target_kl is not None and losses.divergence > 1.5 * self.target_kl:
            return False
        optimizer = self.policy.optimizer
        optimizer.zero_grad()
        loss.backward()
        clip_grad_norm_(self.policy.parameters(), self.max_grad_norm, foreach=True)
        optimizer.step()
        return True

    def _now(self, schedule: Any) -> Any:
        """What a schedule says at this time; None stays None."""
        return None if schedule is None else schedule(self._current_progress_remaining)

    def _log(self, seen: list[Losses]) -> None:
        """By the names that sb3-contrib has for them."""
        means = {
            name: float(torch.stack([getattr(losses, name) for losses in seen]).mean())
            for name in Losses._fields
        }
        rollout = self.rollout_buffer
        for name, value in {
            "policy_gradient_loss": means["policy"],
            "value_loss": means["value"],
            "entropy_loss": means["entropy"],
            "clip_fraction": means["clipped"],
            "approx_kl": means["divergence"],
            "explained_variance": explained_variance(
                rollout.values.flatten(), rollout.returns.flatten()
            ),
            "clip_range": self._now(self.clip_range),
        }.items():
            self.logger.record(f"train/{name}", value)
        self.logger.record("train/n_updates", self._n_updates, exclude="tensorboard")
