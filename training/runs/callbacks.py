"""Tasks that run beside the learning, each as a callback of stable-baselines3."""

from collections.abc import Callable

import torch
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.type_aliases import Schedule

from hofspiele.training.cli.command import RunError
from hofspiele.training.cli.signals import Interrupts
from hofspiele.training.runs.figures import update_figures
from hofspiele.training.runs.reporter import Reporter
from hofspiele.training.selfplay.league import League
from hofspiele.training.selfplay.ppo import SelfPlayPPO
from hofspiele.training.selfplay.vec_env import SelfPlayVecEnv

# Weights of a policy that still learns are far smaller.
_TOO_LARGE = 1e6


class DivergedError(RunError):
    """An error that the weights of a policy have diverged."""


class Interval:
    """A counter that says when a task that repeats every `steps` steps is due."""

    def __init__(self, every: int, start: int):
        self._every = every
        self._last = start

    def is_due(self, steps: int) -> bool:
        """Return whether enough steps have passed since the task was last due."""
        due = steps - self._last >= self._every
        if due:
            self._last = steps
        return due


class RunCallback(BaseCallback):
    """A callback for a model that learns in a `SelfPlayVecEnv`; single steps are ignored."""

    @property
    def env(self) -> SelfPlayVecEnv:
        """The environment of the model."""
        env = self.training_env
        assert isinstance(env, SelfPlayVecEnv)
        return env

    def _on_step(self) -> bool:
        return True


class UpdateCallback(RunCallback):
    """A callback that delays interruptions until the policy has learnt from a whole rollout.

    An optimiser that is interrupted in the middle of a step could not be used again.

    Args:
        steps_learnt: steps before the first rollout.

    Attributes:
        steps_learnt: steps of whole rollouts that the policy has learnt from.
    """

    def __init__(self, steps_learnt: int):
        super().__init__()
        self.steps_learnt = steps_learnt
        self._interrupts = Interrupts()

    def _on_rollout_start(self) -> None:
        check_collecting(self.model)
        self.steps_learnt = self.num_timesteps
        self._interrupts.release()

    def _on_rollout_end(self) -> None:
        self._interrupts.hold()

    def _on_training_end(self) -> None:
        self.steps_learnt = self.num_timesteps
        self.close()

    def close(self) -> None:
        """Stop delaying interruptions."""
        self._interrupts.release()


class ScheduleCallback(RunCallback):
    """A callback that sets scheduled values from the remaining progress, which falls from 1 to 0.

    Args:
        total_steps: the number of steps at the end.
        ent_coef: schedule of the entropy coefficient; sb3-contrib itself takes only a number.
        margin_reward: the environment's margin reward at the start; it falls to 0.
    """

    def __init__(self, total_steps: int, ent_coef: Schedule, margin_reward: float):
        super().__init__()
        self._total_steps = total_steps
        self._ent_coef = ent_coef
        self._margin_reward = margin_reward

    def _on_rollout_start(self) -> None:
        progress_remaining = max(0.0, 1 - self.num_timesteps / self._total_steps)
        assert isinstance(self.model, SelfPlayPPO)
        self.model.ent_coef = self._ent_coef(progress_remaining)
        self.env.margin_reward = progress_remaining * self._margin_reward


class LeagueCallback(RunCallback):
    """A callback that records results in the league, takes snapshots and draws the next opponents.

    Args:
        league: the league of the environment.
        snapshot_every: steps between snapshots.
    """

    def __init__(self, league: League, snapshot_every: int):
        super().__init__()
        self._league = league
        self._snapshot_every = snapshot_every

    def _on_training_start(self) -> None:
        self._snapshots = Interval(self._snapshot_every, self.num_timesteps)

    def _on_rollout_start(self) -> None:
        if self._snapshots.is_due(self.num_timesteps):
            self._league.take_snapshot(self.num_timesteps)
        self._league.catch_up()
        self.env.set_shares(self._league.draw_shares())

    def _on_step(self) -> bool:
        ended = self.env.ended_games()
        for opponent, win in zip(ended.opponents, ended.wins, strict=True):
            self._league.record_result(opponent, win)
        return True


class CheckpointCallback(RunCallback):
    """A callback that saves at fixed intervals.

    Args:
        save: saves the run.
        every: steps between two calls.
    """

    def __init__(self, save: Callable[[], None], every: int):
        super().__init__()
        self._save = save
        self._every = every

    def _on_training_start(self) -> None:
        self._checkpoints = Interval(self._every, self.num_timesteps)

    def _on_rollout_start(self) -> None:
        if self._checkpoints.is_due(self.num_timesteps):
            self._save()


class FiguresCallback(RunCallback):
    """A callback that reports the figures of each rollout.

    Args:
        reporter: writes and shows them.
    """

    def __init__(self, reporter: Reporter):
        super().__init__()
        self._reporter = reporter

    def _on_training_start(self) -> None:
        self._reporter.start(self.num_timesteps)

    def _on_step(self) -> bool:
        self._reporter.record(self.env.ended_games())
        return True

    def _on_rollout_end(self) -> None:
        # The logger keeps the values of the last update until the next one.
        update = update_figures(self.logger.name_to_value)
        for name, value in self._reporter.report(self.num_timesteps, update).items():
            self.logger.record(name, value)


def check_collecting(model: BaseAlgorithm) -> None:
    """Call `check_weights` for the policy that collects."""
    _check_after(model.num_timesteps, model.policy)


def check_learnt(model: SelfPlayPPO) -> None:
    """Call `check_weights` for the policy that has learnt from all whole rollouts."""
    _check_after(model.num_timesteps, model.learnt_policy())


def _check_after(steps: int, policy: torch.nn.Module) -> None:
    check_weights(policy, f"{steps:,} steps", "algorithm.learning_rate or margin_reward")


def check_weights(policy: torch.nn.Module, learnt: str, blamed: str) -> None:
    """Raise `DivergedError` if a weight is not finite or far too large.

    Args:
        policy: the learning policy.
        learnt: the amount that it has learnt from, with its unit.
        blamed: the options that may be too large.
    """
    # Comparisons with NaN are false.
    if not all(bool((weights.abs() < _TOO_LARGE).all()) for weights in policy.parameters()):
        raise DivergedError(
            f"the policy's weights have diverged after {learnt}: {blamed} is too large"
        )
