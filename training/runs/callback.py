"""What happens beside the learning: figures, display, checkpoints, snapshots for the league."""

import json
import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping

import numpy as np
import torch
from rich.console import Console
from stable_baselines3.common.callbacks import BaseCallback

from hofspiele.training.cli.command import RunError
from hofspiele.training.cli.progress import Display
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.signals import Interrupts
from hofspiele.training.selfplay.league import League
from hofspiele.training.selfplay.vec_env import SelfPlayVecEnv

# games over which the shown outcomes and win shares are averaged, for each opponent and seat
_WINDOW = 1000
_WIN_SHARE = "win_share_"
# no weight of a policy that still learns comes near
_TOO_LARGE = 1e6


class TrainingCallback(BaseCallback):
    """Writes figures after each rollout, keeps the display alive, saves at the set intervals.

    Args:
        folder: where figures and checkpoints go.
        league: whose snapshots are taken and whose shares follow the win shares.
        total_steps, checkpoint_every, snapshot_every: steps of the learner.
        follow_schedules: called before each rollout with the share of the steps that is left.
        save_checkpoint: called with the steps learnt.
        console: for the display.

    Attributes:
        steps_learnt: steps of whole rollouts that the policy has learnt from.
    """

    steps_learnt: int

    def __init__(
        self,
        folder: RunFolder,
        league: League,
        total_steps: int,
        checkpoint_every: int,
        snapshot_every: int,
        follow_schedules: Callable[[float], None],
        save_checkpoint: Callable[[int], None],
        console: Console,
    ):
        super().__init__()
        self._folder = folder
        self._league = league
        self._checkpoint_every = checkpoint_every
        self._snapshot_every = snapshot_every
        self._save_checkpoint = save_checkpoint
        self._total_steps = total_steps
        self._follow_schedules = follow_schedules
        self._display = Display(console, total_steps, "steps")
        # while the policy learns: an optimizer that is cut off in a step can't go on
        self._interrupts = Interrupts()
        self._outcomes: defaultdict[int, deque[float]] = defaultdict(_window)
        self._wins: defaultdict[str, deque[float]] = defaultdict(_window)

    @property
    def _env(self) -> SelfPlayVecEnv:
        env = self.training_env
        assert isinstance(env, SelfPlayVecEnv)
        return env

    def _on_training_start(self) -> None:
        self._started = time.monotonic()
        self._first_step = self.steps_learnt = self.num_timesteps
        self._last_checkpoint = self._last_snapshot = self.num_timesteps
        self._display.start(self.num_timesteps)

    def _on_rollout_start(self) -> None:
        check_weights(self.model.policy, self.num_timesteps)
        self.steps_learnt = self.num_timesteps
        self._interrupts.release()
        self._follow_schedules(max(0.0, 1 - self.steps_learnt / self._total_steps))
        if self.steps_learnt - self._last_snapshot >= self._snapshot_every:
            self._last_snapshot = self.steps_learnt
            self._league.take_snapshot(self.steps_learnt)
        if self.steps_learnt - self._last_checkpoint >= self._checkpoint_every:
            self._last_checkpoint = self.steps_learnt
            self._save_checkpoint(self.steps_learnt)
        self._env.set_shares(self._league.draw_shares())

    def _on_step(self) -> bool:
        for opponent, seat, outcome, win in zip(*self._env.ended_games(), strict=True):
            self._wins[self._league.agents[opponent].name].append(win)
            self._outcomes[seat].append(outcome)
            self._league.record_result(opponent, win)
        return True

    def _on_rollout_end(self) -> None:
        rate = (self.num_timesteps - self._first_step) / (time.monotonic() - self._started)
        figures = self._figures()
        for name, value in figures.items():
            self.logger.record(f"games/{name}", value)
        self.logger.record("time/steps_per_second", rate)
        line = {"steps": self.num_timesteps, "steps_per_second": round(rate, 1), **figures}
        with self._folder.curve.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        self._display.show(self.num_timesteps, rate, _words(figures))
        self._interrupts.hold()

    def _on_training_end(self) -> None:
        self.steps_learnt = self.num_timesteps
        self.close()

    def close(self) -> None:
        """Give the terminal back, and what was held from it."""
        self._display.stop()
        self._interrupts.release()

    def _figures(self) -> dict[str, float]:
        figures = {f"{_WIN_SHARE}{name}": float(np.mean(wins)) for name, wins in self._wins.items()}
        everything = [outcome for outcomes in self._outcomes.values() for outcome in outcomes]
        if everything:
            figures["mean_outcome"] = float(np.mean(everything))
        for seat, outcomes in self._outcomes.items():
            figures[f"outcome_seat_{seat}"] = float(np.mean(outcomes))
        figures |= self._league.figures()
        # of the last update: what has been logged of it is there until the next
        learnt = self.logger.name_to_value
        if "train/entropy_loss" in learnt:
            figures["entropy"] = -learnt["train/entropy_loss"]
            figures["explained_variance"] = learnt["train/explained_variance"]
        return {name: round(value, 4) for name, value in sorted(figures.items())}


def check_weights(policy: torch.nn.Module, steps: int) -> None:
    """Raise `RunError` if a weight is no number any more, or far too large."""
    # a comparison with NaN is false
    if not all(bool((weights.abs() < _TOO_LARGE).all()) for weights in policy.parameters()):
        raise RunError(
            f"the policy's weights have run away after {steps:,} steps: the learning rate "
            "(algorithm.learning_rate.start) or a reward (margin_reward) is too large"
        )


def _window() -> deque[float]:
    return deque(maxlen=_WINDOW)


def _words(figures: Mapping[str, float]) -> str:
    shares = [
        f"{name.removeprefix(_WIN_SHARE)} {value:.0%}"
        for name, value in figures.items()
        if name.startswith(_WIN_SHARE)
    ]
    outcome = figures.get("mean_outcome")
    if outcome is None:
        return "no game has ended yet"
    return f"mean outcome {outcome:+.2f}, win share against {', '.join(shares)}"
