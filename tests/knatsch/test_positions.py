"""Written positions: defaults and errors; test_contract.py checks that they are read back."""

import numpy as np
import pytest

from tests.knatsch.scenario import OTHER_THREE, THREE, Scenario, game_of, on_the_table

TWO = ["white 333+4", "black 333+5"]


def read(num_players=3, /, max_turns=500, **fields):
    game = game_of(num_players, max_turns)
    return game.to_dict(game.from_dict({"game": "knatsch", **fields}))


def thrown_at(target, dice="123456", by=0, active=0, /, **more):
    """Return the fields of a position in which seat `by` throws."""
    return on_the_table(target, dice, 1, by, active, **more)


# --- there and back ----------------------------------------------------------------------------


def test_missing_fields_are_an_empty_table():
    assert read(3) == {
        "game": "knatsch",
        "num_players": 3,
        "player": 0,
        "active": 0,
        "over": False,
        "turn": 0,
        "castles": [[], [], []],
        "actions": [[], [], []],
        "tournaments": [0, 0, 0],
        "guarded_castles": [[], [], []],
        "guarded_action": [None, None, None],
        "piles": [[], []],
        "buried": 0,
        "step": "target",
        "attempt": None,
    }


def test_short_lists_are_filled_up():
    shown = read(
        castles=[[], ["red 333+1"]], actions=[["castle guard 444+1", "stack 222+4"]],
        tournaments=[4], guarded_castles=[[]], guarded_action=[None], piles=[["tournament"]],
    )  # fmt: skip
    assert shown["castles"] == [[], ["red 333+1"], []]
    assert shown["actions"] == [["stack 222+4", "castle guard 444+1"], [], []]
    assert shown["tournaments"] == [4, 0, 0]
    assert shown["piles"] == [["tournament"], []]


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
    shown = read(castles=castles, **fields)
    assert shown["attempt"] == {**fields["attempt"]}
    scenario = Scenario(3, castles=castles, **fields)
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

