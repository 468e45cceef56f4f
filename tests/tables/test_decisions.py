"""Decisions that are repeated, late, early, of another seat, or from two browsers."""

import json

import pytest

from hofspiele.envs.core import GameRecord
from tests.tables.client import TWO, Browser


def first_actions(browser: Browser) -> tuple[int, int]:
    """Return two legal actions of the current decision."""
    one, other, *_ = browser.look()["actions"]
    return one["number"], other["number"]


def test_an_action_sent_twice_counts_once(server):
    opened = server.people()
    with opened.sit(0) as browser:
        action, other = first_actions(browser)
        answers = [browser.act(0, action) for _ in range(3)]
        assert {answer["decisions"] for answer in answers} == {1}
        assert "has already been made" in browser.refused(0, other)
        assert browser.look()["decision"] == 1


def test_decisions_of_other_seats_and_illegal_actions_are_refused(server):
    opened = server.people()
    with opened.sit(0) as browser, opened.sit(1) as other:
        action, _ = first_actions(browser)
        assert "nothing to decide" in other.refused(0, action)
        assert "only 0 decisions so far" in browser.refused(7, action)
        legal = {one["number"] for one in browser.look()["actions"]}
        illegal = next(number for number in range(1000) if number not in legal)
        assert "not possible" in browser.refused(0, illegal)
        assert "not possible" in browser.refused(0, 2**31 - 1)
        assert browser.news["decisions"] == 0


def test_two_browsers_on_one_seat_agree(server):
    opened = server.people()
    with opened.sit(0) as left, opened.sit(0) as right:
        action, other = first_actions(left)
        assert left.act(0, action)["decisions"] == 1
        assert right.act(0, other)["type"] in ("news", "refused")
        while right.news["decisions"] < 1:
            right.hear("news")
        right.say("frame", decision=1, view=0, dark=False, narrow=False)
        left.say("frame", decision=1, view=0, dark=False, narrow=False)
        assert left.hear("frame") == right.hear("frame")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_simultaneous_choice_is_made_in_any_order(server, order):
    opened = server.open("kou_ka_roi", ["me", "person"], seed=5, **TWO)
    first, second = order
    with opened.sit(first) as early, opened.sit(second) as late:
        early_row, late_row = early.look()["actions"][0], late.look()["actions"][1]
        assert early.act(0, early_row["number"])["deciding"] == [second]
        assert "has already been made" in early.refused(0, late_row["number"])
        seen = late.look(early.news["decisions"])
        assert "actions" in seen
        early.say("frame", decision=early.news["decisions"], view=first, dark=False, narrow=False)
        own = early.hear("frame")
        assert "actions" not in own
        assert own["chosen"] == early_row
        assert f"player {first} (0 points, has chosen)" in own["words"]
        assert late.act(seen["decision"], late_row["number"])["decisions"] == 2
        narration = late.look()["event"]
        assert all(f"Guest {seat + 1}" in narration for seat in order)


def test_hands_of_others_are_not_shown(server):
    opened = server.people("kardinal", 3)
    with opened.sit(0) as browser:
        assert browser.look(view=0)["type"] == "frame"
        for view in (1, 2, None):
            assert "until the game is over" in browser.look(view=view)["reason"]
            browser.say("log", view=view, after=0)
            assert "until the game is over" in browser.hear("log", "refused")["reason"]
        assert "no seat 4" in browser.look(view=4)["reason"]
        assert "only 0 decisions" in browser.look(1)["reason"]


def test_games_of_people_are_not_recorded_before_their_end(server):
    opened = server.people()
    assert server.ask(f"/api/tables/{opened.table}/record")[0] == 400


def test_games_of_agents_can_be_watched_and_continued(server):
    opened = server.open("kou_ka_roi", ["greedy", "random"], seed=3, **TWO)
    with opened.watch() as browser:
        browser.wait_for_end()
        decisions = browser.news["decisions"]
        assert {browser.look(decisions, view)["view"] for view in (0, 1, None)} == {0, 1, None}
        assert [line["decision"] for line in browser.log()] == list(range(1, decisions + 1))
    record = GameRecord.from_json(opened.record())
    record.replay()
    middle = decisions // 2
    again = server.posted({"from": opened.table, "decision": middle, "seats": ["greedy"] * 2})
    with again.watch() as browser:
        browser.wait_for_end()
    other = GameRecord.from_json(again.record())
    assert other.actions[:middle] == record.actions[:middle]
    assert other.seed == record.seed
    wish = {"from": opened.table, "decision": decisions, "seats": ["greedy"] * 2}
    assert "decision is" in server.refusal(wish)
    assert "there is no table 1000" in server.refusal(wish | {"from": 1000})
    assert "from is 'x', expected an integer" in server.refusal(wish | {"from": "x"})


def test_lists_show_tables_games_and_agents(server):
    opened = server.open("kou_ka_roi", ["me", "greedy"], names=["<b>Ada\n</b>", None], **TWO)
    shown = server.tables()[opened.table]
    assert shown["players"] == ["<b>Ada </b>", "greedy"]
    assert (shown["over"], shown["watchable"]) == (False, True)
    games = json.loads(server.ask("/api/games")[1])["games"]
    assert {game["name"] for game in games} >= {"kardinal", "knatsch", "kou_ka_roi"}
    assert all({"random", "greedy", "trained"} < set(game["agents"]) for game in games)


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"game": ["x"]}, "game is ['x'], expected a string"),
        ({"options": {"num_players": 9}}, "num_players is 9"),
        ({"options": {"players": 2}}, "players"),
        ({"options": {"components": "/etc/passwd"}}, "components can't be changed"),
        ({"options": 3}, "options is 3, expected null or a JSON object"),
        ({"seats": ["me"]}, "expected a list with 2 entries"),
        ({"seats": ["me", "search-0"]}, "unknown agent"),
        ({"seats": ["me", "search-20001"]}, "unknown agent"),
        ({"seats": ["me", "../agent.safetensors"]}, "unknown agent"),
        ({"seats": ["me", "file:../../etc/passwd"]}, "unknown agent"),
        ({"seats": ["me", {}]}, "seats is ['me', {}], expected a list"),
        ({"names": ["x" * 41, ""]}, "at most 40"),
        ({"names": [1, ""]}, "a string of at most 40"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 1.5}, "seed is 1.5"),
        ({"seed": str(2**64)}, "seed is"),
        ({"colour": "red"}, "unknown field 'colour'"),
        ({"from": 1}, "unknown field 'game'"),
    ],
)
def test_wrong_requests_for_tables_are_refused_in_one_line(server, entries, reason):
    right = {"game": "kou_ka_roi", "seats": ["me", "greedy"], **TWO}
    error = server.refusal(right | entries)
    assert reason in error
    assert "\n" not in error
