"""A stable-baselines3 callback for the tasks that accompany learning, and checks of weights."""

from collections import defaultdict, deque
from collections.abc import Callable
from functools import partial

import numpy as np
import torch
from stable_baselines3.common.callbacks import BaseCallback

from hofspiele.envs.reports.result_table import percentage
from hofspiele.training.cli.console import Display
from hofspiele.training.files.read_write import RunError
from hofspiele.training.runs.curve import WIN_SHARE
from hofspiele.training.runs.learner import Learner
from hofspiele.training.selfplay.ppo import SelfPlayPPO
from hofspiele.training.selfplay.vec_env import EndedGames

# Number of recent games per opponent or seat whose results are averaged.
_WINDOW = 1000
_MEAN_OUTCOME = "games/mean_outcome"
# Maximum absolute value of a weight. The weights of working policies are far smaller.
_TOO_LARGE = 1e6


class DivergedError(RunError):
    """Raised if the weights of a policy have diverged."""


class Interval:
    """Determines when a task that repeats after `every` steps, counted from `start`, is due."""

    def __init__(self, every: int, start: int):
        self._every, self._last = every, start

    def is_due(self, steps: int) -> bool:
        """Return whether the task is due after `steps` in total; if so, start a new interval."""
        due = steps - self._last >= self._every
        if due:
            self._last = steps
        return due


class LearningCallback(BaseCallback):
    """Updates the league and the weight of the margin, writes checkpoints and reports metrics.

    Metrics are win shares by opponent and outcomes by seat, averaged over recent games, and those
    of the league. All are logged; `display` shows the most important ones.
    """

    def __init__(self, learner: Learner, display: Display, save: Callable[[], None]):
        super().__init__()
        self._learner, self._league = learner, learner.league
        self._display, self._save = display, save
        window = partial(deque[float], maxlen=_WINDOW)
        self._wins: defaultdict[str, deque[float]] = defaultdict(window)
        self._outcomes: defaultdict[int, deque[float]] = defaultdict(window)

    def _on_training_start(self) -> None:
        settings = self._learner.settings
        self._snapshots = Interval(settings.snapshot_every, self.num_timesteps)
        self._checkpoints = Interval(settings.checkpoint_every, self.num_timesteps)

    def _on_rollout_start(self) -> None:
        check_weights(self.model.policy, f"{self.num_timesteps:,} steps")
        settings, env, league = self._learner.settings, self._learner.env, self._league
        progress_remaining = max(0.0, 1 - self.num_timesteps / settings.steps)
        env.margin_reward = progress_remaining * settings.margin_reward
        if self._snapshots.is_due(self.num_timesteps):
            league.take_snapshot(self.num_timesteps)
        league.catch_up()
        env.set_shares(league.draw_shares())
        if self._checkpoints.is_due(self.num_timesteps):
            self._save()

    def _on_step(self) -> bool:
        self.record(self._learner.env.ended_games())
        return True

    def _on_rollout_end(self) -> None:
        for name, value in (self.metrics() | self._league.metrics()).items():
            self.logger.record(name, value)
        steps = self._learner.settings.steps
        self._display.report(self.num_timesteps, steps, self.summary())

    def record(self, ended: EndedGames) -> None:
        """Add games of the learner to the metrics and to the league's results."""
        for opponent, seat, outcome, win in zip(*ended, strict=True):
            self._wins[self._league.agents[opponent].name].append(win)
            self._outcomes[seat].append(outcome)
            self._league.record_result(opponent, win)

    def metrics(self) -> dict[str, float]:
        """Return means by name. Opponents and seats without games are omitted."""
        metrics = {f"{WIN_SHARE}{name}": float(np.mean(wins)) for name, wins in self._wins.items()}
        every_seat = [outcome for outcomes in self._outcomes.values() for outcome in outcomes]
        if every_seat:
            metrics[_MEAN_OUTCOME] = float(np.mean(every_seat))
        for seat, outcomes in self._outcomes.items():
            metrics[f"games/outcome_seat_{seat}"] = float(np.mean(outcomes))
        return metrics

    def summary(self) -> str:
        """Return the mean outcome and the win shares in words."""
        metrics = self.metrics()
        if not metrics:
            return "no game has ended yet"
        shares = [
            f"{name.removeprefix(WIN_SHARE)} {percentage(value, 0)}"
            for name, value in sorted(metrics.items())
            if name.startswith(WIN_SHARE)
        ]
        outcome = metrics[_MEAN_OUTCOME]
        return f"mean outcome {outcome:+.2f}, win share against {', '.join(shares)}"


def check_weights(
    policy: torch.nn.Module, learnt: str, blamed: str = "algorithm.learning_rate or margin_reward"
) -> None:
    """Raise DivergedError naming the progress and `blamed` settings if a weight is too large."""
    # NaN is not smaller than any number, so it counts as too large.
    if not all(bool((weights.abs() < _TOO_LARGE).all()) for weights in policy.parameters()):
        raise DivergedError(
            f"the policy's weights have diverged after {learnt}: {blamed} is too large"
        )


def check_learnt(model: SelfPlayPPO) -> None:
    """Raise `DivergedError` if the policy that learnt from all complete rollouts has diverged."""
    check_weights(model.learnt_policy(), f"{model.num_timesteps:,} steps")