CARDS = [["red 333+1", "tournament", "blue 333+2"], ["white 333+1"]]
CASTLES_OF_ALL = [["red 444+2"], ["blue 444+1", "green 444+5"], ["black 333+2"]]
ACTIONS_OF_ALL = [["catapult 555+1"], ["stack 222+4"], ["catapult 555+3"]]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"num_players": 4}, "num_players is 4, expected 3 as in this game"),
        # seats and progress
        ({"player": 3}, "player is 3, expected an integer from 0 to 2"),
        ({"active": -1, "player": 0}, "active is -1, expected an integer from 0 to 2"),
        ({"player": 1, "active": 0}, "player is 1, but active is 0: the active seat decides, exc"),
        ({"turn": 500}, "turn is 500, expected an integer from 0 to 499"),
        ({"buried": 51}, "buried is 51, expected an integer from 0 to 50"),
        ({"step": "draw"}, "step is 'draw', expected one of: target, dice, lose castle, guard"),
        # cards
        ({"castles": [[]] * 4}, "castles has 4 entries, expected at most 3"),
        ({"castles": [["red 333+2"]]}, r"castles\[0\] is 'red 333\+2', expected one of: red 3"),
        ({"castles": [["red 333+1", "red 444+2"]]},
         r"castles\[0\] has 'red 333\+1' and 'red 444\+2', expected at most one red"),
        ({"actions": [["red 333+1"]]}, r"actions\[0\] is 'red 333\+1', expected one of: die 1"),
        ({"actions": [["stack 222+4", "stack 222+5"]]}, "expected at most one stack"),
        ({"tournaments": [0, -1]}, r"tournaments\[1\] is -1, expected an integer from 0 to 9"),
        ({"piles": [[]] * 3}, "piles has 3 entries, expected at most 2"),
        ({"piles": [[], ["king"]]}, r"piles\[1\] is 'king', expected one of: red 333\+1"),
        ({"piles": [["tournament"] * 4, ["tournament"] * 4], "tournaments": [1, 1]},
         "card 'tournament' appears 10 times in castles, actions, tournaments and piles together"),
        ({"piles": [["red 333+1"]], "castles": [["red 333+1"]]},
         r"card 'red 333\+1' appears 2 times in castles.* together, expected at most 1"),
        # guards
        ({"guarded_castles": [["red"]], "castles": [["red 333+1"]]},
         r"guarded_castles\[0\] is \['red'\], but seat 0 has no castle guard"),
        ({"guarded_castles": [["red"]], "actions": [["castle guard 444+1"]],
          "castles": [["blue 333+2"]]}, r"guarded_castles\[0\] is 'red', expected one of: blue"),
        ({"guarded_castles": [["red", "blue", "green"]], "actions": [["castle guard 444+1"]],
          "castles": [THREE]}, r"guarded_castles\[0\] has 3 entries, expected at most 2"),
        ({"guarded_action": ["stack"], "actions": [["stack 222+4"]]},
         r"guarded_action\[0\] is 'stack', but seat 0 has no action guard"),
        ({"guarded_action": ["action guard"], "actions": [["stack 222+4", "action guard 333+1"]]},
         r"guarded_action\[0\] is 'action guard', expected one of: stack"),
        # steps
        ({"step": "lose castle", "castles": [TWO]},
         "step is 'lose castle', but seat 0 does not have three castles, or has the protection"),
        ({"step": "guard castles", "castles": [THREE]},
         "step is 'guard castles', but seat 0 lacks a castle guard or a third castle"),
        ({"step": "dice", "over": True}, "step is 'dice', but over is true: expected 'target'"),
        ({"step": "guard action", "actions": [["stack 222+4", "treason 555+2"]]},
         "seat 0 has no action guard, or fewer than two cards to guard"),
        # the winner
        ({"castles": [[], [*THREE, "white 333+1"]]}, "over is false, but seat 1 has reached a"),
        ({"castles": [TWO], "tournaments": [3]}, "over is false, but seat 0 has reached a goal"),
        ({"over": True, "castles": [THREE, TWO], "tournaments": [3, 4]},
         "castles: seats 0, 1 have reached goals, expected at most one seat"),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(fields, message):
    with pytest.raises(ValueError, match=message):
        read(**fields)


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (None, "attempt is null, but step is 'dice': expected an attempt"),
        ([], r"attempt is \[\], expected a mapping of fields, or null"),
        ({"leeder": 1}, r"attempt: unknown field 'leeder'; did you mean 'leader'\?; fields"),
        ({"target": ...}, r"attempt\['target'\] is missing"),
        ({"by": 1}, r"attempt\['by'\] is 1, expected 0, because player is 0 and the target is"),
        ({"by": 3}, r"attempt\['by'\] is 3, expected an integer from 0 to 2"),
        ({"pile": 1}, r"attempt\['pile'\] is 1, expected None, because player is 0"),
        # the target
        (
            {"target": "pile 3"},
            r"attempt\['target'\] is 'pile 3', but seat 0 may not name it; expe"
            "cted one of: pile 2, castle blue of 1, castle green of 1, stack of 1$",
        ),
        ({"target": ["king"]}, r"attempt\['target'\] is \['king'\], but seat 0 may not"),
        ({"target": "castle pink of 1"}, "is 'castle pink of 1', but seat 0 may not"),
        ({"target": "pile 1"}, "is 'pile 1', but seat 0 may not name it"),  # a red castle
        ({"target": "castle red of 1"}, "is 'castle red of 1', but seat 0 may not name it"),
        ({"target": "castle black of 2"}, "is 'castle black of 2', but seat 0 may not"),  # the only
        ({"target": "catapult of 2"}, "is 'catapult of 2', but seat 0 may not name it"),
        ({"target": "die 1 of 1"}, "is 'die 1 of 1', but seat 0 may not name it"),
        ({"target": "king"}, "is 'king', but seat 0 may not name it"),
        ({"target": "tournament"}, "is 'tournament', but seat 0 may not name it"),
        ({"target": "defence"}, "is 'defence', but seat 0 may not name it"),
        # dice
        ({"dice": [1, 2, 3, 4, 5]}, r"attempt\['dice'\] has 5 entries, expected 6"),
        ({"dice": [1, 2, 3, 4, 5, 7]}, r"attempt\['dice'\] is 7, expected an integer from 1 to 6"),
        ({"throws_left": 3}, r"attempt\['throws_left'\] is 3, expected an integer from 1 to 2"),
        ({"target": "castle blue of 1", "throws_left": 4}, "is 4, expected an integer from 1 to 3"),
        ({"beat": [3, 3, 2]}, r"\['beat'\] is \[3, 3, 2\], expected \[3, 3, 1\]"),
    ],
)  # fmt: skip
def test_impossible_attempts_are_refused(attempt, message):
    whole = attempt
    if attempt:
        whole = {"by": 0, "target": "pile 2", "dice": [1, 2, 3, 4, 5, 6], "throws_left": 1}
        whole = {name: value for name, value in {**whole, **attempt}.items() if value != ...}
    with pytest.raises(ValueError, match=message):
        read(
            player=0, active=0, step="dice", attempt=whole,
            piles=CARDS, castles=CASTLES_OF_ALL, actions=ACTIONS_OF_ALL,
        )  # fmt: skip


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"by": 2, "beat": None}, r"\['beat'\] is None, expected a result: \[equal dice, face, e"),
        ({"by": 2, "beat": [3, 4, "5"]}, r"\['beat'\] is \[3, 4, '5'\], expected a result"),
        ({"by": 2, "beat": [3, 6, 1]}, "expected a result"),
        ({"by": 2, "beat": [3, 3, 3]}, "expected a result"),
        ({"by": 2, "beat": [3, 4, 1], "leader": 2}, r"\['leader'\] is 2, expected one of: 1"),
        ({"by": 0, "beat": [3, 4, 1], "leader": 0}, r"\['leader'\] is 0, expected one of: 1, 2"),
        ({"by": 0, "beat": [3, 4, 1], "leader": None}, r"\['leader'\] is None, expected one of"),
        (
            {"by": 1, "beat": [3, 4, 1]},
            r"\['beat'\] is \[3, 4, 1\], expected None, because player is 1",
        ),
        ({"by": 1, "pile": 1}, r"\['pile'\] is 1, expected one of: 2"),
        ({"by": 2, "beat": [3, 4, 1], "throws_left": 3}, "is 3, expected an integer from 1 to 2"),
    ],
)
def test_impossible_tournaments_are_refused(more, message):
    attempt = {"target": "tournament", "dice": [1, 2, 3, 4, 5, 6], "throws_left": 1, **more}
    with pytest.raises(ValueError, match=message):
        read(active=1, step="dice", attempt=attempt, piles=[["red 333+1"], ["tournament"]])


