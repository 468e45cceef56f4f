"""Speed-up of tables by threads, over the number of threads and over the number of games."""

from collections.abc import Sequence

from benchmarks.charts import Chart, Curve, markdown_table
from benchmarks.growth.bends import about, crossing, fit
from benchmarks.limits import computing
from benchmarks.many_games import mixed_games, table_like
from benchmarks.measure import Contender, Rates, Show, ratio, take_turns
from benchmarks.ours import GAMES, play_on

# Number of games in the chart over threads.
_MANY = 10_000


def thread_counts(cores: int) -> list[int]:
    """Return the powers of two below the number of cores, and that number."""
    return sorted({*(2**power for power in range((cores - 1).bit_length())), cores})


def over_threads(
    cores: int, numbers: Sequence[int], rounds: int, seconds: float, show: Show
) -> list[Chart]:
    """Return charts over the number of threads, and with all cores over the number of games."""
    counts = thread_counts(cores)
    ways = {(n, t) for n in numbers for t in (1, cores)} | {(_MANY, t) for t in counts}
    by_threads, by_games = [], []
    for ours in GAMES:
        source = mixed_games(ours.make())
        contenders = [
            Contender(_name(ours.title, *way), play_on(table_like(source, *way)))
            for way in sorted(ways)
        ]
        rates = take_turns(contenders, rounds, seconds, show)
        of_many = [rates[_name(ours.title, _MANY, t)] for t in counts]
        by_threads.append(_over_counts(ours.title, counts, of_many))
        pairs = [[rates[_name(ours.title, n, t)] for t in (cores, 1)] for n in numbers]
        speed_ups = [ratio(*pair) for pair in pairs]
        bend = crossing(numbers, [spread.value for spread in speed_ups], 1.0)
        by_games.append(Curve(ours.title, numbers, speed_ups, bend))
    limit = list(take_turns(computing(counts), rounds, seconds, show).values())
    by_threads.append(_over_counts("a loop that only computes", counts, limit, is_limit=True))
    return [_threads_chart(by_threads), _games_chart(by_games, cores)]


def _name(title: str, num_games: int, num_threads: int) -> str:
    return f"{title}, {num_games:,} games, {num_threads} threads"


def _over_counts(
    name: str, counts: Sequence[int], rates: Sequence[Rates], *, is_limit: bool = False
) -> Curve:
    return Curve(name, counts, [ratio(rate, rates[0]) for rate in rates], is_limit=is_limit)


def _threads_chart(curves: Sequence[Curve]) -> Chart:
    # Amdahl (1967): the time of a step is ``fixed + each / threads``; threads share only `each`.
    lines = {c.name: fit([1 / count for count in c.x], 1 / c.values) for c in curves}
    rest = [("", "speed-up", "at threads", "time that threads do not shorten")]
    for curve in curves:
        line, best = lines[curve.name], int(curve.values.argmax())
        share = 100 * line.fixed / (line.fixed + line.each)
        rest.append(
            (curve.name, f"× {curve.values[best]:.2f}", f"{curve.x[best]}", f"{share:.0f} %")
        )
    return Chart(
        "threads.png",
        "Speed-up by threads",
        "threads",
        f"speed-up of a table of {_MANY:,} games",
        curves,
        "Each step divides the games between the threads and waits for the last one. Python's part "
        "of a step and waiting are not shortened, and all threads share the memory. The dashed "
        "line is a loop without memory and without steps: what it lacks to a speed-up equal to the "
        "number of threads, the machine lacks (cores that share their units or their clock, other "
        "programs). The last column fits the times to a part that threads share and a rest that "
        f"stays; the curve bends where the rest is most of the time.\n\n{markdown_table(rest)}",
        log="",
    )


def _games_chart(curves: Sequence[Curve], cores: int) -> Chart:
    rows = [("", "as fast as one thread at games", "highest speed-up", "at games")]
    for curve in curves:
        best = int(curve.values.argmax())
        rows.append(
            (
                curve.name,
                "never" if curve.bend is None else about(curve.bend),
                f"× {curve.values[best]:.2f}",
                f"{curve.x[best]:,}",
            )
        )
    return Chart(
        "threads_by_games.png",
        f"Speed-up by {cores} threads over the number of games",
        "games on the table",
        f"speed-up by {cores} threads",
        curves,
        "A step with several threads has a further fixed cost: it hands work to the other threads, "
        "which must wake up, and waits for them. Left of the circle one thread is faster, because "
        "that cost is higher than what the other threads save. The curve flattens where the games "
        f"of a step take much longer than the hand-over.\n\n{markdown_table(rows)}",
        circle="as fast as one thread",
    )
