"""Metrics of a run's recent games and last update, for the display and for files."""

from collections import defaultdict, deque
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import numpy as np

from hofspiele.envs.core.text.tables import percentage
from hofspiele.training.cli.progress import Display
from hofspiele.training.runs.curve import WIN_SHARE, append_metrics
from hofspiele.training.selfplay.league import League
from hofspiele.training.selfplay.vec_env import EndedGames

# Number of recent games per opponent or seat whose results are averaged.
_WINDOW = 1000


class RecentGames:
    """Win shares by opponent and outcomes by seat, averaged over recent games."""

    def __init__(self) -> None:
        window = partial(deque[float], maxlen=_WINDOW)
        self._wins: defaultdict[str, deque[float]] = defaultdict(window)
        self._outcomes: defaultdict[int, deque[float]] = defaultdict(window)

    def record(self, opponent: str, seat: int, outcome: float, win: float) -> None:
        """Add a game; `seat`, `outcome` and `win` (share of the win) are the learner's."""
        self._wins[opponent].append(win)
        self._outcomes[seat].append(outcome)

    def metrics(self) -> dict[str, float]:
        """Return means by name. Opponents and seats without games are omitted."""
        metrics = {f"{WIN_SHARE}{name}": float(np.mean(wins)) for name, wins in self._wins.items()}
        every_seat = [outcome for outcomes in self._outcomes.values() for outcome in outcomes]
        if every_seat:
            metrics["mean_outcome"] = float(np.mean(every_seat))
        for seat, outcomes in self._outcomes.items():
            metrics[f"outcome_seat_{seat}"] = float(np.mean(outcomes))
        return metrics


def update_metrics(logged: Mapping[str, float]) -> dict[str, float]:
    """Return entropy and explained variance of the last update, or {} before the first."""
    if "train/entropy_loss" not in logged:
        return {}
    return {
        "entropy": -logged["train/entropy_loss"],
        "explained_variance": logged["train/explained_variance"],
    }


def summary(metrics: Mapping[str, float]) -> str:
    """Return the mean outcome and the win shares in words."""
    shares = [
        f"{name.removeprefix(WIN_SHARE)} {percentage(value, 0)}"
        for name, value in metrics.items()
        if name.startswith(WIN_SHARE)
    ]
    outcome = metrics.get("mean_outcome")
    if outcome is None:
        return "no game has ended yet"
    return f"mean outcome {outcome:+.2f}, win share against {', '.join(shares)}"


class Reporter:
    """Appends the metrics of each rollout to the file `curve` and displays them."""

    def __init__(self, league: League, curve: Path, display: Display):
        self._league = league
        self._curve = curve
        self._display = display
        self._recent = RecentGames()

    def record(self, ended: EndedGames) -> None:
        """Add games of the learner to the metrics and to the league's results."""
        for opponent, seat, outcome, win in zip(*ended, strict=True):
            self._recent.record(self._league.agents[opponent].name, seat, outcome, win)
            self._league.record_result(opponent, win)

    def report(self, steps: int, update: dict[str, float]) -> dict[str, float]:
        """Write and display the metrics after `steps`; return them by TensorBoard names."""
        rate = self._display.rate(steps)
        all_metrics = self._recent.metrics() | self._league.metrics() | update
        metrics = {name: round(value, 4) for name, value in sorted(all_metrics.items())}
        append_metrics(self._curve, {"steps": steps, "steps_per_second": round(rate, 1), **metrics})
        self._display.show(steps, summary(metrics))
        logged = {f"games/{name}": value for name, value in metrics.items()}
        return {**logged, "time/steps_per_second": rate}
