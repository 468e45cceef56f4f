import json
import random
import re
import subprocess
import sys

import numpy as np
import pytest
from rich.console import Console

from benchmarks import __main__ as command_line
from benchmarks import limits, measure, ours, peers, speed
from benchmarks.measure import Contender, Rates, Spread, ratio, ratio_of_best, take_turns
from benchmarks.ours import GAMES, NUM_PLAYERS
from benchmarks.play import pick_by_space, pick_fast, play_aec, play_parallel
from benchmarks.report import Finding, Part, machine, machine_line, print_part
from benchmarks.training import training_settings
from hofspiele.envs.agents import SearchAgent, Views
from hofspiele.envs.core import Table


def silent(what: str) -> None:
    pass


@pytest.fixture
def no_peers(monkeypatch):
    for module in ("pygame", "pyspiel", "pgx", "envpool"):
        monkeypatch.setitem(sys.modules, module, None)
    for module in [name for name in sys.modules if "connect_four" in name]:
        monkeypatch.delitem(sys.modules, module)


def test_contenders_take_turns_after_a_warm_up(monkeypatch):
    order, times = [], iter(range(100))
    monkeypatch.setattr(measure.time, "perf_counter", lambda: next(times))

    def player(name):
        return Contender(name, lambda: order.append(name) or 10)

    rates = take_turns([player("a"), player("b")], 2, 1.5, silent)
    assert "".join(order) == "ab" + "aabb" * 2
    assert rates == {name: Rates(name, [10.0, 10.0]) for name in ("a", "b")}


def test_ratio_compares_medians_and_has_the_range_of_rounds():
    ours = Rates("ours", [10.0, 30.0, 20.0])
    theirs = Rates("theirs", [5.0, 5.0, 20.0])
    assert ratio(ours, theirs) == Spread(20.0 / 5.0, 1.0, 6.0)
    assert ratio_of_best(ours, theirs) == Spread(30.0 / 20.0, 1.0, 6.0)


def test_limits_count_their_writes_and_computations():
    assert limits.write_outputs(GAMES[0].make(), num_games=7)() == 50_000 // 7 * 7
    assert [contender.play() for contender in limits.computing()] == [20_000_000] * 2


@pytest.mark.parametrize(
    ("target", "at_most", "met"),
    [(None, False, None), (2.0, False, True), (2.1, False, False), (2.0, True, True)],
)
def test_finding_knows_whether_its_target_is_met(target, at_most, met):
    assert Finding("", Spread(2.0, 1.0, 3.0), "×", target, at_most=at_most).met is met


@pytest.mark.parametrize("listed", GAMES, ids=lambda listed: listed.name)
@pytest.mark.parametrize("pick", [pick_fast, pick_by_space])
def test_loops_count_the_decisions_of_a_game(listed, pick):
    random.seed(1)
    env = listed.module.raw_env(num_players=NUM_PLAYERS)
    assert play_aec(env, pick) >= NUM_PLAYERS
    assert env.agents == []
    if listed.make().simultaneous:
        env = listed.module.parallel_env(num_players=NUM_PLAYERS)
        assert play_parallel(env, env.game.wait_action, pick) >= NUM_PLAYERS
        assert env.agents == []


@pytest.mark.parametrize("listed", GAMES, ids=lambda listed: listed.name)
def test_batches_count_decisions_and_simulations(listed):
    game = listed.make()
    assert ours.play_table(game, num_games=7)() == 50_000 // 7 * 7
    assert ours.play_vector(game, num_envs=7)() == 50_000 // (7 * NUM_PLAYERS) * 7 * NUM_PLAYERS
    table, rng = Table(game, ours.SEARCHED_GAMES), np.random.default_rng(0)
    views = Views.from_table(table, np.arange(table.num_games), rng, with_states=True)
    thoughts = SearchAgent(ours.SIMULATIONS).think(views, rng)
    assert ours.search_on(game)() == thoughts.simulations.sum() > 0
    for contender in listed.networks():
        assert contender.play() == ours.THREAD_GAMES


def test_missing_peers_are_named_and_the_rest_is_measured(no_peers):
    part = speed.measure(silent, quick=True)
    names = {rates.name for rates in part.rates}
    assert {GAMES[0].played(way) for way in (ours.TABLE, ours.RAW_ENV, ours.ENV)} <= names
    of_peers = {peers.RAW_AEC, peers.AEC, peers.CARD_GAME, peers.DICE_GAME, *peers.BATCHED}
    assert not names & of_peers
    libraries = ("pygame-ce", "open_spiel", "pgx", "envpool")
    for sentence, library in zip(part.missing, libraries, strict=True):
        assert sentence.startswith(f"{library} is not installed")
        assert "make bench" in sentence


def test_report_contains_rates_findings_and_notes():
    part = Part(
        "Speed",
        "decisions/s",
        rates=[Rates("ours", [1e6, 2e6, 3e6])],
        findings=[Finding("ours", Spread(2e6, 1e6, 3e6), "/s", target=1e6)],
        notes=["how"],
        missing=["peer is not installed; call pip install -e '.[bench]'"],
    )
    console = Console(width=110, record=True, quiet=True)
    print_part(console, part)
    assert f"numba {machine()['numba']}" in machine_line(machine())
    written = json.loads(json.dumps(part.to_dict()))
    assert written["rates"][0]["value"] == 2e6
    assert written["rates"][0]["per_round"] == [1e6, 2e6, 3e6]
    assert written["findings"][0]["met"] is True
    assert written["missing"] == part.missing


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["sped"], "PART is 'sped', expected one of speed, training, startup"),
        (["json=no/such/file.json"], "json is no/such/file.json, expected a file in"),
    ],
)
def test_mistakes_on_the_command_line_are_named(arguments, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        command_line.measure(arguments)


@pytest.mark.parametrize("listed", GAMES, ids=lambda listed: listed.name)
def test_the_configuration_that_is_measured_is_that_of_training(listed):
    config = training_settings(listed)
    assert (config.game.name, config.num_players) == (listed.name, [NUM_PLAYERS])


def test_training_speed_is_measured_without_a_command():
    """The settings are made in a new process, as in `make bench`."""
    code = "from benchmarks import ours, training as t; t.training_settings(ours.GAMES[0])"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.filterwarnings("default")  # Other libraries emit warnings.
@pytest.mark.parametrize("name", command_line.PARTS)
def test_every_part_runs_to_its_end(capsys, monkeypatch, tmp_path, name):
    file = tmp_path / "results.json"
    monkeypatch.setattr(sys, "argv", ["benchmarks", name, "quick=true", f"json={file}"])
    command_line.main()
    (part,) = json.loads(file.read_text(encoding="utf-8"))["parts"]
    assert "shows that everything runs" in capsys.readouterr().out
    assert not part["missing"] or name == "speed"  # Libraries may not be installed.
    assert part["findings"]
    assert all(finding["value"] > 0 for finding in part["findings"])
