"""Bends, tables of many games, and the page of `python -m benchmarks growth`."""

import math
import sys

import numpy as np
import pytest

from benchmarks import many_games
from benchmarks.charts import Chart, write_page
from benchmarks.growth import games
from benchmarks.growth.bends import Line, bending, fit, fit_groups, short
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


def test_costs_are_never_negative():
    assert fit([1, 2, 3], [3.0, 2.0, 1.0]).each == 0.0
    assert fit([1, 2, 3], [3.0, 2.0, 1.0]).bend == math.inf
    assert fit([1, 2, 3], [1.0, 3.0, 6.0]).fixed == 0.0


def test_error_of_a_line_is_the_largest_deviation():
    line = fit([1, 2, 3], [1.0, 2.2, 3.0])
    costs = line.fixed + line.each * np.array([1, 2, 3])
    assert line.error == pytest.approx(np.abs(np.array([1.0, 2.2, 3.0]) / costs - 1).max())


def test_costs_of_groups_are_fitted_up_to_the_highest_rate():
    sizes = [1, 10, 100, 1000]
    rates = [exactly(size / (6.0 + 0.5 * size)) for size in sizes[:3]]
    assert fit_groups(sizes, [*rates, exactly(0.1)]) == pytest.approx((6.0, 0.5, 0.0))


@pytest.mark.parametrize(
    ("line", "bend", "where"),
    [
        (Line(6e-6, 5e-7, 0.02), 12.0, "both parts are equal at 12."),
        (Line(6e-6, 0.0, 0.02), None, "the fixed part is always larger."),
        (Line(0.0, 5e-7, 0.02), None, "the part that grows is always larger."),
    ],
)
def test_curves_say_where_they_bend(line, bend, where):
    spreads = [exactly(value) for value in (1e3, 3.6472e6, 2e6)]
    curve = bending("ours", [1, 1000, 3000], spreads, line, "{fixed}s and {each}s for each")
    assert curve.bend == pytest.approx(bend)
    costs = f"{short(line.fixed)}s and {short(line.each)}s for each (± 2 %)"
    measured = "Measured: 1 k at 1, 3.65 M at 1,000, 2 M at 3,000."
    assert curve.text == f"{costs}; {where} {measured}"


def test_bends_are_rounded_to_two_digits():
    curve = bending("", [1, 10**5], [exactly(1.0)] * 2, Line(15_432.1, 1.0, 0.0), "")
    assert "both parts are equal at 15,000." in curve.text


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
    memory = 120 * bytes_per_game(GAME) / many_games._SHARE
    monkeypatch.setattr(many_games, "machine_bytes", lambda: memory)
    assert that_fit(GAME, [1, 10, 100, 1000]) == [1, 10, 100]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux reports the memory of a process")
def test_memory_of_a_process_grows_by_the_arrays_of_its_games():
    numbers = [1, 10_000]
    (curve,) = games.memory(GAMES[1:2], numbers, lambda _: None).curves
    one, many = (number * spread.value for number, spread in zip(numbers, curve.y, strict=True))
    assert many - one == pytest.approx(9999 * bytes_per_game(GAMES[1].make()), rel=0.1)


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_page_shows_and_explains_every_chart(tmp_path, scale):
    spreads = [Spread(float(n), n / 2, n * 2.0) for n in (1, 10, 100)]
    curve = bending("ours", [1, 10, 1000], spreads, Line(100.0, 1.0, 0.0), "costs")
    chart = Chart("games", "decisions/s", [curve], "Why.", scale, scale)
    page = write_page(tmp_path / "new" / "folder", "Growth", ["how it was measured"], [chart] * 2)
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Growth\n\n- how it was measured\n")
    for number in (1, 2):
        shown = f"![decisions/s over games](growth_{number}.svg)\n\nWhy.\n\n- ours: {curve.text}\n"
        assert f"\n## decisions/s over games\n\n{shown}" in text
        assert "decisions/s</text>" in (page.parent / f"growth_{number}.svg").read_text("utf-8")
