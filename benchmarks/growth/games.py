"""Charts of decisions per second over the number of games or players, and of memory per game."""

import subprocess
import sys
from collections.abc import Sequence

from benchmarks.charts import Chart
from benchmarks.growth.bends import Line, bending, fit, fit_groups, short
from benchmarks.many_games import mixed_games, table_like, that_fit
from benchmarks.measure import Contender, Show, Spread, exactly, ratio, take_turns
from benchmarks.ours import NUM_PLAYERS, TABLE_GAMES, OurGame, play_on
from hofspiele.envs.core.batch import bytes_per_game
from hofspiele.envs.core.registry import spec_of

# Numbers of games that are also played with several threads. Fewer games are far slower with
# threads, and more games give the same results.
_SHARED = range(100, 10**5 + 1)


def over_games(
    games: Sequence[OurGame],
    numbers: Sequence[int],
    cores: int,
    rounds: int,
    seconds: float,
    show: Show,
) -> tuple[Chart, Chart]:
    """Return charts of the speed of one thread, and of `cores` threads relative to one."""
    alone, shared, sizes = [], [], []
    for ours in games:
        game = ours.make()
        source = mixed_games(game)
        fitting = that_fit(game, numbers)
        several = [number for number in fitting if number in _SHARED]
        ways = sorted({*((n, 1) for n in fitting), *((n, cores) for n in several)})
        contenders = [
            Contender(f"{ours.name}, {n:,} games, {t} threads", play_on(table_like(source, n, t)))
            for n, t in ways
        ]
        rates = dict(zip(ways, take_turns(contenders, rounds, seconds, show).values(), strict=True))
        del contenders  # Their tables would leave no memory for the next game.
        spreads = [rates[number, 1].spread for number in fitting]
        one = fit_groups(fitting, spreads)
        costs = "a step takes {fixed}s, plus {each}s for each game"
        alone.append(bending(ours.title, fitting, spreads, one, costs))
        fastest = fitting[spreads.index(max(spreads))]
        sizes.append(f"{short(fastest * bytes_per_game(game))}B ({ours.title})")

        many = fit_groups(several, [rates[number, cores].spread for number in several])
        # On a busy machine, threads may save nothing.
        more, less = max(many.fixed - one.fixed, 0.0), max(one.each - many.each, 0.0)
        line = Line(more, less, max(one.error, many.error))
        ratios = [ratio(rates[number, cores], rates[number, 1]) for number in several]
        percent = [Spread(*(100 * value for value in times)) for times in ratios]
        costs = "a step takes {fixed}s more than with one thread, and {each}s less for each game"
        shared.append(bending(ours.title, several, percent, line, costs))
    return Chart(
        "games on the table",
        "decisions/s on one thread",
        alone,
        "Each step has a fixed cost: Python checks the actions and calls compiled code. Each game "
        "adds its own cost. The curve bends where the costs of all games add up to the fixed cost: "
        "with fewer games, the rate grows almost in proportion to their number; with more games, "
        "it can at most double. It can fall again when positions, masks and observations no longer "
        "fit into the processor's caches: the tables with the highest rates take "
        f"{', '.join(sizes)}.",
    ), Chart(
        "games on the table",
        f"speed of {cores} threads, % of one thread",
        shared,
        "With several threads, a step also wakes the other threads and waits for the last one. "
        "Where this costs as much as the threads save, the speed is that of one thread (100 %).",
        y_scale="linear",
    )


def over_players(games: Sequence[OurGame], rounds: int, seconds: float, show: Show) -> Chart:
    """Return the chart of decisions per second over the number of players."""
    curves = []
    for ours in games:
        counts = list(spec_of(ours.name).options[0].allowed or ())
        tables = [table_like(mixed_games(ours.make(count)), TABLE_GAMES) for count in counts]
        contenders = [
            Contender(f"{ours.name}, {table.game.num_players} players", play_on(table))
            for table in tables
        ]
        spreads = [rate.spread for rate in take_turns(contenders, rounds, seconds, show).values()]
        line = fit(counts, [1 / spread.value for spread in spreads])
        costs = "a decision takes {fixed}s, plus {each}s for each player"
        curves.append(bending(ours.title, counts, spreads, line, costs))
    return Chart(
        "players",
        "decisions/s on one thread",
        curves,
        f"Tables of {TABLE_GAMES:,} games. Rules, scoring and observations go through all seats, "
        "and the rest of a decision costs the same for any number of players. The curve bends "
        "where both costs are equal. The mix of decisions also depends on the number of players.",
        x_scale="linear",
        y_scale="linear",
    )


def memory(games: Sequence[OurGame], numbers: Sequence[int], show: Show) -> Chart:
    """Return the chart of a new process's memory per game over the number of games."""
    curves = []
    for ours in games:
        show(f"memory of {ours.name}")
        game = ours.make()
        fitting = that_fit(game, numbers)
        program = ["-m", "benchmarks.many_games", ours.name, str(NUM_PLAYERS), *map(str, fitting)]
        printed = subprocess.check_output([sys.executable, *program], text=True)
        used = [int(line) for line in printed.split()]
        each = [exactly(taken / number) for number, taken in zip(fitting, used, strict=True)]
        arrays = short(bytes_per_game(game))
        costs = f"a process takes {{fixed}}B, plus {{each}}B for each game ({arrays}B in arrays)"
        curves.append(bending(ours.title, fitting, each, fit(fitting, used), costs))
    return Chart(
        "games on the table",
        "memory per game, bytes",
        curves,
        "A process holds Python, its packages and the compiled code of the game once, and the "
        "arrays of each game. The curve bends where both take the same memory; with more games, "
        "the memory per game approaches that of the arrays.",
    )
