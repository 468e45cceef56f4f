"""Entries of written positions that depend on others.

tests/core/test_written_positions.py checks each entry alone.
"""

import numpy as np
import pytest

from hofspiele.envs.core.text.written import EntryError
from tests.knatsch.scenario import OTHER_THREE, THREE, Scenario, game_of, on_the_table

TWO = ["white 333+4", "black 333+5"]


def read(num_players=3, /, max_turns=500, **fields):
    game = game_of(num_players, max_turns)
    return game.to_dict(game.from_dict({"game": "knatsch", **fields}))


def thrown_at(target, dice="123456", by=0, active=0, /, **more):
    """Return the fields of a position in which seat `by` throws."""
    return on_the_table(target, dice, 1, by, active, **more)


# --- there and back ----------------------------------------------------------------------------


def test_cards_are_written_by_colour_and_kind():
    shown = read(
        castles=[["white 333+4", "red 444+5"]], actions=[["catapult 555+1", "die 1 111+3"]]
    )
    assert shown["castles"][0] == ["red 444+5", "white 333+4"]
    assert shown["actions"][0] == ["die 1 111+3", "catapult 555+1"]


def test_the_last_turn_may_be_written():
    assert read(3, max_turns=7, turn=6)["turn"] == 6
    assert read(3, max_turns=7, turn=7, over=True)["turn"] == 7


# --- the deciding seat ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "player", "active"),
    [
        ({"player": 2}, 2, 2),
        ({"active": 2}, 2, 2),
        ({"attempt": {"by": 1, "target": "pile 1"}}, 1, 1),
        ({"active": 1, "attempt": {"target": "pile 1"}}, 1, 1),
        ({"attempt": {"by": 1, "target": "tournament", "beat": [1, 5, 4]}}, 1, 0),
        ({"active": 2, "attempt": {"by": 1, "target": "tournament", "beat": [1, 5, 4]}}, 1, 2),
    ],
)
def test_missing_seats_follow_from_the_rest(fields, player, active):
    piles = [["red 333+1"], ["tournament"]]
    if "attempt" in fields:
        attempt = {"dice": [1, 1, 2, 2, 3, 3], "throws_left": 1, **fields["attempt"]}
        fields = {**fields, "step": "dice", "attempt": attempt}
    shown = read(piles=piles, **fields)
    assert (shown["player"], shown["active"]) == (player, active)
    if shown["attempt"]:
        assert shown["attempt"]["by"] == player


# --- attempts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "fields", "beat"),
    [
        ("pile 1", {"piles": [["red 444+5"]]}, [3, 4, 5]),
        ("pile 2", {"piles": [[], ["die 1 111+2"]]}, [3, 1, 2]),
        ("pile 1", {"piles": [["red 444+5"]], "actions": [["treason 555+2"]]}, [3, 2, 4]),
        ("castle red of 1", {"castles": [[], ["red 333+1", "blue 333+2"]]}, [3, 3, 1]),
        ("catapult of 2", {"actions": [[], [], ["catapult 555+3"]]}, [3, 5, 3]),
        ("castle guard of 2", {"actions": [[], [], ["castle guard 444+1"]]}, [3, 4, 1]),
        ("king", {"castles": [THREE]}, [4, 5, 1]),
    ],
)
def test_the_result_to_beat_follows_from_the_target(target, fields, beat):
    expected = {"by": 0, "target": target, "dice": [1, 2, 3, 4, 5, 6], "throws_left": 1}
    expected["beat"] = beat
    assert read(**thrown_at(target), **fields)["attempt"] == expected
    assert read(**thrown_at(target, beat=beat), **fields)["attempt"] == expected
    with pytest.raises(ValueError, match=r"attempt\['beat'\] is \[3, 5, 2\], expected "):
        read(**thrown_at(target, beat=[3, 5, 2]), **fields)


