"""The page of a replay, and the thoughts of agents that it shows."""

import base64
import gzip
import json
import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from hofspiele.envs.agents import GreedyAgent, make_agent
from hofspiele.envs.core import GameRecord
from hofspiele.envs.pictures.canvas import document
from hofspiele.envs.pictures.presentation import presentation_of
from hofspiele.envs.replay.agent_thoughts import chances_of, thoughts_of
from hofspiele.envs.replay.page import replay_page
from hofspiele.envs.replay.replayed_game import ReplayedGame
from tests.games import CASES, LARGEST_CASES, ONE_OF_EACH_GAME, Case


def content_of(page):
    (data,) = re.findall(r'<script id="data" type="application/octet-stream">(.*?)</script>', page)
    return json.loads(gzip.decompress(base64.b64decode(data)))


def ending(replayed, decisions):
    """Return the last decisions of a game, whose pictures show the most."""
    record = replace(replayed.record, actions=replayed.record.actions[-decisions:])
    return replayed._replace(record=record, positions=replayed.positions[-decisions - 1 :])


@pytest.mark.parametrize("case", LARGEST_CASES, ids=str)
def test_the_page_is_small_and_holds_every_picture_and_loads_nothing(case, record_of):
    replayed = ending(ReplayedGame.from_record(record_of(case)), 20)
    page = replay_page(replayed)
    assert len(page) < 400_000
    # The page loads nothing, and names are data, which the script shows as text.
    assert not re.search(r"(src|href)\s*=|@import|url\(|fetch\(|import\s", page)
    assert "<!--" not in page
    assert "<b>" not in page
    content = content_of(page)
    presentation = presentation_of(replayed.game, replayed.record.players)
    for view, seat in enumerate([None, *range(replayed.game.num_players)]):
        assert len(content["frames"][view]) == len(replayed.positions)
        for number in (0, len(replayed.positions) // 2, -1):
            parts = [content["parts"][part] for part in content["frames"][view][number]]
            at = range(len(replayed.positions))[number]
            for dark in (False, True):
                shown = [
                    re.sub(r"(#\w{6})/(#\w{6})", r"\2" if dark else r"\1", part) for part in parts
                ]
                scene = replayed.scene(presentation, at, seat, dark=dark)
                assert shown == presentation.paint(scene).svg_parts()
            ElementTree.fromstring(document(*content["size"], "a picture", shown))
            regions = presentation.paint(scene._replace(narrow=True)).regions
            assert [area for area, _ in content["regions"][view][number]] == [
                list(area) for area in regions.values()
            ]
    assert [move[1] for move in content["moves"]] == replayed.record.actions
    assert content["scores"][-1] == replayed.record.scores
    assert content["seed"] == str(replayed.record.seed)
    assert content["players"][0] == "agent 0 <b>"


def test_a_page_may_start_later_and_every_picture_is_drawn_once(record_of, monkeypatch):
    replayed = ReplayedGame.from_record(record_of(CASES[0]))
    drawn, kind = [], type(presentation_of(replayed.game))
    paint = kind.paint
    monkeypatch.setattr(kind, "paint", lambda own, scene: drawn.append(scene) or paint(own, scene))
    page = replay_page(replayed, first=7)
    assert content_of(page)["first"] == 7
    views = 1 + replayed.game.num_players
    assert len(drawn) == 2 * len(replayed.positions) * views


def test_the_page_shows_the_thoughts_of_agents(record_of):
    replayed = ending(ReplayedGame.from_record(record_of(CASES[0])), 5)
    content = content_of(replay_page(replayed, agents=[GreedyAgent()]))
    assert content["thoughts"] == thoughts_of(replayed, [GreedyAgent()])
    assert content["win_shares"] == [
        float(rank == 1) for rank in replayed.game.ranks(replayed.positions[-1])
    ]
    assert content["chances"] == chances_of(replayed)
    without = content_of(replay_page(replayed))
    assert without["thoughts"] == without["chances"] == []


def test_nobody_has_won_a_game_that_was_broken_off():
    replayed = ReplayedGame.from_record(GameRecord.from_actions(CASES[0].make(), 4, []))
    content = content_of(replay_page(replayed, agents=[GreedyAgent()]))
    assert content["win_shares"] is None
    assert content["thoughts"][0]["decisions"] == []


NAMES = ["greedy", "search-12", "random"]


@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
def test_thoughts_cover_every_decision(case, record_of):
    replayed = ending(ReplayedGame.from_record(record_of(case)), 30)
    found = thoughts_of(replayed, [make_agent(name) for name in NAMES])
    json.dumps(found, allow_nan=False)
    assert [thoughts["agent"] for thoughts in found] == NAMES
    for thoughts in found:
        assert len(thoughts["decisions"]) == len(replayed.record.actions)
        for decision, played, state in zip(
            thoughts["decisions"], replayed.record.actions, replayed.positions, strict=False
        ):
            names = [name for name, *_ in decision["actions"]]
            assert names.count(played) == 1
            assert decision["favourite"] == (names[0] == played)
            assert len(set(names)) == len(names) <= 7
            legal = {
                replayed.game.action_name(action) for action in replayed.game.legal_actions(state)
            }
            assert set(names) <= legal


def test_actions_are_compared_by_the_most_informative_measure(record_of):
    replayed = ReplayedGame.from_record(record_of(CASES[0]))
    greedy, search, random = thoughts_of(replayed, [make_agent(name) for name in NAMES])
    for number, decision in enumerate(search["decisions"]):
        if decision["measure"] == "probability":
            assert len(replayed.game.legal_actions(replayed.positions[number])) == 1
            continue
        assert decision["measure"] == "chance of winning"
        _, probability, share, (low, high), simulations = decision["actions"][0]
        assert probability == 1.0
        assert simulations > 0
        assert 0 <= low <= share <= high <= 1
        assert low < high
    for decision in greedy["decisions"]:
        worths = [worth for _, _, worth, _, _ in decision["actions"][:6]]
        assert decision["measure"] == "points"
        assert worths == sorted(worths, reverse=True)
    for decision in random["decisions"]:
        assert {worth for _, _, worth, _, _ in decision["actions"]} == {None}
        assert decision["measure"] == "probability"


def test_chances_of_success_in_solved_decisions_are_exact(record_of):
    replayed = ReplayedGame.from_record(record_of(Case("knatsch", {"num_players": 2})))
    states = np.array(replayed.positions[:-1], replayed.game.state_dtype)
    solved = replayed.game.is_solved(states)
    assert 0 < solved.sum() < len(solved)
    for thoughts in thoughts_of(replayed, [make_agent(name) for name in NAMES]):
        measures = [decision["measure"] for decision in thoughts["decisions"]]
        assert [measure == "exact chance of success" for measure in measures] == solved.tolist()
        for row in np.flatnonzero(solved):
            for _, _, chance, interval, _ in thoughts["decisions"][row]["actions"]:
                assert 0 <= chance <= 1
                assert interval is None


@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
def test_chances_of_all_seats_sum_to_one(case, record_of):
    replayed = ending(ReplayedGame.from_record(record_of(case)), 10)
    found = chances_of(replayed)
    assert len(found) == len(replayed.record.actions)
    for chances in found:
        assert len(chances) == replayed.game.num_players
        assert sum(mean for mean, _, _ in chances) == pytest.approx(1, abs=1e-3)
        assert all(low <= mean <= high and low < high for mean, low, high in chances)
