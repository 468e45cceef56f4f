"""Names, take-backs, rematches, spectators, and finished tables."""

import asyncio
import json
import sqlite3
import time
from contextlib import closing

import numpy as np
import pytest

from hofspiele.envs.core.rng import derived_seed
from hofspiele.play.game_progress import GameProgress, Player, TableSetup
from hofspiele.play.server import address_for_others
from hofspiele.play.store import FILE_NAME, Store, StoredDecision
from tests.games import CASES, ONE_OF_EACH_GAME, ONE_OF_EACH_OWN_GAME
from tests.play import play_on, random_action, random_game
from tests.tables.client import TWO, Opened
from tests.tables.corrupt import SETUP, write_tables
from tests.tables.servers import serving


@pytest.fixture(scope="module")
def open_late(server):
    """Return a function that opens a table of Kou-Ka-Roi four decisions before its end."""
    played = server.open("kou_ka_roi", ["random"] * 2, **TWO)
    with played.watch() as browser:
        browser.wait_for_end()
    continued = {"from": played.table, "decision": browser.news["decisions"] - 4}
    return lambda *seats, **wish: server.posted({**continued, "seats": seats, **wish})


def _finish(*browsers):
    """Choose the first legal actions until the game is over."""
    while browsers[0].wait_for_turn():
        for browser in browsers:
            browser.act_first()


def _delete(server, table, token):
    status, text, _ = server.ask(f"/api/tables/{table}", {"token": token}, method="DELETE")
    return status, json.loads(text)


# --- names --------------------------------------------------------------------------------------


def test_people_can_be_renamed_until_the_game_is_over(server, open_late):
    opened = open_late("me", "person")
    with opened.sit(0) as ada, opened.sit(1) as guest:
        assert ada.news["names"] == ["Guest 1", "Guest 2"]
        guest.say("name", name=" Bob\n<b> ")
        while ada.news["names"] != ["Guest", "Bob <b>"]:
            ada.hear("news")
        assert ada.news["edition"] == 1
        ada.act_first()
        assert ada.look()["edition"] == 1
        guest.act_first()
        ada.wait_for_turn()
        assert "Bob <b>" in ada.look()["event"]
        assert server.tables()[opened.table]["players"] == ["Guest", "Bob <b>"]
        _finish(ada, guest)
        guest.say("name", name="Cy")
        assert "the game is over" in guest.hear("refused")["reason"]
    with opened.watch() as spectator:
        spectator.say("name", name="Eve")
        assert "spectators can't do this" in spectator.hear("refused")["reason"]


def test_names_survive_a_restart(tmp_path):
    with serving(tmp_path, tmp_path) as server:
        opened = server.open("kou_ka_roi", ["me", "greedy"], **TWO)
        with opened.sit(0) as browser:
            browser.say("name", name="Ada")
            browser.hear("news")
    with serving(tmp_path, tmp_path) as server, opened._replace(server=server).sit(0) as browser:
        assert browser.news["names"] == ["Ada", "greedy"]


# --- taking back --------------------------------------------------------------------------------


def _progress(game, people=(0,), seed=3):
    players = tuple(
        Player("", None if seat in people else "greedy") for seat in range(game.num_players)
    )
    return GameProgress(TableSetup(1, game.name, game.options, seed, players), game)


def _carried_out(progress, seed):
    action = random_action(progress.game, progress.position, derived_seed(1, seed))
    step = progress.check(progress.player, progress.decisions, action)
    progress.apply(step)


@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
def test_only_decisions_with_a_certain_result_are_taken_back(case):
    """Such a decision leads to the same picture in all positions that the seat thinks possible."""
    game = case.make()
    progress = _progress(game)
    while not progress.over and progress.decisions < 150:
        _carried_out(progress, progress.decisions)
        if progress.may_take_back(0, progress.decisions):
            before, after = progress.positions[-2:]
            assert int(before["player"]) == int(after["player"]) == 0
            for seed in range(1000, 1020):
                other = game.redeal(before, 0, seed)
                game.apply(other, progress.actions[-1])
                seen = [game.visible_part(game.to_dict(state), 0) for state in (after, other)]
                assert seen[0] == seen[1]