@pytest.mark.parametrize(
    ("by", "more", "message"),
    [
        (1, {"beat": [3, 4, 1]}, r"attempt\['castle'\] is None, expected one of: blue, green"),
        (1, {"beat": [3, 4, 2], "castle": "red"}, r"\['castle'\] is 'red', expected one of: blue"),
        (1, {"beat": [3, 4, 1], "castle": "blue"}, "but the attacker must have beaten .3, 4, 1"),
        (1, {"castle": "blue"}, r"attempt\['beat'\] is None, expected a result"),
        (2, {"beat": [3, 4, 1]}, "'defence', but seat 0 may not name it"),
    ],
)
def test_impossible_defences_are_refused(by, more, message):
    with pytest.raises(ValueError, match=message):
        read(castles=CASTLES_OF_ALL, **thrown_at("defence", "123456", by, 0, **more))


@pytest.mark.parametrize(
    ("fields", "more", "message"),
    [
        ({}, {"dice": [2, 3, 4, 5, 6, 6]},
         r"\['dice'\] is .*, but this attempt is over and has wo"),
        ({}, {"beat": None}, r"attempt\['beat'\] is None, expected a result"),
        ({}, {"target": "pile 9"}, "attempt at 'pile 9' is given, expected null"),
        ({}, {"target": "stack of 1"}, "attempt at 'stack of 1' is given, expected null"),
        ({"actions": []}, {}, "attempt at 'pile 1' is given, expected null"),
        ({"step": "guard action"}, {}, "attempt at 'pile 1' is given, expected null"),
        ({"over": True}, {}, "attempt at 'pile 1' is given, expected null"),
    ],
)  # fmt: skip
def test_finished_attempts_are_checked(fields, more, message):
    actions = [["die 1 111+2", "stack 222+4", "action guard 333+1"]]
    with pytest.raises(ValueError, match=message):
        read(**{"actions": actions, **fields, "attempt": {**WON, **more}})
