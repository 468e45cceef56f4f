"""Names, take-backs, spectators, finished tables and rematches."""

import asyncio
import sqlite3
import time
from contextlib import closing

import numpy as np
import pytest

from hofspiele.envs.core import GameRecord
from hofspiele.envs.core.rng import derived_seed
from hofspiele.envs.pictures.presentation import presentation_of
from hofspiele.play.game_progress import GameProgress, Player, TableSetup
from hofspiele.play.server import address_for_others
from hofspiele.play.store import FILE_NAME, Store, StoredDecision
from tests.games import CASES, ONE_OF_EACH_GAME
from tests.play import play_on, random_action, random_game
from tests.tables.client import Opened, play_to_the_end
from tests.tables.corrupt import SETUP, write_tables
from tests.tables.servers import serving


def test_two_people_rename_themselves_finish_and_play_again(server):
    """The table continues a game of agents four decisions before its end."""
    origin = server.open(["random"] * 2, seed=3)
    with origin.watch() as browser:
        browser.wait_for_end()
    wish = {"from": browser.welcome["table"], "decision": browser.news["decisions"] - 4}
    opened = server.posted(wish | {"seats": ["me", "person"], "names": ["Ada", None]})
    with opened.sit(0) as ada, opened.sit(1) as bob, opened.watch() as spectator:
        assert ada.news["names"] == ["Ada", "Guest"]
        bob.say("name", name=" Bob\n<b> ")
        ada.wait_for(names=["Ada", "Bob <b>"], edition=1)
        assert server.tables()[opened.table]["players"] == ["Ada", "Bob <b>"]
        assert server.tables()[opened.table]["ending"] is None
        for question in ("rematch", "review", "curves"):
            assert "still in play" in ada.refusal(question)
        for view in (0, 1, None):
            assert "hidden until the game is over" in spectator.look(view=view)["reason"]
        seen = spectator.look(ada.act_first() + 1, view=2)
        assert (seen["view"], seen["event"]) == (2, "Ada chose a row")
        assert not {"actions", "chosen"} & set(seen)
        assert ada.look()["edition"] == 1
        bob.act_first()
        ada.wait_for_turn()
        assert "Bob <b>" in ada.look()["event"]
        play_to_the_end(ada, bob)
        for browser in (bob, spectator):
            browser.wait_for_end()
        assert "the game is over" in bob.refusal("name", name="Cy")
        last = spectator.look(view=None)
        ending = server.tables()[opened.table]["ending"]
        assert (ending["points"], ending["ranks"]) == (last["points"], last["ranks"])
        assert 0 <= time.time() - ending["ended"] < 60
        curves, decisions = spectator.ask("curves"), bob.news["decisions"]
        assert np.shape(curves["points"]) == (decisions + 1, 2)
        assert curves["points"][-1] == last["points"]
        assert len(curves["scorings"]) == decisions
        assert sum(curves["scorings"]) == 1
        assert curves["scorings"][-1]
        again = ada.ask("rematch")
        bob.wait_for(rematch=again["table"])
        other = bob.ask("rematch")
        assert other["table"] == again["table"]
    record = GameRecord.from_json(opened.record())
    assert record.seed != 3
    assert record.replay()[1]["over"]
    with opened._replace(tokens={0: other["token"], 1: again["token"]}).sit(0) as bob:
        assert (bob.welcome["table"], bob.welcome["seat"]) == (again["table"], 0)
        assert bob.news["names"] == ["Bob <b>", "Ada"]


@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
def test_a_bystander_sees_only_what_all_seats_see(case):
    game = case.make()
    for number, state in enumerate(random_game(game, 8)[:60]):
        seen = game.visible_part(game.to_dict(state), game.bystander)
        for seat in range(game.num_players):
            redealt = game.redeal(state, seat, number)
            assert game.visible_part(game.to_dict(redealt), game.bystander) == seen


