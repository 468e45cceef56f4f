"""Decisions per second over the number of games, their memory, and the number of players."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.charts import Chart, Curve, markdown_table
from benchmarks.growth.bends import Line, about, fit, rising, table_of_bends, within
from benchmarks.limits import copying
from benchmarks.many_games import mixed_games, table_like, that_fit
from benchmarks.measure import Contender, Rates, Show, Spread, take_turns
from benchmarks.ours import GAMES, TABLE_GAMES, play_on
from hofspiele.envs.core.batch import bytes_per_game
from hofspiele.envs.core.registry import spec_of

_MIB = 2**20
# Numbers of bytes that the loop copies, from the size of a first cache to more than a last one.
_COPIED = [2**power for power in range(15, 30, 2)]


def over_games(
    numbers: Sequence[int], rounds: int, seconds: float, show: Show
) -> tuple[list[Chart], list[str]]:
    """Return charts over the number of games and over their memory, and what did not fit."""
    curves, lines, missing = [], {}, []
    for ours in GAMES:
        game = ours.make()
        source = mixed_games(game)
        fitting = that_fit(game, numbers)
        missing += [
            f"{ours.title}: {number:,} games don't fit into the free memory"
            for number in numbers[len(fitting) :]
        ]
        contenders = [
            Contender(f"{ours.name}, {number:,} games", play_on(table_like(source, number)))
            for number in fitting
        ]
        rates = list(take_turns(contenders, rounds, seconds, show).values())
        line = _line(fitting, rates)
        lines[ours.title] = line, line.bend
        spreads = [rate.spread for rate in rates]
        curves.append(Curve(ours.title, fitting, spreads, within(line.bend, fitting)))
        del contenders  # Its tables would leave no memory for the next game.
    return [
        _games_chart(curves, lines),
        _memory_chart(curves, _copied(rounds, seconds, show)),
    ], missing


def _line(numbers: Sequence[int], rates: Sequence[Rates]) -> Line:
    """Fit a line to the time of a step by number of games, up to the highest rate."""
    values = np.array([rate.spread.value for rate in rates])
    part = rising(values)
    return fit(numbers[part], (numbers / values)[part])


def _games_chart(curves: Sequence[Curve], lines: dict[str, tuple[Line, float]]) -> Chart:
    table = table_of_bends("µs per step", "µs per decision", "bend at games", lines, (1e-6, 1e-6))
    kept = ", ".join(f"{c.name} {100 * c.values[0] / c.values.max():.0f} %" for c in curves)
    return Chart(
        "games.png",
        "Decisions per second over the number of games",
        "games on the table",
        "decisions/s",
        curves,
        "A step of a table has a fixed cost: Python calls two compiled loops, checks the actions "
        "and returns. It is the same for one game and for many. The games then cost the same time "
        "each. The bend (circle) is where both are equal: with fewer games most of the time is "
        "call overhead, and the rate grows almost in proportion to their number; from there on, "
        "more games can at most double the rate. The costs are fitted to the measured steps up to "
        f"the highest rate:\n\n{table}\n\n"
        f"Rate of a single game, as a share of the highest rate: {kept}.",
        log="xy",
    )


def _memory_chart(curves: Sequence[Curve], copied: Curve) -> Chart:
    """Return the chart of rates over the memory of the table, starting at each curve's bend."""
    shares, rows = [], [("", "highest rate at", "falls below 90 % at", "at the largest table")]
    for ours, curve in zip(GAMES, curves, strict=True):
        mib = bytes_per_game(ours.make()) / _MIB
        first = int(np.searchsorted(curve.x, curve.bend or 0))
        memory = [mib * number for number in curve.x[first:]]
        shares.append(Curve(curve.name, memory, curve.y[first:]))
    relative = []
    for curve in [*shares, copied]:
        highest = curve.values.max()
        spreads = [Spread(*(100 * value / highest for value in spread)) for spread in curve.y]
        relative.append(Curve(curve.name, curve.x, spreads, is_limit=curve is copied))
        values = relative[-1].values
        peak = int(values.argmax())
        below = [x for x, value in zip(curve.x[peak:], values[peak:], strict=True) if value < 90]
        rows.append(
            (
                curve.name,
                f"{about(curve.x[peak])} MiB",
                f"{about(below[0])} MiB" if below else "never",
                f"{values[-1]:.0f} % ({about(curve.x[-1])} MiB)",
            )
        )
    marks = {f"L{level}": size / _MIB for level, size in _caches()}
    sizes = ", ".join(f"L{level} {about(size / _MIB)} MiB" for level, size in _caches())
    return Chart(
        "caches.png",
        "Decisions per second over the memory of the table",
        "memory of all games, MiB",
        "share of the highest rate, %",
        relative,
        "The same measurement over the memory of the tables, from the bend above on. Every step "
        "reads and writes the positions, masks and observations of all games. Once they no longer "
        "fit into a cache, they come from the next slower memory"
        + (f" (dotted lines: caches of a core, {sizes})" if sizes else "")
        + ". The dashed line is a loop that only copies memory: it shows how much slower the "
        "memory alone becomes. Tables also compute, so they need not lose as much.\n\n"
        + markdown_table(rows),
        marks=marks,
    )


