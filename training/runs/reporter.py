"""Reports of each rollout: on the display, in the curve, and for other logs."""

import time
from pathlib import Path

from hofspiele.training.cli.progress import Display
from hofspiele.training.runs.curve import append_figures
from hofspiele.training.runs.figures import RecentGames, summary
from hofspiele.training.selfplay.league import League
from hofspiele.training.selfplay.vec_env import EndedGames


class Reporter:
    """A writer of the figures of each rollout, which also shows them.

    Args:
        league: the league in which the policy learns.
        curve: the file to append to.
        display: the display of the steps.
    """

    def __init__(self, league: League, curve: Path, display: Display):
        self._league = league
        self._curve = curve
        self._display = display
        self._recent = RecentGames()

    def start(self, steps: int) -> None:
        """Start at a number of finished steps."""
        self._started = time.monotonic()
        self._first_step = steps
        self._display.start(steps)

    def record(self, ended: EndedGames) -> None:
        """Count games of the learner."""
        for opponent, *game in zip(*ended, strict=True):
            self._recent.record(self._league.agents[opponent].name, *game)

    def report(self, steps: int, update: dict[str, float]) -> dict[str, float]:
        """Write and show the figures at a number of steps.

        Args:
            steps: steps of the run so far.
            update: figures of the last update.

        Returns:
            The figures by the names that logs use.
        """
        rate = (steps - self._first_step) / (time.monotonic() - self._started)
        all_figures = self._recent.figures() | self._league.figures() | update
        figures = {name: round(value, 4) for name, value in sorted(all_figures.items())}
        append_figures(self._curve, {"steps": steps, "steps_per_second": round(rate, 1), **figures})
        self._display.show(steps, rate, summary(figures))
        logged = {f"games/{name}": value for name, value in figures.items()}
        return {**logged, "time/steps_per_second": rate}