def test_thrown_dice_and_drawn_cards_are_not_taken_back():
    for case in ONE_OF_EACH_OWN_GAME:
        progress = _progress(case.make())
        while not progress.over and progress.decisions < 150:
            _carried_out(progress, progress.decisions)
            name = progress.game.action_name(progress.actions[-1])
            if name.startswith(("draw pile", "target", "challenge", "row")):
                assert not progress.may_take_back(0, progress.decisions), name


def test_placed_pieces_can_be_taken_back_one_by_one(server):
    opened = server.open("kardinal", ["me", "greedy", "greedy"], options={"num_players": 3}, seed=3)
    with opened.sit(0) as browser:
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
        browser.say("take back")
        assert "only be taken back in games against agents" in browser.hear("refused")["reason"]


def test_nothing_is_taken_back_between_people():
    for case in ONE_OF_EACH_OWN_GAME:
        progress = _progress(case.make(), people=(0, 1))
        for ply in range(40):
            if not progress.over:
                _carried_out(progress, ply)
                assert not any(progress.may_take_back(seat, ply + 1) for seat in (0, 1))


def test_a_taken_back_decision_is_forgotten_by_the_file(tmp_path):
    made = [StoredDecision(0, "row 1"), StoredDecision(0, "row 2"), StoredDecision(1, "row 3")]

    async def take_back() -> list[StoredDecision]:
        store = Store(tmp_path)
        await store.open(SETUP, made)
        await store.take_back(1, 0)
        return await store.decisions(1)

    assert asyncio.run(take_back()) == [made[0], made[2]]


# --- rematch ------------------------------------------------------------------------------------


def test_a_rematch_rotates_the_seats_and_is_opened_once(open_late):
    opened = open_late("me", "person", names=["Ada", "Bob"])
    with opened.sit(0) as ada, opened.sit(1) as bob:
        ada.say("rematch")
        assert "still in play" in ada.hear("refused")["reason"]
        _finish(ada, bob)
        ada.say("rematch")
        again = ada.hear("rematch")
        bob.wait_for_end()
        while bob.news["rematch"] is None:
            bob.hear("news")
        assert bob.news["rematch"] == again["table"]
        bob.say("rematch")
        other = bob.hear("rematch")
        assert other["table"] == again["table"]
    with opened._replace(tokens={0: other["token"], 1: again["token"]}).sit(0) as bob:
        assert bob.welcome["table"] == again["table"]
        assert bob.welcome["seat"] == 0
        assert bob.news["names"] == ["Bob", "Ada"]


# --- spectators ---------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
def test_a_bystander_sees_only_what_all_seats_see(case):
    game = case.make()
    for number, state in enumerate(random_game(game, 8)[:60]):
        seen = game.visible_part(game.to_dict(state), game.bystander)
        for seat in range(game.num_players):
            redealt = game.redeal(state, seat, number)
            assert game.visible_part(game.to_dict(redealt), game.bystander) == seen


def test_spectators_of_people_see_no_hands_before_the_end(open_late):
    opened = open_late("me", "person")
    with opened.sit(0) as ada, opened.sit(1) as bob, opened.watch() as spectator:
        for view in (0, 1, None):
            assert "hidden until the game is over" in spectator.look(view=view)["reason"]
        seen = spectator.look(ada.act_first() + 1, view=2)
        assert (seen["view"], seen["event"]) == (2, "Guest 1 chose a row")
        assert "actions" not in seen
        assert "chosen" not in seen
        bob.act_first()
        _finish(ada, bob)
        spectator.wait_for_end()
        assert spectator.look(view=None)["type"] == "frame"


def test_spectators_do_not_keep_a_table_in_play(tmp_path):
    with serving(tmp_path, tmp_path, away_hours=0.5 / 3600) as server:
        opened = server.open("kou_ka_roi", ["me", "greedy"], **TWO)
        with opened.watch() as spectator:
            reason = spectator.hear("error")["reason"]
        assert reason == "this table is paused until one of its players returns"