def test_dice_are_written_in_order():
    shown = read(**{**thrown_at("pile 1"), "piles": [["red 333+1"]]})
    assert shown["attempt"]["dice"] == [1, 2, 3, 4, 5, 6]
    attempt = {"target": "pile 1", "dice": [6, 1, 5, 1, 2, 1], "throws_left": 2}
    shown = read(step="dice", attempt=attempt, piles=[["red 333+1"]])
    assert shown["attempt"]["dice"] == [1, 1, 1, 2, 5, 6]


def test_a_defence_can_be_written_and_continued():
    castles = [[], ["red 333+1", "blue 333+2"]]
    fields = thrown_at("defence", "123456", 1, 0, beat=[3, 4, 5], castle="blue")
    scenario = Scenario(3, castles=castles, **fields)
    assert scenario.shown["attempt"] == fields["attempt"]
    shown = scenario.do("keep xxxxxx")
    assert shown["castles"] == [["blue 333+2"], ["red 333+1"], []]


def test_the_only_castle_that_can_be_attacked_is_the_one_defended():
    castles = [["red 444+2"], ["red 333+1", "blue 333+2"]]
    shown = read(castles=castles, **thrown_at("defence", "123456", 1, 0, beat=[3, 4, 5]))
    assert shown["attempt"]["castle"] == "blue"


def test_missing_fields_of_a_tournament_have_defaults():
    piles = [["red 333+1"], ["tournament"]]
    organiser = thrown_at("tournament", "112233", 0, 0)
    shown = read(piles=piles, **organiser)
    assert shown["attempt"] == {
        **organiser["attempt"], "beat": None, "pile": 2, "leader": None,
    }  # fmt: skip
    assert read(piles=piles, **thrown_at("tournament", beat=None, leader=None, pile=2))
    shown = read(piles=piles, **thrown_at("tournament", "112233", 2, 0, beat=[0, 0, 0]))
    assert (shown["attempt"]["leader"], shown["attempt"]["beat"]) == (0, [0, 0, 0])
    shown = read(piles=piles, **thrown_at("tournament", "112233", 0, 1, beat=[2, 5, 4], leader=2))
    assert (shown["player"], shown["active"], shown["attempt"]["leader"]) == (0, 1, 2)


def test_the_first_pile_with_a_tournament_is_played_for():
    piles = [["tournament"], ["tournament"]]
    assert read(piles=piles, **thrown_at("tournament"))["attempt"]["pile"] == 1
    assert read(piles=piles, **thrown_at("tournament", pile=2))["attempt"]["pile"] == 2


WON = {"by": 0, "target": "pile 1", "dice": [4, 4, 4, 4, 5, 6], "throws_left": 0, "beat": [3, 1, 2]}


def test_an_attempt_that_won_an_action_card_stays():
    """It shows that the king can't be challenged any more this turn."""
    fields = {"castles": [THREE], "actions": [["die 1 111+2"]]}
    shown = read(attempt=WON, **fields)
    assert shown["attempt"] == WON
    assert "challenge the king" in Scenario(3, **fields).legal()
    assert "challenge the king" not in Scenario(3, attempt=WON, **fields).legal()


# --- the winner --------------------------------------------------------------------------------


def ranks(**fields):
    game = game_of(3)
    state = game.from_dict({"game": "knatsch", **fields})
    nobody_won = state["over"] == 1 and state["winner"] == -1
    assert game.truncated(np.array([state])).tolist() == [nobody_won]
    return game.ranks(state).tolist()


def test_once_over_the_goals_show_the_winner():
    assert ranks(over=True, castles=[[], [*THREE, "white 333+1"]]) == [2, 1, 2]
    assert ranks(over=True, castles=[TWO], tournaments=[3]) == [1, 2, 2]
    assert ranks(over=True, castles=[TWO], tournaments=[2]) == [1, 1, 1]
    assert ranks(castles=[THREE, OTHER_THREE]) == [1, 1, 1]


