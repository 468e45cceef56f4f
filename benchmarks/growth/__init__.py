"""Growth of rates and memory with the number of games, players, samples and weights."""

import sys

from benchmarks.growth import games, learning
from benchmarks.measure import Show
from benchmarks.ours import NUM_PLAYERS, measured_games
from benchmarks.report import Finding, Part
from hofspiele.envs.agents import usable_cores

_NUMBERS = (*(m * 10**power for power in range(6) for m in (1, 3)), 10**6)
_ROUNDS = 3
_SECONDS = 0.1

_NOTES = [
    f"Games: tables of {NUM_PLAYERS} players in all stages of the game; actions are uniformly "
    "random legal ones, and masks and observations are written at each decision. The largest "
    "tables are left out if all of them together would take more than half of the machine's "
    "memory.",
    f"Learning: `hofspiele train` with num_players={NUM_PLAYERS}, algorithm.n_steps=8 and the "
    "varied setting, otherwise with default values; playing and learning take turns on one core.",
    f"Medians of {_ROUNDS} alternating rounds of at least {_SECONDS} s each; shaded areas reach "
    "from the lowest to the highest value.",
    "A curve bends (circle) where a fixed cost equals a cost that grows. Both are fitted to the "
    "measured values (for games and batch sizes, only up to the highest rate); ± is the "
    "largest relative distance of a value from the fit.",
]


def measure(show: Show, *, quick: bool = False) -> Part:
    """Measure all charts; few points of one game in one short round if `quick`."""
    rounds, seconds, numbers = (1, 0.0, _NUMBERS[2:9:3]) if quick else (_ROUNDS, _SECONDS, _NUMBERS)
    part = Part("Growth", notes=_NOTES)
    ours = measured_games(quick=quick)
    cores = usable_cores()
    alone, shared = games.over_games(ours, numbers, cores, rounds, seconds, show)
    part.charts = [alone, games.over_players(ours, rounds, seconds, show)]
    if cores > 1:
        part.charts.append(shared)
    else:
        part.missing.append("threads can't be measured: this process may use only one core")
    part.charts += learning.over_size_and_width(ours, rounds, seconds, show, quick=quick)
    if sys.platform == "linux":
        part.charts.append(games.memory(ours, numbers[::2], show))
    else:
        part.missing.append("memory can't be measured: only Linux reports the memory of a process")
    part.findings = [
        Finding(f"{curve.name}: {chart.title}, highest", max(curve.y), "")
        for chart in part.charts
        for curve in chart.curves
    ]
    return part
