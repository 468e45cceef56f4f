"""Growth of rates and memory with the number of games, players, threads, samples and weights."""

import sys

from benchmarks.growth import learning, memory, play, threads
from benchmarks.measure import Show
from benchmarks.ours import NUM_PLAYERS
from benchmarks.report import Finding, Part
from hofspiele.envs.agents import usable_cores

_NUMBERS = (*(m * 10**power for power in range(6) for m in (1, 3)), 10**6)
_ROUNDS, _LEARNING_ROUNDS = 5, 3
_SECONDS = 0.2

_NOTES = [
    f"Games: tables of {NUM_PLAYERS} players, one thread, uniformly random legal actions, masks "
    "and observations written at each decision; the games on a table are in all stages.",
    f"Medians of {_ROUNDS} rounds of at least {_SECONDS} s each in turns, of learning "
    f"{_LEARNING_ROUNDS} rounds of one rollout; shaded areas reach from the lowest to the highest.",
    "A bend is computed from the measured values: where a fixed cost equals the cost that grows. "
    "The last column of these tables says how well such a sum fits.",
]


def measure(show: Show, *, quick: bool = False) -> Part:
    """Measure all charts; few points in one short round if `quick`."""
    rounds, seconds, numbers = (1, 0.0, _NUMBERS[2:9:3]) if quick else (_ROUNDS, _SECONDS, _NUMBERS)
    part = Part("Growth", notes=_NOTES)
    charts, part.missing = play.over_games(numbers, rounds, seconds, show)
    charts.append(play.over_players(rounds, seconds, show))
    if (cores := usable_cores()) > 1:
        several = [number for number in numbers if 10 <= number <= 10**5]
        charts += threads.over_threads(cores, several, rounds, seconds, show)
    else:
        part.missing.append("threads can't be measured: this process may use one core")
    charts += learning.over_size_and_width(1 if quick else _LEARNING_ROUNDS, show, quick=quick)
    if sys.platform == "linux":
        charts.append(memory.over_games(numbers, show))
    else:
        part.missing.append("memory can't be measured: only Linux reports that of a process")
    part.charts = charts
    part.findings = [
        Finding(f"{curve.name} over {chart.x_label}, highest", max(curve.y), "/s")
        for chart in charts
        if chart.y_label.endswith("/s")
        for curve in chart.curves
    ]
    return part