def test_once_over_an_attempt_at_the_king_shows_the_winner():
    attempt = {"by": 2, "target": "king", "dice": [2, 5, 5, 5, 5, 6], "throws_left": 0}
    fields = {"over": True, "player": 2, "castles": [[], TWO, THREE]}
    assert ranks(**fields, attempt=attempt) == [2, 2, 1]
    assert ranks(**fields) == [1, 1, 1]
    assert read(**fields, attempt=attempt)["attempt"] == {**attempt, "beat": [4, 5, 1]}
    four = {**fields, "castles": [[], [], [*THREE, "white 333+1"]]}
    assert ranks(**four, attempt=attempt) == [2, 2, 1]
    attempt["dice"] = [1, 5, 5, 5, 5, 6]
    with pytest.raises(ValueError, match=r"\['dice'\] is .* expected a result above \[4, 5, 1\]"):
        read(**fields, attempt=attempt)


# --- what is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        # seats and progress
        ({"player": 1, "active": 0}, "player is 1, but active is 0"),
        ({"turn": 500}, "turn is 500"),
        ({"buried": 51}, "buried is 51"),
        # cards
        ({"castles": [[]] * 4}, "castles has 4 entries"),
        ({"castles": [["red 333+2"]]}, r"castles\[0\] is 'red 333\+2'"),
        ({"castles": [["red 333+1", "red 444+2"]]}, r"castles\[0\] has .* at most one red"),
        ({"actions": [["red 333+1"]]}, r"actions\[0\] is 'red 333\+1'"),
        ({"actions": [["stack 222+4", "stack 222+5"]]}, "expected at most one stack"),
        ({"piles": [[]] * 3}, "piles has 3 entries"),
        ({"piles": [["tournament"] * 4, ["tournament"] * 4], "tournaments": [1, 1]},
         "card 'tournament' appears 10 times"),
        ({"piles": [["red 333+1"]], "castles": [["red 333+1"]]}, "'red 333.1' appears 2 times"),
        # guards
        ({"guarded_castles": [["red"]], "castles": [["red 333+1"]]}, r"guarded_castles\[0\]"),
        ({"guarded_castles": [["red"]], "actions": [["castle guard 444+1"]],
          "castles": [["blue 333+2"]]}, r"guarded_castles\[0\] is 'red'"),
        ({"guarded_castles": [["red", "blue", "green"]], "actions": [["castle guard 444+1"]],
          "castles": [THREE]}, r"guarded_castles\[0\] has 3 entries"),
        ({"guarded_action": ["stack"], "actions": [["stack 222+4"]]}, r"guarded_action\[0\]"),
        ({"guarded_action": ["action guard"], "actions": [["stack 222+4", "action guard 333+1"]]},
         r"guarded_action\[0\] is 'action guard'"),
        # steps
        ({"step": "lose castle", "castles": [TWO]}, "step is 'lose castle'"),
        ({"step": "guard castles", "castles": [THREE]}, "step is 'guard castles'"),
        ({"step": "dice", "over": True}, "step is 'dice', but over is true"),
        ({"step": "guard action", "actions": [["stack 222+4", "treason 555+2"]]}, "seat 0 has no"),
        # the winner
        ({"castles": [[], [*THREE, "white 333+1"]]}, "over is false, but seat 1 has reached a"),
        ({"castles": [TWO], "tournaments": [3]}, "over is false, but seat 0 has reached a goal"),
        ({"over": True, "castles": [THREE, TWO], "tournaments": [3, 4]}, "castles: seats 0, 1"),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(fields, where):
    with pytest.raises(EntryError, match=where):
        read(**fields)