@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
def test_a_game_continued_with_other_people_hides_the_cards_that_were_hidden(case):
    """Only what all seats saw stays, because everyone can see all cards of a finished game."""
    game = case.make()
    setup = TableSetup(1, game.name, game.options, 3, (Player("", None),) * game.num_players)
    progress = GameProgress(setup, game)
    for decision in range(6):
        action = random_action(game, progress.position, derived_seed(1, decision))
        progress.apply(progress.check(progress.player, decision, action))
    whole = game.to_dict(progress.positions[progress.choice])
    starts = [progress.redealt(6) for _ in range(2)]
    seen = [game.visible_part(start, game.bystander) for start in (whole, *starts)]
    assert seen[0] == seen[1] == seen[2]
    assert (whole != starts[0] != starts[1]) == (whole != seen[0])
    other = GameProgress(setup._replace(start=starts[0], seed=4), game)
    assert game.to_dict(other.position) == starts[0]
    assert GameProgress(other.setup.rotated(2, 5), game).setup.start is None


# --- taking back --------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
def test_only_decisions_with_a_certain_result_are_taken_back_and_none_between_people(case):
    """Such a decision leads to the same picture in all positions that the seat thinks possible."""
    game = case.make()
    agents = (Player("greedy", "greedy"),) * (game.num_players - 1)
    setup = TableSetup(1, game.name, game.options, 3, (Player("", None), *agents))
    progress = GameProgress(setup, game)
    while not progress.over and progress.decisions < 150:
        action = random_action(game, progress.position, derived_seed(1, progress.decisions))
        progress.apply(progress.check(progress.player, progress.decisions, action))
        with_people = setup.with_player(1, Player("Bob", None))
        twin = progress.changed(with_people, progress.decisions)
        assert not any(twin.may_take_back(seat, progress.decisions) for seat in (0, 1))
        if progress.may_take_back(0, progress.decisions):
            name = game.action_name(action)
            assert not name.startswith(("draw pile", "target", "challenge", "row")), name
            before, after = progress.positions[-2:]
            assert int(before["player"]) == int(after["player"]) == 0
            for seed in range(1000, 1020):
                other = game.redeal(before, 0, seed)
                game.apply(other, action)
                seen = [game.visible_part(game.to_dict(state), 0) for state in (after, other)]
                assert seen[0] == seen[1]


def test_placed_pieces_can_be_taken_back_one_by_one(server):
    with server.open(["me", "greedy", "greedy"], "kardinal", seed=3).sit(0) as browser:
        assert browser.wait_for_turn()
        start = browser.news["decisions"]
        first = browser.look()
        frame, placed = first, 0
        while places := [one for one in frame["actions"] if one["name"].startswith("abbey")]:
            browser.act(frame["decision"], places[0]["number"])
            frame, placed = browser.look(), placed + 1
            assert frame["takeback"]
        assert placed > 0
        while (frame := browser.look())["takeback"]:
            browser.say("take back")
            browser.hear("news")
        assert browser.news["decisions"] == start
        assert browser.news["edition"] == placed
        assert frame | {"edition": 0} == first
        assert "only be taken back in games against agents" in browser.refusal("take back")


def test_a_taken_back_decision_is_forgotten_by_the_file(tmp_path):
    made = [StoredDecision(0, "row 1"), StoredDecision(0, "row 2"), StoredDecision(1, "row 3")]

    async def take_back() -> list[StoredDecision]:
        store = Store(tmp_path)
        await store.open(SETUP, made)
        await store.take_back(1, 0)
        return await store.decisions(1)

    assert asyncio.run(take_back()) == [made[0], made[2]]


