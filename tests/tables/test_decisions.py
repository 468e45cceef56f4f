"""Decisions that are repeated, late, early, of another seat, or from two browsers."""

import pytest

from hofspiele.envs.core import GameRecord


def test_decisions_count_once_and_only_for_the_seat_that_decides(server):
    opened = server.people()
    with opened.sit(0) as left, opened.sit(0) as right, opened.sit(1) as other:
        legal = [action["number"] for action in left.look()["actions"]]
        illegal = next(number for number in range(1000) if number not in legal)
        action, another, *_ = legal
        for browser, decision, wrong, reason in (
            (other, 0, action, "nothing to decide"),
            (left, 7, action, "only 0 decisions so far"),
            (left, 0, illegal, "not possible"),
            (left, 0, 2**31 - 1, "not possible"),
        ):
            assert reason in browser.refusal("act", decision=decision, action=wrong)
        for _ in range(3):
            left.say("act", decision=0, action=action)
        left.wait_for(decisions=1)
        for browser in (left, right):
            assert "already been made" in browser.refusal("act", decision=0, action=another)
        assert left.look(1) == right.look(1)
        assert left.look()["decision"] == 1


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_a_simultaneous_choice_is_made_in_any_order(server, first, second):
    opened = server.people("kou_ka_roi")
    with opened.sit(first) as early, opened.sit(second) as late:
        early.say("follow", view=first, dark=False, narrow=False)
        early_row, late_row = early.look()["actions"][0], late.look()["actions"][1]
        early.say("act", decision=0, action=early_row["number"])
        # The own choice arrives before others have chosen.
        own = early.hear("frame")
        assert "actions" not in own
        assert own["chosen"] == early_row
        assert f"Guest {first + 1} (0 points, has chosen)" in own["words"]
        early.wait_for(deciding=[second])
        made = "has already been made"
        assert made in early.refusal("act", decision=0, action=late_row["number"])
        seen = late.look(early.news["decisions"])
        assert "actions" in seen
        late.act(seen["decision"], late_row["number"])
        late.wait_for(decisions=2)
        narration = late.look()["event"]
        assert all(f"Guest {seat + 1}" in narration for seat in (0, 1))


def test_hands_of_others_are_not_shown(server):
    opened = server.people("kardinal", 3)
    with opened.sit(0) as browser:
        frame = browser.look(view=0)
        look = {"dark": False, "narrow": False}
        for view in (1, 2, None):
            assert "until the game is over" in browser.look(view=view)["reason"]
            assert "until the game is over" in browser.refusal("log", view=view, after=0)
            assert "until the game is over" in browser.refusal("follow", view=view, **look)
        assert "no seat 4" in browser.look(view=4)["reason"]
        assert "only 0 decisions" in browser.look(1)["reason"]
        browser.act(0, frame["actions"][0]["number"])
        assert not any('"view":1' in text for text in browser.heard)
    assert server.ask(f"/api/tables/{opened.table}/record").status == 400


def test_games_of_agents_can_be_watched_and_continued(server):
    opened = server.open(["greedy", "random"], seed=3)
    with opened.watch() as browser:
        browser.wait_for_end()
        decisions = browser.news["decisions"]
        assert {browser.look(decisions, view)["view"] for view in (0, 1, None)} == {0, 1, None}
        assert [line["decision"] for line in browser.log()] == list(range(1, decisions + 1))
    record = GameRecord.from_json(opened.record())
    record.replay()
    middle = decisions // 2
    wish = {"from": opened.table, "decision": middle, "seats": ["greedy"] * 2}
    other = GameRecord.from_json(server.posted(wish).finished().record())
    assert other.actions[:middle] == record.actions[:middle]
    assert other.seed == record.seed
    for wrong, reason in (
        ({"decision": decisions}, f"decision is {decisions}, expected an integer"),
        ({"from": 1000}, "there is no table 1000"),
        ({"from": "x"}, "from is 'x', expected an integer"),
        ({"from": server.people().table}, "still in play"),
    ):
        assert reason in server.refusal(wish | wrong)


def test_lists_show_tables_games_and_agents(server):
    opened = server.open(["me", "greedy"], names=["<b>Ada\n</b>", None])
    shown = server.tables()[opened.table]
    assert shown["players"] == ["<b>Ada </b>", "greedy"]
    assert (shown["over"], shown["rests"]) == (False, False)
    games = server.ask("/api/games").content["games"]
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
        ({"seats": ["me"]}, "seats has length 1, expected 2, one entry for each seat"),
        ({"seats": ["me", "search-0"]}, "unknown agent"),
        ({"seats": ["me", "search-20001"]}, "unknown agent"),
        ({"seats": ["me", "../agent.safetensors"]}, "unknown agent"),
        ({"seats": ["me", "file:../../etc/passwd"]}, "unknown agent"),
        ({"seats": ["me", {}]}, "seats is ['me', {}], expected a list"),
        ({"names": ["x" * 41, ""]}, "at most 40"),
        ({"names": [1, ""]}, "a string of at most 40"),
        (
            {"seats": ["me", "person"], "seed": 5},
            "seed is 5, expected none: whoever knows the seed",
        ),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 1.5}, "seed is 1.5"),
        ({"seed": str(2**64)}, "seed is"),
        ({"colour": "red"}, "unknown field 'colour'"),
        ({"from": 1}, "unknown field 'game'"),
    ],
)
def test_wrong_requests_for_tables_are_refused_in_one_line(server, entries, reason):
    right = {"game": "kou_ka_roi", "seats": ["me", "greedy"], "options": {"num_players": 2}}
    error = server.refusal(right | entries)
    assert reason in error
    assert "\n" not in error
