import base64
import gzip
import json
import re
from xml.etree import ElementTree

import pytest

from hofspiele.envs.agents import GreedyAgent
from hofspiele.envs.core import GameRecord
from hofspiele.envs.pictures.canvas import document
from hofspiele.envs.replay.agent_thoughts import chances_of, thoughts_of
from hofspiele.envs.replay.page import replay_page
from hofspiele.envs.replay.replayed_game import ReplayedGame
from tests.games import CASES, LARGEST_CASES


def content_of(page):
    (data,) = re.findall(r'<script id="data" type="application/octet-stream">(.*?)</script>', page)
    return json.loads(gzip.decompress(base64.b64decode(data)))


@pytest.mark.parametrize("case", LARGEST_CASES, ids=str)
def test_the_page_is_small_and_holds_every_picture_and_loads_nothing(case, record_of):
    replayed = ReplayedGame.from_record(record_of(case))
    page = replay_page(replayed)
    assert len(page) < 2_200_000
    # The page loads nothing, and names are data, which the script shows as text.
    assert not re.search(r"(src|href)\s*=|@import|url\(|fetch\(|import\s", page)
    assert "<!--" not in page
    assert "<b>" not in page
    content = content_of(page)
    for view, seat in enumerate([None, *range(replayed.game.num_players)]):
        assert len(content["frames"][view]) == len(replayed.positions)
        for number in (0, len(replayed.positions) // 2, -1):
            parts = [content["parts"][part] for part in content["frames"][view][number]]
            at = range(len(replayed.positions))[number]
            assert parts == replayed.picture(at, seat).svg_parts()
            ElementTree.fromstring(document(*content["size"], "a picture", parts))
    assert [move[1] for move in content["moves"]] == replayed.record.actions
    assert content["scores"][-1] == replayed.record.scores
    assert content["seed"] == str(replayed.record.seed)
    assert content["players"][0] == "agent 0 <b>"


def test_a_page_may_start_later_and_every_picture_is_drawn_once(record_of, monkeypatch):
    replayed = ReplayedGame.from_record(record_of(CASES[0]))
    drawn, picture = [], ReplayedGame.picture
    monkeypatch.setattr(ReplayedGame, "picture", lambda *of: drawn.append(of[1:]) or picture(*of))
    page = replay_page(replayed, first=7)
    assert content_of(page)["first"] == 7
    assert (
        len(drawn) == len(set(drawn)) == len(replayed.positions) * (1 + replayed.game.num_players)
    )


def test_the_page_shows_the_thoughts_of_agents(record_of):
    replayed = ReplayedGame.from_record(record_of(CASES[0]))
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
