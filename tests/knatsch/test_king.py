"""The challenge to the king."""

import pytest

from tests.knatsch.scenario import PILES, POOR, THREE, Scenario, dice_of, named, stopped, thrown

CHALLENGE = "challenge the king"
DICE = ["die 5 555+2", "protection 555+4"]
LISTS = [["tournament", "die 1 111+2"], ["white 333+1", "stack 222+4"]]


def lost():
    """Return the position after a failed challenge."""
    return stopped("king", POOR, castles=[THREE], piles=LISTS)


# --- who may challenge -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("allowed", "fields"),
    [
        *((number == 3, {"castles": [THREE[:number], []]}) for number in range(4)),
        # The castles of others, tournaments and action cards do not help.
        (False, {"player": 1, "active": 1, "castles": [THREE, ["white 333+1"]]}),
        (False, {"castles": [THREE[:1]], "tournaments": [4], "actions": [DICE]}),
    ],
)
def test_three_castles_are_needed(allowed, fields):
    scenario = Scenario(**fields)
    assert (CHALLENGE in scenario.legal()) == allowed
    assert {"bury pile 1", "bury pile 2", "target pile 1", "target pile 2"} <= scenario.legal()


# --- the dice ----------------------------------------------------------------------------------


def test_the_king_is_four_5_and_a_1_and_there_are_three_throws():
    scenario = named(CHALLENGE, POOR, castles=[THREE])
    assert scenario.shown["attempt"] == {
        "by": 0, "target": "king", "dice": dice_of(POOR), "throws_left": 2, "beat": [4, 5, 1],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after", "won"),
    [
        ("255566", "555566", False),  # no extra die
        ("155566", "555566", False),
        ("155546", "155556", False),  # An equal result is not enough.
        ("255546", "255556", True),
        ("355546", "355556", True),
        ("111126", "111116", True),  # Five equal dice of any face are more than four.
        ("345556", "455556", True),
        ("344446", "444446", True),
        ("144446", "144456", False),
    ],
)
@pytest.mark.parametrize("throws_left", [1, 2])
def test_beating_the_king_wins_the_game(before, after, won, throws_left):
    scenario = thrown("king", before, after, castles=[[], [], THREE], by=2, active=2,
                      throws_left=throws_left)  # fmt: skip
    shown = scenario.shown
    assert shown["over"] == won
    if won:
        assert scenario.winners() == [2]
        assert shown["castles"][2] == THREE
    elif throws_left == 1:
        assert (shown["player"], shown["step"]) == (2, "lose castle")
    else:
        assert (shown["player"], shown["step"], shown["attempt"]["throws_left"]) == (2, "dice", 1)


def test_the_first_throw_may_beat_the_king():
    scenario = named(CHALLENGE, "555524", castles=[THREE])
    assert scenario.winners() == [0]


def test_the_king_may_be_beaten_with_fewer_cards_than_others():
    scenario = thrown("king", "255546", "255556", castles=[THREE, ["white 333+1"]],
                      tournaments=[0, 3])  # fmt: skip
    assert scenario.winners() == [0]
    assert scenario.game.ranks(scenario.state).tolist() == [1, 2, 2, 2]


# --- the king's anger --------------------------------------------------------------------------


def test_a_castle_of_the_players_choice_goes_under_a_pile_of_their_choice():
    scenario = lost()
    shown = scenario.shown
    assert (shown["player"], shown["active"], shown["step"]) == (0, 0, "lose castle")
    assert (shown["castles"][0], shown["attempt"], shown["turn"]) == (THREE, None, 0)
    assert scenario.legal() == {
        f"lose {colour} under pile {pile}" for colour in ("red", "blue", "green") for pile in (1, 2)
    }


@pytest.mark.parametrize("castle", THREE)
@pytest.mark.parametrize("pile", [0, 1])
def test_the_castle_is_lost_and_the_turn_is_over(castle, pile):
    colour = castle.split()[0]
    shown = lost().do(f"lose {colour} under pile {pile + 1}")
    assert shown["castles"] == [[other for other in THREE if other != castle], [], [], []]
    expected = [[*cards] for cards in LISTS]
    expected[pile].append(castle)
    assert shown["piles"] == expected
    assert (shown["player"], shown["active"], shown["turn"]) == (1, 1, 1)
    assert (shown["step"], shown["attempt"]) == ("target", None)


def test_a_castle_under_an_empty_pile_is_its_top():
    scenario = stopped("king", POOR, castles=[THREE], piles=[[], PILES[1]])
    scenario.do("lose blue under pile 1")
    assert scenario.shown["piles"] == [["blue 333+2"], PILES[1]]
    assert scenario.targets() == {"pile 1", "pile 2", "castle red of +3", "castle green of +3"}


def test_guards_are_placed_after_a_failed_challenge():
    """The two castles left are both guarded; one of two action cards is chosen."""
    scenario = stopped(
        "king", POOR, castles=[THREE], guarded_castles=[["red", "blue"]],
        actions=[["castle guard 444+1", "action guard 333+1", "die 1 111+2"]],
        guarded_action=["die 1"],
    )  # fmt: skip
    shown = scenario.do("lose red under pile 1")
    assert shown["guarded_castles"][0] == ["blue", "green"]
    assert (shown["player"], shown["step"]) == (0, "guard action")
    assert scenario.legal() == {"guard castle guard", "guard die 1"}
    assert scenario.do("guard castle guard")["player"] == 1
