"""Evaluations, of agents and games that are names or objects."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import hofspiele
from hofspiele.envs.agents import GreedyAgent, RandomAgent
from hofspiele.training.cli.files import read_json


def evaluated(game, opponents=("random",), games=120, agent="greedy", **values):
    settings = hofspiele.Evaluate(
        agent=agent, opponents=[*opponents], game=game, games=games, **values
    )
    return hofspiele.evaluate(settings)


def test_evaluate_reports_the_first_of_the_line_up(three_players, tmp_path):
    match = evaluated(three_players, json=str(tmp_path / "report.json"))
    assert (match.deals, match.games) == (40, 120)
    assert match.agents == ["greedy", "random", "random"]
    assert match.fair_share == pytest.approx(1 / 3)
    greedy, others = match.results
    assert (greedy.agent, greedy.seats, others.agent, others.seats) == ("greedy", 1, "random", 2)
    assert greedy.win_share.mean == pytest.approx(match.win_shares[:, :, 0].mean())
    assert greedy.win_share.low > 0.8
    assert greedy.score.mean > others.score.mean
    assert read_json(tmp_path / "report.json")["evaluation"] == match.to_dict()


def test_results_of_all_seats_balance(game):
    match = evaluated(game, ["random"], 10 * game.num_players)
    for name, total in (("win_share", 1), ("outcome", 0), ("margin", 0)):
        means = [result.seats * getattr(result, name).mean for result in match.results]
        assert sum(means) == pytest.approx(total, abs=1e-9)
    greedy = match.results[0]
    others = match.scores[:, :, 1:].mean()
    assert greedy.margin.mean == pytest.approx(greedy.score.mean - others)
    for result in match.results:
        assert len(result.ranks) == game.num_players
        assert sum(share.mean for share in result.ranks) == pytest.approx(1)
    for rank, share in enumerate(greedy.ranks, 1):
        assert share.mean == pytest.approx((match.ranks[:, :, 0] == rank).mean())
        assert 0 <= share.low <= share.mean <= share.high <= 1


def test_an_agent_against_itself_has_one_row_and_the_fair_share(three_players):
    match = evaluated(three_players, ["greedy"], 12)
    (greedy,) = match.results
    assert greedy.win_share.mean == pytest.approx(match.fair_share)
    assert greedy.margin.mean == pytest.approx(0, abs=1e-9)


def test_objects_play_in_threads_and_in_an_executor(three_players, small_parts):
    def highest(observation, mask):
        return int(np.flatnonzero(mask)[-1])

    settings = hofspiele.Evaluate(
        agent=GreedyAgent(), opponents=[highest, RandomAgent], game=three_players, games=60
    )
    reports = []
    here = hofspiele.evaluate(settings, report=lambda *report: reports.append(report))
    assert here.agents == [settings.agent, "highest", settings.opponents[1]]
    assert reports == sorted(reports)
    assert reports[-1] == (60, 60, "")
    with ThreadPoolExecutor(2) as executor:
        there = hofspiele.evaluate(settings, executor)
    for name in ("outcomes", "scores", "ranks"):
        np.testing.assert_array_equal(getattr(here, name), getattr(there, name))


def test_an_agent_that_is_called_like_another_plays_itself(three_players):
    class Worst(RandomAgent):
        name = "greedy"

    match = evaluated(three_players, ["greedy"], agent=Worst())
    assert match.agents[0].startswith("greedy (")
    assert match.agents[1:] == ["greedy"] * 2
    assert match.results[0].win_share.high < 0.2


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"games": 3}, "games is 3, expected more than 3: each deal takes 3 games"),
        ({"opponents": ["random"] * 3}, "3 opponents given, expected 1 or 2"),
        ({"seed": -1}, "seed is -1, expected an integer from 0"),
    ],
)
def test_impossible_measurements_are_refused(three_players, values, message):
    with pytest.raises(ValueError, match=message):
        evaluated(three_players, **values)


def test_measuring_needs_neither_torch_nor_scipy(tmp_path):
    code = """
import sys

sys.modules.update(dict.fromkeys(("torch", "scipy", "stable_baselines3", "sb3_contrib")))
import hofspiele
from hofspiele.console.__main__ import main
from hofspiele.training.measuring import protocol

protocol.DEALS = {"random": 2}
common = {"game": "kou_ka_roi", "num_players": 2, "threads": 1}
evaluate = hofspiele.Evaluate(agent="trained", opponents=["random"], games=6, **common)
assert hofspiele.evaluate(evaluate).games == 6
agents = ["greedy", "random"]
tournament = hofspiele.Tournament(agents=agents, games=6, deals_per_round=2, results="t", **common)
assert "greedy" in str(hofspiele.tournament(tournament))
scorecard = hofspiele.Scorecard(agent="greedy", results="s", **common)
assert "greedy" in str(hofspiele.scorecard(scorecard))
for line in (
    "evaluate agent=greedy games=6 plot=plot.png json=report.json",
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
