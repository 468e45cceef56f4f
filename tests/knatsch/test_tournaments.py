"""Tournaments."""

import pytest

from tests.knatsch.scenario import POOR, STOP, dice_of, named, seed_of, stopped, thrown

LISTS = [["stack 222+4", "red 333+1"], ["tournament", "blue 333+2"]]


def follows(dice, by, beat, leader, num_players=4, **fields):
    """Return the position after seat `by`, who is not the organiser, has kept `dice`."""
    about = {"beat": beat, "leader": leader}
    return stopped("tournament", dice, num_players, by=by, about=about, **fields)


# --- the organiser -----------------------------------------------------------------------------


def test_the_organiser_throws_first_and_up_to_four_times():
    shown = named("target pile 2", POOR, piles=LISTS).shown
    assert (shown["player"], shown["active"], shown["step"]) == (0, 0, "dice")
    assert shown["attempt"] == {
        "by": 0, "target": "tournament", "dice": dice_of(POOR), "throws_left": 3, "beat": None,
        "pile": 2, "leader": None,
    }  # fmt: skip
    for throws_left in (3, 2):
        scenario = thrown("tournament", "112666", POOR, throws_left=throws_left, piles=LISTS)
        attempt = scenario.shown["attempt"]
        assert (attempt["by"], attempt["throws_left"]) == (0, throws_left - 1)
    scenario = thrown("tournament", "112666", POOR, throws_left=1, piles=LISTS)
    attempt = scenario.shown["attempt"]
    assert (attempt["by"], attempt["beat"]) == (1, [1, 2, 1])


# --- the others --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("num_players", "organiser", "order"),
    [(2, 1, [1, 0]), (3, 0, [0, 1, 2]), (4, 2, [2, 3, 0, 1]), (6, 5, [5, 0, 1, 2, 3, 4])],
)
def test_all_take_part_in_turn_order_from_the_organiser(num_players, organiser, order):
    """The organiser has five 5 and a 4, which no other player beats with one throw."""
    fields = {"active": organiser, "piles": LISTS}
    scenario = stopped("tournament", "555554", num_players, by=organiser, **fields)
    asked = [organiser]
    for _ in order[1:]:
        shown = scenario.shown
        assert (shown["active"], shown["turn"]) == (organiser, 0)
        attempt = shown["attempt"]
        assert attempt["by"] == shown["player"]
        assert (attempt["throws_left"], attempt["leader"]) == (2, organiser)
        assert attempt["beat"] == [5, 5, 4]
        asked.append(shown["player"])
        scenario.do(STOP)
    assert asked == order
    shown = scenario.shown
    assert shown["tournaments"] == [int(seat == organiser) for seat in range(num_players)]
    assert shown["active"] == shown["player"] == (organiser + 1) % num_players
    assert (shown["turn"], shown["step"], shown["attempt"]) == (1, "target", None)
    assert shown["piles"] == [LISTS[0], ["blue 333+2"]]


def test_another_throw_may_lower_the_result():
    """The last dice on the table count, so the leader remains."""
    about = {"beat": [3, 4, 3], "leader": 0}
    scenario = thrown("tournament", "455566", "555566", by=1, throws_left=2, about=about)
    attempt = scenario.shown["attempt"]
    assert (attempt["by"], attempt["throws_left"]) == (1, 1)
    assert (attempt["beat"], attempt["leader"]) == ([3, 4, 3], 0)
    scenario = thrown("tournament", "555266", "552266", by=1, about=about)
    attempt = scenario.shown["attempt"]
    assert (attempt["by"], attempt["beat"], attempt["leader"]) == (2, [3, 4, 3], 0)


# --- the card ----------------------------------------------------------------------------------


@pytest.mark.parametrize("leader", [0, 1, 2])
def test_the_card_goes_to_the_leader_if_the_last_player_is_not_better(leader):
    shown = follows("444366", 3, [3, 4, 3], leader, tournaments=[1, 0, 2, 0]).shown
    expected = [1, 0, 2, 0]
    expected[leader] += 1
    assert shown["tournaments"] == expected
    assert (shown["player"], shown["active"], shown["turn"]) == (1, 1, 1)
    assert shown["piles"] == [["tournament"], ["tournament"] * 2]


@pytest.mark.parametrize("throws_left", [1, 2])
def test_the_card_goes_to_the_last_player_who_is_better(throws_left):
    scenario = thrown(
        "tournament", "144566", "444566", by=3, throws_left=throws_left,
        about={"beat": [3, 4, 3], "leader": 1, "pile": 2}, tournaments=[1, 0, 2, 0], piles=LISTS,
    )  # fmt: skip
    shown = scenario.shown
    assert shown["tournaments"] == [1, 0, 2, 1]
    assert shown["piles"] == [LISTS[0], ["blue 333+2"]]
    assert (shown["player"], shown["active"], shown["turn"]) == (1, 1, 1)
    assert (shown["step"], shown["attempt"]) == ("target", None)


def test_the_first_throw_of_the_last_player_may_win():
    shown = follows(POOR, 1, [3, 4, 3], 0, 3, seed=seed_of("555126")).shown
    assert shown["tournaments"] == [0, 0, 1]
    assert (shown["player"], shown["turn"]) == (1, 1)


def test_the_next_turn_follows_the_organiser_whoever_wins():
    fields = {"active": 2, "about": {"beat": [3, 4, 3], "leader": 2}}
    shown = thrown("tournament", "144566", "444566", by=1, **fields).shown
    assert shown["tournaments"] == [0, 1, 0, 0]
    assert (shown["player"], shown["active"]) == (3, 3)


def test_an_empty_result_may_lead():
    """An organiser whose dice are all dead keeps the lead until somebody has one live die."""
    scenario = stopped("tournament", "666666", 3)
    attempt = scenario.shown["attempt"]
    assert (attempt["by"], attempt["beat"], attempt["leader"]) == (1, [0, 0, 0], 0)
    shown = follows("666666", 2, [0, 0, 0], 0, 3).shown
    assert shown["tournaments"] == [1, 0, 0]
    attempt = follows("166666", 1, [0, 0, 0], 0, 4).shown["attempt"]
    assert (attempt["by"], attempt["beat"], attempt["leader"]) == (2, [1, 1, 0], 1)


def test_a_tournament_may_follow_an_action_card():
    piles = [["die 1 111+2", "tournament", "stack 222+4"], ["white 333+1"]]
    scenario = thrown("pile 1", "122266", "222266", 2, piles=piles)
    scenario = named("target pile 1", POOR, 2, **scenario.shown)
    attempt = scenario.shown["attempt"]
    assert (attempt["target"], attempt["throws_left"], attempt["leader"]) == ("tournament", 3, None)
    scenario = follows(POOR, 1, [4, 1, 2], 0, 2, piles=[piles[0][1:], piles[1]])
    assert scenario.shown["piles"] == [["stack 222+4"], ["white 333+1"]]
