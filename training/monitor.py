"""What happens beside the learning: figures, display, checkpoints, snapshots."""

import json
import time
from collections import defaultdict, deque
from collections.abc import Mapping

import numpy as np
from rich.console import Console
from stable_baselines3.common.callbacks import BaseCallback

from envs.core.files import replacing
from training.display import Display
from training.opponents import Opponents
from training.run_folder import RunFolder
from training.selfplay import SelfPlayVecEnv

# games over which the shown outcome and win shares are averaged, for each kind of opponent
_WINDOW = 1000


class Monitor(BaseCallback):
    """Writes figures after each rollout, keeps the display alive, saves at the set intervals.

    Attributes:
        steps_learnt: steps of whole rollouts that the policy has learnt from.
    """

    steps_learnt: int

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
        self._display = Display(console, total_steps, "steps")
        self._outcomes: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=_WINDOW))
        self._wins: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=_WINDOW))

    def _on_training_start(self) -> None:
        self._started = time.monotonic()
        self._first_step = self.steps_learnt = self.num_timesteps
        self._last_checkpoint = self._last_snapshot = self.num_timesteps
        self._display.start(self.num_timesteps)

    def _on_rollout_start(self) -> None:
        self.steps_learnt = self.num_timesteps

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
        self._display.show(self.num_timesteps, rate, _words(figures))
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
