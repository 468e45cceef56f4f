"""Matches and tournaments have the same results wherever they are played."""

import contextlib
import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("ray", reason="make test-ray has an environment with Ray")

import ray

from hofspiele import envs
from hofspiele.envs.agents import play_match
from hofspiele.envs.core import read_records, registry
from hofspiele.training.measuring.matches import WantedMatch, play_one
from hofspiele.training.measuring.tournament import PlayedTournament
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.settings.measuring import Tournament
from tests.pages import ROOT
from tests.ray.conftest import NODE
from tests.training.commands import run_process
from tests.training.models import write_shipped

AGENTS = ["trained", "greedy", "search-3"]


@pytest.fixture(scope="module")
def game():
    return envs.make("kou_ka_roi", num_players=3)


@contextlib.contextmanager
def occupied(cores):
    """Occupy `cores` cores of the cluster in the `with` block."""

    class Sleeper:
        def awake(self):
            pass

    sleepers = [ray.remote(num_cpus=1)(Sleeper).remote() for _ in range(cores)]
    ray.get([sleeper.awake.remote() for sleeper in sleepers])
    yield
    for sleeper in sleepers:
        ray.kill(sleeper)


def agents_of(game, names):
    return [player.agent for player in AgentFinder(game, deterministic=True).find(names)]


def check_same(found, expected):
    assert found.agents == expected.agents
    assert found.records == expected.records
    for kind in ("outcomes", "scores", "ranks"):
        np.testing.assert_array_equal(getattr(found, kind), getattr(expected, kind))


@pytest.mark.parametrize("workers", [3, 2, 1])
def test_a_match_is_the_same_on_any_number_of_workers(joined, game, small_parts, workers):
    agents = agents_of(game, AGENTS)
    expected = play_match(game, agents, 11, 5, keep_records=True)
    reports = []
    with occupied(3 - workers):
        found = play_one(joined, game, WantedMatch(agents, 11, 5, True), reports.append)
    check_same(found, expected)
    assert reports == sorted(reports)
    assert reports[-1] == 33


def test_a_worker_may_die_while_own_agents_play(joined, game, small_parts, tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    write_shipped(mine / "agent.safetensors", "kou_ka_roi")
    trained, mortal = agents_of(game, [str(mine), "mortal:Mortal"])
    line_up = [trained, mortal, mortal]
    expected = play_match(game, line_up, 12, 5, keep_records=True)
    from mortal import DEADLY

    DEADLY.touch()
    found = play_one(joined, game, WantedMatch(line_up, 12, 5, True))
    assert not DEADLY.exists()
    check_same(found, expected)


def test_workers_play_a_game_of_the_user(joined, small_parts, monkeypatch):
    for known in ("_specs", "_imported"):
        monkeypatch.setattr(registry, known, getattr(registry, known).copy())
    spec = registry.spec_of("plain_high_card:SPEC", from_user=True)
    own = envs.make(spec.name, num_players=2)
    agents = agents_of(own, ["greedy", "random"])
    expected = play_match(own, agents, 8, 5, keep_records=True)
    check_same(play_one(joined, own, WantedMatch(agents, 8, 5, True)), expected)


def tournament(folder, game):
    values = {"seed": 1, "confidence": 0.999999, "games": 36, "deals_per_round": 3}
    return PlayedTournament(
        Tournament(agents=AGENTS, game=game, records=True, results=str(folder), **values)
    )


def test_a_node_may_die_during_a_tournament(cluster, joined, game, tmp_path):
    here = tournament(tmp_path / "here", game)
    here.play()
    spread = tournament(tmp_path / "spread", game)
    nodes = [cluster.add_node(**NODE)]

    def remove(*_):  # After the first round.
        if nodes:
            cluster.remove_node(nodes.pop(), allow_graceful=False)

    spread.play(joined, remove)
    for name in ("games.csv", "games.jsonl", "tournament.json"):
        found, expected = (tmp_path / at / name for at in ("spread", "here"))
        assert found.read_bytes() == expected.read_bytes()


def test_a_command_can_use_a_local_cluster(tmp_path, game):
    records = tmp_path / "games.jsonl"
    done = run_process(
        "evaluate", "game=kou_ka_roi", "num_players=3", "agent=greedy", "games=600", "seed=3",
        "opponents=[random]", f"records={records}", "cluster=local",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    players = AgentFinder(game, deterministic=True).find(["greedy", "random"])
    line_up = [players[0].agent, *[players[1].agent] * 2]
    assert [*read_records(records)] == play_match(game, line_up, 200, 3, keep_records=True).records


def test_code_of_the_guide_runs():
    program = "from tests.pages import CLUSTER, run_code; run_code(CLUSTER)"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("decisions per game") == 3
