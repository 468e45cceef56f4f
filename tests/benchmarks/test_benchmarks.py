import sys

import numpy as np
import pytest

from benchmarks import __main__ as command_line
from benchmarks import measure, ours, peers, speed
from benchmarks.measure import Contender, Rates, Spread, ratio, take_turns
from benchmarks.ours import GAMES, NUM_PLAYERS
from benchmarks.report import print_part
from hofspiele.envs.agents import SearchAgent, Views
from hofspiele.envs.core import Table


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Let each contender of this process play only a few games."""
    monkeypatch.setattr(ours, "DECISIONS", 1000)
    monkeypatch.setattr(ours, "TABLE_GAMES", 64)
    monkeypatch.setattr(ours, "THREAD_GAMES", 128)
    monkeypatch.setattr(speed, "_NUMBERS", 20_000)


def test_contenders_take_turns_after_a_warm_up(monkeypatch):
    order, times = [], iter(range(100))
    monkeypatch.setattr(measure.time, "perf_counter", lambda: next(times))

    def player(name):
        return Contender(name, lambda: order.append(name) or 10)

    rates = take_turns([player("a"), player("b")], 2, 1.5, lambda _: None)
    assert "".join(order) == "ab" + "aabb" * 2
    assert rates == {name: Rates(name, [10.0, 10.0]) for name in ("a", "b")}


def test_ratio_compares_medians_and_has_the_range_of_rounds():
    ours = Rates("ours", [10.0, 30.0, 20.0])
    theirs = Rates("theirs", [5.0, 5.0, 20.0])
    assert ratio(ours, theirs) == Spread(20.0 / 5.0, 1.0, 6.0)


@pytest.mark.parametrize("name", GAMES)
def test_batches_count_decisions_and_simulations(name):
    game = ours.make(name)
    assert ours.play_table(game, num_games=7)() == 1000 // 7 * 7
    assert ours.play_vector(game, num_envs=7)() == 1000 // (7 * NUM_PLAYERS) * 7 * NUM_PLAYERS
    table, rng = Table(game, ours.SEARCHED_GAMES), np.random.default_rng(0)
    views = Views.from_table(table, np.arange(table.num_games), rng, with_states=True)
    thoughts = SearchAgent(ours.SIMULATIONS).think(views, rng)
    assert ours.search_on(game)() == thoughts.simulations.sum() > 0
    for contender in ours.networks(name):
        assert contender.play() == ours.THREAD_GAMES


def test_missing_peers_are_named(monkeypatch):
    for module in ("pygame", "pyspiel", "pgx", "envpool"):
        monkeypatch.setitem(sys.modules, module, None)
    for module in [name for name in sys.modules if "connect_four" in name]:
        monkeypatch.delitem(sys.modules, module)
    found, missing = peers.peers()
    assert found == []
    libraries = ("pygame-ce", "open_spiel", "pgx", "envpool")
    for sentence, library in zip(missing, libraries, strict=True):
        assert sentence.startswith(f"{library} is not installed")
        assert "make bench" in sentence


@pytest.mark.filterwarnings("default")  # Other libraries emit warnings.
@pytest.mark.parametrize("name", command_line.PARTS)
def test_every_part_runs_to_its_end(capsys, monkeypatch, name):
    parts = []

    def print_and_keep(console, part):
        parts.append(part)
        print_part(console, part)

    monkeypatch.setattr(command_line, "print_part", print_and_keep)
    monkeypatch.setattr(sys, "argv", ["benchmarks", name, "quick=true"])
    command_line.main()
    assert "shows that everything runs" in capsys.readouterr().out
    (part,) = parts
    assert part.findings
    assert all(finding.spread.value > 0 for finding in part.findings)
