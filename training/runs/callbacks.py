"""A stable-baselines3 callback for the tasks that accompany learning, and checks of weights."""

from collections.abc import Callable

import torch
from stable_baselines3.common.callbacks import BaseCallback

from hofspiele.training.cli.files import RunError
from hofspiele.training.runs.learner import Learner
from hofspiele.training.runs.metrics import Reporter
from hofspiele.training.selfplay.ppo import SelfPlayPPO

# Maximum absolute value of a weight. The weights of working policies are far smaller.
_TOO_LARGE = 1e6


class DivergedError(RunError):
    """Raised if the weights of a policy have diverged."""


class Interval:
    """Determines when a task that repeats after `every` steps is due.

    Args:
        every: number of steps between two executions of the task.
        start: number of steps when counting starts.
    """

    def __init__(self, every: int, start: int):
        self._every = every
        self._last = start

    def is_due(self, steps: int) -> bool:
        """Return whether the task is due after `steps` in total; if so, start a new interval."""
        due = steps - self._last >= self._every
        if due:
            self._last = steps
        return due


class LearningCallback(BaseCallback):
    """Updates the league and the weight of the margin, writes checkpoints and reports metrics."""

    def __init__(self, learner: Learner, reporter: Reporter, save: Callable[[], None]):
        super().__init__()
        self._learner = learner
        self._settings = learner.settings
        self._reporter = reporter
        self._save = save

    def _on_training_start(self) -> None:
        self._snapshots = Interval(self._settings.snapshot_every, self.num_timesteps)
        self._checkpoints = Interval(self._settings.checkpoint_every, self.num_timesteps)

    def _on_rollout_start(self) -> None:
        check_weights(self.model.policy, f"{self.num_timesteps:,} steps")
        progress_remaining = max(0.0, 1 - self.num_timesteps / self._settings.steps)
        env, league = self._learner.env, self._learner.league
        env.margin_reward = progress_remaining * self._settings.margin_reward
        if self._snapshots.is_due(self.num_timesteps):
            league.take_snapshot(self.num_timesteps)
        league.catch_up()
        env.set_shares(league.draw_shares())
        if self._checkpoints.is_due(self.num_timesteps):
            self._save()

    def _on_step(self) -> bool:
        self._reporter.record(self._learner.env.ended_games())
        return True

    def _on_rollout_end(self) -> None:
        self._reporter.report(self.logger, self.num_timesteps)


def check_weights(
    policy: torch.nn.Module,
    learnt: str,
    blamed: str = "algorithm.learning_rate or margin_reward",
) -> None:
    """Raise `DivergedError` if a weight is far too large or not finite.

    The message contains `learnt` (the progress) and `blamed` (the settings that are too large).
    """
    # NaN is not smaller than any number, so it counts as too large.
    if not all(bool((weights.abs() < _TOO_LARGE).all()) for weights in policy.parameters()):
        raise DivergedError(
            f"the policy's weights have diverged after {learnt}: {blamed} is too large"
        )


def check_learnt(model: SelfPlayPPO) -> None:
    """Raise `DivergedError` if the policy that learnt from all complete rollouts has diverged."""
    check_weights(model.learnt_policy(), f"{model.num_timesteps:,} steps")
