"""Bends, tables of many games, and the page of `python -m benchmarks growth`."""

import math
import subprocess
import sys

import numpy as np
import pytest
from matplotlib import pyplot as plt

from benchmarks import limits, many_games
from benchmarks.charts import Chart, Curve, _on_line, write_page
from benchmarks.growth.bends import about, crossing, fit, rising, within
from benchmarks.growth.threads import thread_counts
from benchmarks.many_games import mixed_games, table_like, that_fit
from benchmarks.measure import Spread, exactly
from benchmarks.ours import GAMES, play_on
from hofspiele.envs.core import Table
from hofspiele.envs.core.batch import bytes_per_game

GAME = GAMES[0].make()


@pytest.fixture(scope="module")
def mixed():
    return mixed_games(GAME)


def test_bend_is_where_both_costs_are_equal():
    numbers = np.array([1, 10, 100, 1000])
    line = fit(numbers, 6.0 + 0.5 * numbers)
    assert line == pytest.approx((6.0, 0.5, 0.0))
    assert line.bend == pytest.approx(12.0)
    assert within(line.bend, numbers) == line.bend
    assert within(line.bend, [20, 30]) is None


def test_costs_are_never_negative():
    assert fit([1, 2, 3], [3.0, 2.0, 1.0]).each == 0.0
    assert fit([1, 2, 3], [3.0, 2.0, 1.0]).bend == math.inf
    assert fit([1, 2, 3], [1.0, 3.0, 6.0]).fixed == 0.0


def test_error_of_a_line_is_the_largest_deviation():
    line = fit([1, 2, 3], [1.0, 2.2, 3.0])
    costs = line.fixed + line.each * np.array([1, 2, 3])
    assert line.error == pytest.approx(np.abs(np.array([1.0, 2.2, 3.0]) / costs - 1).max())


def test_values_rise_up_to_the_highest():
    assert [1, 3, 2, 2][rising([1, 3, 2, 2])] == [1, 3]


def test_crossing_is_interpolated_on_a_logarithmic_scale():
    assert crossing([10, 1000], [0.5, 1.5], 1.0) == pytest.approx(100.0)
    assert crossing([10, 1000], [1.5, 0.5], 1.0) == pytest.approx(10.0)
    assert crossing([10, 1000], [0.5, 0.7], 1.0) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.01234, "0.012"), (9.96, "10"), (15_432.1, "15,000"), (0.0, "0"), (math.inf, "none")],
)
def test_numbers_have_two_digits(value, text):
    assert about(value) == text


def test_games_of_a_mixed_table_are_in_all_stages(mixed):
    assert len(np.unique(mixed.deals)) > 3
    assert len(np.unique(mixed.observations, axis=0)) > 900


@pytest.mark.parametrize("num_games", [1, 7, 2500])
def test_a_table_repeats_the_games_of_another(mixed, num_games):
    table = table_like(mixed, num_games)
    for name in Table.__annotations__:
        expected = getattr(mixed, name)[np.arange(num_games) % mixed.num_games]
        np.testing.assert_array_equal(getattr(table, name), expected)
    assert play_on(table)() == 50_000 // num_games * num_games


def test_more_games_than_a_round_has_decisions_are_stepped_once(mixed):
    assert play_on(table_like(mixed, 60_000))() == 60_000


def test_tables_that_do_not_fit_together_are_left_out(monkeypatch):
    free = 120 * bytes_per_game(GAME) / many_games._SHARE
    monkeypatch.setattr(many_games, "_free_bytes", lambda: free)
    assert that_fit(GAME, [1, 10, 100, 1000]) == [1, 10, 100]


_ADDED_BYTES = """
import numpy as np
from benchmarks.many_games import process_bytes
before = process_bytes()
array = np.ones(2**26, np.uint8)
print(process_bytes() - before)
"""


def test_memory_of_the_process_is_that_of_its_arrays():
    # In this process, the array could get memory that earlier tests have freed.
    program = [sys.executable, "-c", _ADDED_BYTES]
    added = int(subprocess.run(program, check=True, stdout=subprocess.PIPE).stdout)
    assert added == pytest.approx(2**26, rel=0.1)


def test_thread_counts_end_with_the_number_of_cores():
    assert [thread_counts(cores) for cores in (2, 6, 8)] == [[1, 2], [1, 2, 4, 6], [1, 2, 4, 8]]


def test_copies_count_what_is_read_and_written():
    assert limits.copying(2**20)() == 2**27
    assert limits.copying(2**28)() == 2**28


@pytest.mark.parametrize(("scale", "y"), [("linear", 55.0), ("log", 10**1.5)])
def test_bends_lie_on_the_drawn_line(scale, y):
    figure, axes = plt.subplots()
    axes.set(xscale="log", yscale=scale)
    curve = Curve("", [10, 1000], [exactly(10.0), exactly(100.0)])
    assert _on_line(axes, curve, 100.0) == pytest.approx((100.0, y))
    plt.close(figure)


def test_page_shows_and_explains_every_chart(tmp_path):
    spreads = [Spread(float(n), n / 2, n * 2.0) for n in (1, 10, 100)]
    ours = Curve("ours", [1, 10, 1000], spreads, bend=100.0)
    bound = Curve("bound", [1, 10, 1000], spreads, is_limit=True)
    charts = [
        Chart("a.png", "Over games", "games", "decisions/s", [ours, bound], "Why.", "xy"),
        Chart("b.png", "Over players", "players", "decisions/s", [ours], "And why.", ""),
    ]
    page = write_page(tmp_path / "new" / "folder", "Growth", ["how it was measured"], charts)
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Growth\n\n- how it was measured\n")
    for chart in charts:
        assert f"## {chart.title}\n\n![{chart.title}]({chart.file})\n\n{chart.text}\n" in text
        assert (page.parent / chart.file).read_bytes().startswith(b"\x89PNG")
