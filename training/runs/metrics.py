"""Metrics of a run's recent games, for the display and for logs."""

from collections import defaultdict, deque
from functools import partial

import numpy as np
from stable_baselines3.common.logger import Logger

from hofspiele.envs.core.text.tables import percentage
from hofspiele.training.cli.progress import Display
from hofspiele.training.runs.curve import WIN_SHARE
from hofspiele.training.selfplay.league import League
from hofspiele.training.selfplay.vec_env import EndedGames

# Number of recent games per opponent or seat whose results are averaged.
_WINDOW = 1000
_MEAN_OUTCOME = "games/mean_outcome"


class Reporter:
    """Logs and displays win shares by opponent and outcomes by seat, averaged over recent games."""

    def __init__(self, league: League, display: Display):
        self._league = league
        self._display = display
        window = partial(deque[float], maxlen=_WINDOW)
        self._wins: defaultdict[str, deque[float]] = defaultdict(window)
        self._outcomes: defaultdict[int, deque[float]] = defaultdict(window)

    def record(self, ended: EndedGames) -> None:
        """Add games of the learner to the metrics and to the league's results."""
        for opponent, seat, outcome, win in zip(*ended, strict=True):
            self._wins[self._league.agents[opponent].name].append(win)
            self._outcomes[seat].append(outcome)
            self._league.record_result(opponent, win)

    def report(self, logger: Logger, steps: int) -> None:
        """Record the metrics after `steps` with `logger`, and display the most important ones."""
        for name, value in (self.metrics() | self._league.metrics()).items():
            logger.record(name, value)
        self._display.show(steps, self.summary())

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