IN_PLAY = {
    "player": 0,
    "active": 0,
    "piles": [["red 333+1", "tournament", "blue 333+2"], ["white 333+1"]],
    "castles": [["red 444+2"], ["blue 444+1", "green 444+5"], ["black 333+2"]],
    "actions": [["catapult 555+1"], ["stack 222+4"], ["catapult 555+3"]],
}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("leeder", (1,)),
        # The red castle is owned, the black one is the only one, and no tournament is on top.
        ("target", (..., ["king"], "pile 1", "pile 3", "castle pink of 1", "castle red of 1",
                    "castle black of 2", "catapult of 2", "die 1 of 1", "king", "tournament",
                    "defence")),
        ("by", (1, 3)),
        ("pile", (1,)),
        ("dice", ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 7])),
        ("throws_left", (3,)),
        ("beat", ([3, 3, 2],)),
    ],
)  # fmt: skip
def test_impossible_attempts_are_refused(name, values):
    attempt = {"by": 0, "target": "pile 2", "dice": [1, 2, 3, 4, 5, 6], "throws_left": 1}
    assert read(**IN_PLAY, step="dice", attempt=attempt)["attempt"] == attempt | {"beat": [3, 3, 1]}
    for value in values:
        changed = {**attempt, name: value}
        if value == ...:
            del changed[name]
        with pytest.raises(EntryError, match=rf"attempt\['{name}'\]|unknown field '{name}'"):
            read(**IN_PLAY, step="dice", attempt=changed)
    for nothing in (None, []):
        with pytest.raises(EntryError, match="attempt is "):
            read(**IN_PLAY, step="dice", attempt=nothing)


@pytest.mark.parametrize(
    ("target", "active", "by", "where", "cases"),
    [
        ("tournament", 1, 2, "beat", [{"beat": wrong} for wrong in (
            None, [3, 4, "5"], [3, 6, 1], [3, 3, 3])]),
        ("tournament", 1, 1, "beat", [{"beat": [3, 4, 1]}]),
        ("tournament", 1, 2, "leader", [{"beat": [3, 4, 1], "leader": 2}]),
        ("tournament", 1, 0, "leader", [{"beat": [3, 4, 1], "leader": seat} for seat in (0, None)]),
        ("tournament", 1, 1, "pile", [{"pile": 1}]),
        ("tournament", 1, 2, "throws_left", [{"beat": [3, 4, 1], "throws_left": 3}]),
        ("defence", 0, 1, "castle", [{"beat": [3, 4, 1]}, {"beat": [3, 4, 2], "castle": "red"}]),
        ("defence", 0, 1, "beat", [{"beat": [3, 4, 1], "castle": "blue"}, {"castle": "blue"}]),
        ("defence", 0, 2, "target", [{"beat": [3, 4, 1]}]),
    ],
)  # fmt: skip
def test_impossible_tournaments_and_defences_are_refused(target, active, by, where, cases):
    piles, castles = [["red 333+1"], ["tournament"]], IN_PLAY["castles"]
    for more in cases:
        fields = thrown_at(target, "123456", by, active)
        fields["attempt"] |= more
        with pytest.raises(EntryError, match=rf"attempt\['{where}'\] is "):
            read(piles=piles if target == "tournament" else [], castles=castles, **fields)


@pytest.mark.parametrize(
    ("fields", "more", "where"),
    [
        ({}, {"dice": [2, 3, 4, 5, 6, 6]}, r"attempt\['dice'\]"),
        ({}, {"beat": None}, r"attempt\['beat'\]"),
        ({}, {"target": "pile 9"}, "attempt at 'pile 9'"),
        ({}, {"target": "stack of 1"}, "attempt at 'stack of 1'"),
        ({"actions": []}, {}, "attempt at 'pile 1'"),
        ({"step": "guard action"}, {}, "attempt at 'pile 1'"),
        ({"over": True}, {}, "attempt at 'pile 1'"),
    ],
)
def test_finished_attempts_are_checked(fields, more, where):
    actions = [["die 1 111+2", "stack 222+4", "action guard 333+1"]]
    with pytest.raises(EntryError, match=f"{where} is "):
        read(**{"actions": actions, **fields, "attempt": {**WON, **more}})
