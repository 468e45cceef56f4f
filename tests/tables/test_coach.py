"""Advice, inference and reviews, and agents without an answer."""

import pytest

from tests.tables.client import TWO, Browser
from tests.tables.servers import serving
from tests.training.models import write_shipped


def advice(browser: Browser, agent: str) -> dict:
    browser.say("advice", agent=agent)
    return browser.hear("advice", "refused")


@pytest.mark.parametrize("agent", ["greedy", "search-50", "trained"])
def test_advice_is_about_the_own_decision(server, agent):
    opened = server.people()
    with opened.sit(0) as browser:
        legal = {action["number"] for action in browser.look()["actions"]}
        found = advice(browser, agent)
        assert (found["agent"], found["decision"]) == (agent, 0)
        assert {action["number"] for action in found["actions"]} == legal
        probabilities = [action["probability"] for action in found["actions"]]
        assert sum(probabilities) == pytest.approx(1)
        assert probabilities == sorted(probabilities, reverse=True)
        share = found["win_share"]
        assert share is None or 0 <= share <= 1
        browser.act(0, found["actions"][0]["number"])
    with opened.sit(1) as other:
        assert other.news["decisions"] == 1


def test_advice_needs_a_decision_and_an_agent(server):
    opened = server.people()
    with opened.sit(1) as browser:
        refused = advice(browser, "greedy")
        assert "only on your own decisions" in refused["reason"]
        assert refused["question"] == "advice"
    with opened.sit(0) as browser:
        assert "unknown agent" in advice(browser, "../greedy")["reason"]


def test_hidden_cards_are_inferred(server):
    opened = server.people("kardinal", 3)
    with opened.sit(0) as browser:
        browser.say("infer")
        places = browser.hear("inference")["places"]
    hand = places["hand of player 1"]
    assert sum(hand.values()) == pytest.approx(round(sum(hand.values())))
    assert len(hand) > 2


def test_illegal_targets_are_explained(server):
    opened = server.people("kardinal", 3)
    with opened.sit(0) as browser:
        frame = browser.look()
        marks = {mark for action in frame["actions"] for mark in action["targets"]}
        dead = next(target for target in frame["targets"] if target not in marks)
        browser.say("why", target=dead)
        assert browser.hear("why")["reason"]
        browser.say("why", target="the moon")
        assert browser.hear("why")["reason"]


def test_a_finished_game_is_reviewed(server):
    opened = server.open("kou_ka_roi", ["random", "greedy"], **TWO)
    with opened.watch() as browser:
        browser.say("review")
        while "once it is over" in (found := browser.hear("review", "refused")).get("reason", ""):
            assert found["question"] == "review"
            browser.wait_for_end()
            browser.say("review")
        browser.say("review")
        review = browser.hear("review")
        decisions = browser.news["decisions"]
        browser.say("review")  # A second search would draw other random numbers.
        assert browser.hear("review") == review
    assert [one["decision"] for one in review["decisions"]] == list(range(decisions))
    assert all(one["cost"] >= 0 for one in review["decisions"])
    assert any(one["cost"] > 0 for one in review["decisions"] if one["seat"] == 0)
    assert all(0 <= one["share"] <= 1 for one in review["decisions"])


def test_agent_files_play(server, play_folder, monkeypatch):
    monkeypatch.setattr("hofspiele.play.agent_catalog._SEARCH_SECONDS", 0)
    write_shipped(play_folder / "mine.pt", "kou_ka_roi")
    (play_folder / "broken.pt").write_bytes(b"nothing")
    opened = server.open("kou_ka_roi", ["file:mine.pt", "random"], **TWO)
    with opened.watch() as browser:
        browser.wait_for_end()
        assert not browser.notes()
    for game, agent in (("kou_ka_roi", "file:broken.pt"), ("knatsch", "file:mine.pt")):
        assert agent[5:] in server.refusal({"game": game, "seats": [agent, "random"], **TWO})


def test_greedy_replaces_agents_without_an_answer_in_time(tmp_path):
    with serving(tmp_path, tmp_path, think_seconds=0) as server:
        # Each search takes a quarter of a second; faster agents could answer in time.
        opened = server.open("kou_ka_roi", ["search-20000", "search-20000"], **TWO)
        with opened.watch() as browser:
            while not browser.news["decisions"]:
                browser.hear("news")
            notes = browser.notes()
    assert notes == {"search-20000: no answer within 0 seconds; greedy decided instead"}
