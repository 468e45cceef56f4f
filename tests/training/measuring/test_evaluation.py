"""Evaluations and matches, of agents and games that are names or objects, and their tables."""

import multiprocessing
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec

import numpy as np
import pytest

import hofspiele
from hofspiele.envs.agents import GreedyAgent, MatchResult, RandomAgent, make_agent, play_match
from hofspiele.envs.core.text.installed import install_command
from hofspiele.training.files.read_write import read_json
from hofspiele.training.measuring.evaluation import opponents_table
from hofspiele.training.measuring.ladder import Ladder
from hofspiele.training.measuring.matches import WantedMatch, play_matches
from tests.training.commands import run


def evaluated(game, opponents=("random",), games=120, agent="greedy", **values):
    settings = hofspiele.Evaluate(
        agent=agent, opponents=[*opponents], game=game, games=games, **values
    )
    return hofspiele.evaluate(settings)


def test_evaluate_reports_the_first_of_the_line_up(three_players, tmp_path):
    files = {kind: tmp_path / kind for kind in ("json", "records")}
    plot = tmp_path / "plot.png"
    match = evaluated(three_players, plot=str(plot), **{kind: str(files[kind]) for kind in files})
    assert (match.deals, match.games) == (40, 120)
    assert match.agents == ["greedy", "random", "random"]
    assert match.fair_share == pytest.approx(1 / 3)
    greedy, others = match.results
    assert (greedy.agent, greedy.seats, others.agent, others.seats) == ("greedy", 1, "random", 2)
    assert greedy.win_share.mean == pytest.approx(match.win_shares[:, :, 0].mean())
    assert greedy.win_share.low > 0.8
    assert greedy.score.mean > others.score.mean
    report = read_json(files["json"])
    assert report["evaluation"] == match.to_dict()
    assert report["game"] == {"name": "kou_ka_roi", "options": three_players.options}
    assert (report["config"]["seed"], report["agent_sha256"]["random"]) == (1, None)
    assert "torch" in report["versions"]
    assert len(files["records"].read_text().splitlines()) == 120
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_results_of_all_seats_balance(three_players):
    def highest(observation, mask):
        return int(np.flatnonzero(mask)[-1])

    reports = []
    settings = hofspiele.Evaluate(
        agent=GreedyAgent(), opponents=[highest, RandomAgent], game=three_players, games=60
    )
    match = hofspiele.evaluate(settings, report=lambda *report: reports.append(report))
    assert match.agents == [settings.agent, "highest", settings.opponents[1]]
    assert reports[-1] == (60, 60, "")
    for name, total in (("win_share", 1), ("outcome", 0), ("margin", 0)):
        means = [result.seats * getattr(result, name).mean for result in match.results]
        assert sum(means) == pytest.approx(total, abs=1e-9)
    greedy = match.results[0]
    others = match.scores[:, :, 1:].mean()
    assert greedy.margin.mean == pytest.approx(greedy.score.mean - others)
    for rank, share in enumerate(greedy.ranks, 1):
        assert share.mean == pytest.approx((match.ranks[:, :, 0] == rank).mean())
        assert 0 <= share.low <= share.mean <= share.high <= 1


def test_an_agent_that_is_called_like_another_plays_itself(three_players):
    class Worst(RandomAgent):
        name = "greedy"

    match = evaluated(three_players, ["greedy"], agent=Worst())
    assert match.agents[0].startswith("greedy (")
    assert match.agents[1:] == ["greedy"] * 2
    assert match.results[0].win_share.high < 0.2
    (alone,) = evaluated(three_players, ["greedy"], 12).results  # An agent against itself.
    assert alone.win_share.mean == pytest.approx(match.fair_share)


def test_impossible_measurements_are_refused(three_players):
    for values, message in (
        ({"games": 3}, "games is 3"), ({"opponents": ["random"] * 3}, "3 opponents given"),
        ({"seed": -1}, "seed is -1"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=message):
            evaluated(three_players, **values)


def test_playing_and_measuring_need_no_optional_libraries(tmp_path):
    code = """
import sys

for_commands = ("hydra", "rich", "yaml")
blocked = ("torch", "scipy", "onnxruntime", "stable_baselines3", "sb3_contrib")
sys.modules.update(dict.fromkeys((*blocked, *for_commands)))
import gymnasium

for game in ("Kardinal", "Knatsch", "KouKaRoi"):
    env = gymnasium.make(f"hofspiele.envs:hofspiele/{game}-v0", opponents="trained")
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        _, reward, ended, _, info = env.step(int(info["action_mask"].argmax()))

for name in for_commands:
    del sys.modules[name]
from hofspiele.console.__main__ import main
from hofspiele.training.measuring import protocol

protocol.DEALS = {"random": 2}
for line in (
    "evaluate agent=trained opponents=[random] games=6 plot=plot.png json=report.json",
    "tournament agents=[greedy,random] games=6 deals_per_round=2 results=t2",
    "scorecard agent=greedy results=s2",
):
    sys.argv[1:] = [*line.split(), "game=kou_ka_roi", "num_players=2", "threads=1"]
    assert main() in (None, 0), line
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Scorecard of greedy" in done.stdout


def test_a_match_is_the_same_in_threads_and_processes(three_players, small_parts):
    line_up = [make_agent("trained"), make_agent("search-3"), RandomAgent()]
    expected = play_match(three_players, line_up, 7, 5, keep_records=True)
    context = multiprocessing.get_context("spawn")
    wanted = [WantedMatch(line_up, deals, 5, True) for deals in (7, 1)]
    with ProcessPoolExecutor(1, context) as executor:
        for where in (executor, 2):
            found, other = play_matches(where, three_players, wanted)
            assert len(other.ranks) == 1  # Matches are yielded in order.
            assert found.records == expected.records
            np.testing.assert_array_equal(found.outcomes, expected.outcomes)


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed")
def test_without_ray_the_extra_is_named():
    done = run("evaluate", "game=kou_ka_roi", "agent=greedy", "games=8", "cluster=local")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"error: cluster=local needs ray; install the ray extra: {install_command('ray')}\n"
    )


RANKS = np.array([[[1, 2, 3, 3]] * 4, [[2, 1, 2, 4]] * 4] * 20, np.int16)
AGENTS = ["results-of-a-run", "greedy", "greedy", "search-100"]
MATCH = MatchResult(AGENTS, 4.0 - RANKS, 1010.0 - 100 * RANKS, RANKS, [])
LADDER = Ladder(["greedy", "random", "search-100"], [(0, 1), (1, 2), (0, 2)])
LADDER.add_round(np.array([[[[1, 2]] * 2, [[2, 1]] * 2, [[1, 1]] * 2]] * 40, np.int16))


@pytest.mark.parametrize(
    ("table", "num_rows", "last"),
    [
        (opponents_table([MATCH]), 1, "2 × greedy, 1 × search-100"),
        (MATCH.agents_table(), 3, "search-100"),
        (MATCH.ranks_table(), 3, "search-100"),
        (LADDER.matrix_table(), 3, "random"),
    ],
    ids=["opponents", "agents", "ranks", "matrix"],
)
def test_every_agent_has_a_row_in_80_columns(table, num_rows, last):
    shown = str(table)
    assert max(map(len, shown.splitlines())) <= 80
    assert len(table.rows) == num_rows
    assert all(word in shown for word in last.split())