def test_an_agent_plays_on_for_a_person_who_resigns_and_boards_hide_hands(server):
    case = CASES[2]
    game, names = case.make(), ["Ada", "random 1", "random 2"]
    opened = server.open(["me", "random", "random"], case.name, names=["Ada", None, None], seed=7)
    picture = presentation_of(game, names).picture(game.new(7), game.bystander, dark=True).svg()
    listed = server.tables()[opened.table]
    assert (listed["deciding"], time.time() - listed["moved"] < 60) == ([0], True)
    assert server.ask(f"/api/tables/{opened.table}/board?dark=true").body.decode() == picture
    with opened.sit(0) as browser:
        assert browser.wait_for_turn()
        browser.say("resign")
        browser.hear("resigned")
        browser.say("act", decision=browser.news["decisions"], action=0)
        assert "spectators can't" in browser.hear("refused")["reason"]
    with opened.finished().sit(0) as browser:
        assert browser.welcome["seat"] is None
        assert browser.welcome["players"][0] == {"name": "Ada (resigned)", "agent": "greedy"}
    with server.people().sit(0) as browser:
        browser.say("resign")
        assert "only a game against agents" in browser.hear("refused")["reason"]


# --- finished tables ----------------------------------------------------------------------------


def test_results_and_numbers_survive_a_restart_and_tables_can_be_deleted(tmp_path):
    game = CASES[0].make()
    state, made = game.new(SETUP.seed), []
    seat = int(state["player"])
    for action in play_on(game, state, 1):
        made.append(StoredDecision(seat, game.action_name(action)))
        seat = int(state["player"])
    write_tables(tmp_path, SETUP, decisions=made[:-4])
    with serving(tmp_path, tmp_path) as server:
        with Opened(server, 1, {0: "1"}).sit(0) as browser:
            play_to_the_end(browser)
        ending = server.tables()[1]["ending"]
        # Tables at which no person has decided can be deleted before the game is over.
        opened = server.open(["greedy", "me", "person"], "knatsch")
        with opened.sit(2) as browser:
            assert "only the players" in server.delete(opened.table, "x")
            assert server.delete(opened.table, opened.tokens[1]) == ""
            assert "was deleted by one of its players" in browser.hear("error")["reason"]
        assert "there is no table" in server.rejection(table=opened.table)
    with serving(tmp_path, tmp_path) as server:
        assert server.tables()[1]["ending"] == ending
        other = server.people()
        assert other.table == opened.table + 1  # Numbers are not used again.
        with other.sit(0) as browser:
            browser.act_first()
        assert "only the players" in server.delete(1, other.tokens[0])
        assert "still in play" in server.delete(other.table, other.tokens[0])
        alone = server.open(["me", "random"])
        with alone.sit(0) as browser:
            browser.act_first()
        assert "only the players" in server.delete(alone.table, other.tokens[0])
        assert server.delete(alone.table, alone.tokens[0]) == ""
        assert server.delete(1, "1") == ""
        for table in (1, "x"):
            assert "there is no" in server.delete(table, "1")
        assert 1 not in server.tables()
        assert "does not belong to any seat" in server.rejection(token="1")
        assert server.ask("/api/tables/1/record").status == 404
        # Everyone can delete finished tables of agents.
        assert server.delete(server.open(["greedy", "random"]).finished().table, "") == ""
        slow = server.open(["search-20000"] * 3)
        assert "still in play" in server.delete(slow.table, "")
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as file:
        for name in ("seats", "decisions"):
            assert file.execute(f"SELECT * FROM {name} WHERE of = 1").fetchall() == []


# --- addresses ----------------------------------------------------------------------------------


def test_addresses_for_others_are_not_those_of_this_machine_only(server):
    assert server.ask("/api/address").content == {"address": None}
    for host in ("localhost", "LOCALHOST", "127.0.0.2", "0:0:0:0:0:0:0:1"):
        assert address_for_others(host, 80) is None
    assert address_for_others("192.168.1.5", 8000) == "http://192.168.1.5:8000/"
    assert address_for_others("fe80::1", 8000) == "http://[fe80::1]:8000/"
    others = address_for_others("0.0.0.0", 8000)
    assert others is not None
    assert "0.0.0.0" not in others
    for host in ("", "0", "::", "0:0:0:0:0:0:0:0"):
        assert address_for_others(host, 8000) == others