# --- finished tables ----------------------------------------------------------------------------


def test_finished_tables_have_a_result_and_a_date(server, open_late):
    opened = open_late("me", "greedy", names=["Ada", None])
    with opened.sit(0) as browser:
        _finish(browser)
        last = browser.look()
    shown = server.tables()[opened.table]["ending"]
    assert (shown["points"], shown["ranks"]) == (last["points"], last["ranks"])
    assert 0 <= time.time() - shown["ended"] < 60
    running = server.open("kou_ka_roi", ["me", "greedy"], **TWO)
    assert server.tables()[running.table]["ending"] is None


def test_results_survive_a_restart_and_finished_tables_can_be_deleted(tmp_path):
    game = CASES[0].make()
    state, made = game.new(SETUP.seed), []
    seat = int(state["player"])
    for action in play_on(game, state, 1):
        made.append(StoredDecision(seat, game.action_name(action)))
        seat = int(state["player"])
    write_tables(tmp_path, SETUP, decisions=made[:-4])
    with serving(tmp_path, tmp_path) as server:
        opened = Opened(server, 1, {0: "1"})
        with opened.sit(0) as browser:
            _finish(browser)
        ending = server.tables()[opened.table]["ending"]
    with serving(tmp_path, tmp_path) as server:
        assert server.tables()[opened.table]["ending"] == ending
        token = opened.tokens[0]
        other = server.open("kou_ka_roi", ["me", "greedy"], **TWO)
        status, answer = _delete(server, opened.table, other.tokens[0])
        assert (status, "only the players" in answer["error"]) == (400, True)
        assert "still in play" in _delete(server, other.table, other.tokens[0])[1]["error"]
        assert _delete(server, opened.table, token) == (200, {})
        assert "there is no table" in _delete(server, opened.table, token)[1]["error"]
        assert opened.table not in server.tables()
        assert "does not belong to any seat" in server.rejection(token=token)
        assert server.ask(f"/api/tables/{opened.table}/record")[0] == 404
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as file:
        for name in ("seats", "decisions"):
            rows = file.execute(f"SELECT * FROM {name} WHERE of = ?", (opened.table,))
            assert rows.fetchall() == []


def test_tables_of_agents_can_be_deleted_by_everyone(server):
    opened = server.open("kou_ka_roi", ["greedy", "random"], **TWO)
    with opened.watch() as browser:
        browser.wait_for_end()
    assert _delete(server, opened.table, "")[0] == 200
    assert _delete(server, "x", "")[0] == 404


def test_curves_are_sent_once_the_game_is_over(open_late):
    opened = open_late("me", "greedy")
    with opened.sit(0) as browser:
        browser.say("curves")
        assert "still in play" in browser.hear("refused")["reason"]
        _finish(browser)
        browser.say("curves")
        curves = browser.hear("curves")
        last = browser.look()
    decisions = browser.news["decisions"]
    assert np.shape(curves["points"]) == (decisions + 1, 2)
    assert curves["points"][-1] == last["points"]
    assert len(curves["scorings"]) == decisions
    assert sum(curves["scorings"]) == 2
    assert curves["scorings"][-1]


# --- addresses ----------------------------------------------------------------------------------


def test_addresses_for_others_are_not_those_of_this_machine_only(server):
    assert json.loads(server.ask("/api/address")[1]) == {"address": None}
    for host in ("localhost", "LOCALHOST", "127.0.0.2", "0:0:0:0:0:0:0:1"):
        assert address_for_others(host, 80) is None
    assert address_for_others("192.168.1.5", 8000) == "http://192.168.1.5:8000/"
    assert address_for_others("fe80::1", 8000) == "http://[fe80::1]:8000/"
    others = address_for_others("0.0.0.0", 8000)
    assert others is not None
    assert "0.0.0.0" not in others
    for host in ("", "0", "::", "0:0:0:0:0:0:0:0"):
        assert address_for_others(host, 8000) == others
