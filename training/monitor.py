"""What happens beside the learning: figures, display, checkpoints, snapshots."""

import json
import time
from collections import defaultdict, deque
from collections.abc import Mapping

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text
from stable_baselines3.common.callbacks import BaseCallback

from envs.core.files import replacing
from training.opponents import Opponents
from training.run_folder import RunFolder
from training.selfplay import SelfPlayVecEnv

# games over which the shown outcome and win shares are averaged, for each kind of opponent
_WINDOW = 1000
# seconds between lines where there is no terminal to redraw
_PLAIN_INTERVAL_S = 15.0


class Monitor(BaseCallback):
    """Writes figures after each rollout, keeps the display alive, saves at the set intervals."""

    def __init__(
        self,
        folder: RunFolder,
        opponents: Opponents,
        total_steps: int,
        checkpoint_every: int,
        snapshot_every: int,
        console: Console,
    ):
        super().__init__()
        self._folder = folder
        self._opponents = opponents
        self._total_steps = total_steps
        self._checkpoint_every = checkpoint_every
        self._snapshot_every = snapshot_every
        self._display = _Display(console, total_steps)
        self._outcomes: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=_WINDOW))
        self._wins: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=_WINDOW))

    def _on_training_start(self) -> None:
        self._started = time.monotonic()
        self._first_step = self.num_timesteps
        self._last_checkpoint = self._last_snapshot = self.num_timesteps
        self._display.start(self.num_timesteps)

    def _on_step(self) -> bool:
        env = self.training_env
        assert isinstance(env, SelfPlayVecEnv)
        table = env.learner_table
        ended = np.flatnonzero(table.finished)
        if len(ended):
            seats = table.final_seats[ended]
            others = table.final_opponents[ended, (seats + 1) % table.game.num_players]
            outcomes = table.outcomes[ended, seats]
            winners = (table.ranks[ended] == 1).sum(1)
            wins = (table.ranks[ended, seats] == 1) / winners
            for opponent, outcome, win in zip(others, outcomes, wins, strict=True):
                name = self._opponents.agents[opponent].name
                self._outcomes[name].append(outcome)
                self._wins[name].append(win)
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
        self._display.show(self.num_timesteps, rate, figures)
        if self.num_timesteps - self._last_snapshot >= self._snapshot_every:
            self._last_snapshot = self.num_timesteps
            self._opponents.take_snapshot()
        if self.num_timesteps - self._last_checkpoint >= self._checkpoint_every:
            self.save_checkpoint()

    def _on_training_end(self) -> None:
        self.close()

    def save_checkpoint(self) -> None:
        """Write model and snapshots; older files are only replaced by whole new ones."""
        self._last_checkpoint = self.num_timesteps
        with replacing(self._folder.checkpoint) as temporary:
            self.model.save(temporary)
        self._opponents.save(self._folder.snapshots)

    def close(self) -> None:
        """Give the terminal back."""
        self._display.stop()

    def _figures(self) -> dict[str, float]:
        figures = {f"win_share_{name}": np.mean(wins) for name, wins in self._wins.items()}
        everything = [outcome for outcomes in self._outcomes.values() for outcome in outcomes]
        if everything:
            figures["mean_outcome"] = np.mean(everything)
        return {name: round(float(value), 4) for name, value in sorted(figures.items())}


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.fields['rate']:,.0f} steps/s")


class _Display:
    """A progress bar on a terminal, a line now and then in a log."""

    def __init__(self, console: Console, total_steps: int):
        self._console = console
        self._total = total_steps
        self._last_line = time.monotonic()
        self._progress = Progress(
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} steps"),
            BarColumn(bar_width=20),
            _Rate(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[figures]}"),
            console=console,
        )
        self._task = self._progress.add_task("", total=total_steps, rate=0.0, figures="")

    def start(self, steps: int) -> None:
        self._progress.update(self._task, completed=steps)
        if self._console.is_terminal:
            self._progress.start()

    def show(self, steps: int, rate: float, figures: Mapping[str, float]) -> None:
        if self._console.is_terminal:
            self._progress.update(self._task, completed=steps, rate=rate, figures=_words(figures))
        elif time.monotonic() - self._last_line > _PLAIN_INTERVAL_S:
            self._last_line = time.monotonic()
            left = (self._total - steps) / rate
            self._console.print(
                f"{steps:,} of {self._total:,} steps, {rate:,.0f} steps/s, {left:.0f} s left, "
                + _words(figures)
            )

    def stop(self) -> None:
        if self._progress.live.is_started:
            self._progress.stop()


def _words(figures: Mapping[str, float]) -> str:
    prefix = "win_share_"
    shares = [
        f"{name.removeprefix(prefix)} {value:.0%}"
        for name, value in figures.items()
        if name.startswith(prefix)
    ]
    outcome = figures.get("mean_outcome")
    if outcome is None:
        return "no game has ended yet"
    return f"mean outcome {outcome:+.2f}, win share against {', '.join(shares)}"