def _copied(rounds: int, seconds: float, show: Show) -> Curve:
    contenders = [Contender(f"copying {size:,} bytes", copying(size)) for size in _COPIED]
    rates = take_turns(contenders, rounds, seconds, show)
    spreads = [rate.spread for rate in rates.values()]
    return Curve("only copying memory", [size / _MIB for size in _COPIED], spreads)


def _caches() -> Iterator[tuple[str, int]]:
    """Yield level and bytes of the caches of a core above the first, as far as Linux lists them."""
    for file in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*/size")):
        kind, level, size = (
            file.with_name(name).read_text().strip() for name in ("type", "level", "size")
        )
        if kind != "Instruction" and level != "1" and size.endswith("K"):
            yield level, 1024 * int(size.removesuffix("K"))


def over_players(rounds: int, seconds: float, show: Show) -> Chart:
    """Return the chart over the number of players."""
    games = {
        (ours.title, count): ours.make(count)
        for ours in GAMES
        for count in spec_of(ours.name).options[0].allowed or ()
    }
    contenders = [
        Contender(f"{title}, {count} players", play_on(table_like(mixed_games(game), TABLE_GAMES)))
        for (title, count), game in games.items()
    ]
    rates = list(take_turns(contenders, rounds, seconds, show).values())
    curves = []
    rows = [("", "players", "time of a decision", "numbers in an observation", "bytes of a game")]
    for ours in GAMES:
        counts = [count for title, count in games if title == ours.title]
        spreads = [
            rate.spread
            for (title, _), rate in zip(games, rates, strict=True)
            if title == ours.title
        ]
        curves.append(Curve(ours.title, counts, spreads))
        few, many = (games[ours.title, count] for count in (counts[0], counts[-1]))
        rows.append(
            (
                ours.title,
                f"{counts[-1]} instead of {counts[0]}",
                f"× {spreads[0].value / spreads[-1].value:.2f}",
                f"{few.layout.size} → {many.layout.size}",
                f"{bytes_per_game(few):,} → {bytes_per_game(many):,}",
            )
        )
    return Chart(
        "players.png",
        "Decisions per second over the number of players",
        "players",
        "decisions/s",
        curves,
        f"Tables of {TABLE_GAMES} games. A decision writes one observation, that of the next "
        "deciding player, so its size hardly depends on the number of players. What grows is the "
        "work of the rules on the seats: each observation and each scoring goes through all of "
        "them. Fewer players also make other games, with another mix of decisions.\n\n"
        + markdown_table(rows),
        log="",
    )
