"""The figures of a run: results of its recent games and of its last update."""

from collections import defaultdict, deque
from collections.abc import Mapping

import numpy as np

# The prefix of opponents' names.
WIN_SHARE = "win_share_"
# The number of games per opponent and seat over which outcomes and win shares are averaged.
_WINDOW = 1000


class RecentGames:
    """Win shares by opponent and outcomes by seat over recent games."""

    def __init__(self) -> None:
        self._wins: defaultdict[str, deque[float]] = defaultdict(_window)
        self._outcomes: defaultdict[int, deque[float]] = defaultdict(_window)

    def record(self, opponent: str, seat: int, outcome: float, win: float) -> None:
        """Count a game of the learner.

        Args:
            opponent: name of the agent on the other seats.
            seat: the learner's seat.
            outcome: its utility.
            win: its share of the win.
        """
        self._wins[opponent].append(win)
        self._outcomes[seat].append(outcome)

    def figures(self) -> dict[str, float]:
        """Return means by name; opponents and seats without a game are omitted."""
        figures = {f"{WIN_SHARE}{name}": float(np.mean(wins)) for name, wins in self._wins.items()}
        every_seat = [outcome for outcomes in self._outcomes.values() for outcome in outcomes]
        if every_seat:
            figures["mean_outcome"] = float(np.mean(every_seat))
        for seat, outcomes in self._outcomes.items():
            figures[f"outcome_seat_{seat}"] = float(np.mean(outcomes))
        return figures


def update_figures(logged: Mapping[str, float]) -> dict[str, float]:
    """Return the logged values of the last update, empty before the first one."""
    if "train/entropy_loss" not in logged:
        return {}
    return {
        "entropy": -logged["train/entropy_loss"],
        "explained_variance": logged["train/explained_variance"],
    }


def summary(figures: Mapping[str, float]) -> str:
    """Return a short text with the most important figures."""
    shares = [
        f"{name.removeprefix(WIN_SHARE)} {value:.0%}"
        for name, value in figures.items()
        if name.startswith(WIN_SHARE)
    ]
    outcome = figures.get("mean_outcome")
    if outcome is None:
        return "no game has ended yet"
    return f"mean outcome {outcome:+.2f}, win share against {', '.join(shares)}"


def _window() -> deque[float]:
    return deque(maxlen=_WINDOW)
