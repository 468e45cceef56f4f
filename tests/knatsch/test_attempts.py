"""Attempts at the top of a pile, at castles and action cards of opponents; defence."""

import pytest

from tests.knatsch.scenario import (
    PILES,
    POOR,
    STOP,
    TWO,
    dice_of,
    named,
    on_the_table,
    seed_of,
    stopped,
    thrown,
)

# --- castles on a pile -------------------------------------------------------------------------

# The castle, the dice before and after a throw, and whether the castle is won.
EXAMPLES = [
    # The first cases are the rulebook's examples.
    ("blue 333+2", "122266", "222266", True),  # four 2
    ("black 333+2", "122256", "222256", True),
    ("green 333+4", "355166", "555166", True),  # three 5
    ("white 333+4", "355466", "555466", True),
    ("blue 333+2", "331266", "333166", False),  # three 3 and a 1
    ("blue 333+2", "331466", "333466", True),  # three 3 and a 4
    # An equal result is not enough.
    ("blue 333+2", "331266", "333266", False),
    ("red 444+5", "344566", "444566", False),
    # Higher results win.
    ("red 444+5", "111226", "111116", True),
    ("red 444+5", "344436", "444436", True),
    ("red 444+5", "355166", "555166", True),
    ("yellow 333+5", "344566", "444566", True),
    # Lower results do not.
    ("blue 333+2", "123366", "133366", False),
    ("green 333+4", "334466", "333466", False),
    ("yellow 333+5", "333266", "333466", False),
    ("red 333+1", "222536", "222566", False),
    ("red 333+1", "155446", "554466", False),
    ("red 333+1", "112666", "126666", False),
]


@pytest.mark.parametrize(("castle", "before", "after", "won"), EXAMPLES)
def test_kn_20_a_card_is_won_by_more_than_its_combination(castle, before, after, won):
    """KN-20: "reached" is not enough, nor is an equal extra die."""
    piles = [["tournament"], [castle, "tournament", "stack 222+4"]]
    shown = thrown("pile 2", before, after, piles=piles).shown
    below = ["tournament", "stack 222+4"]
    assert shown["castles"] == [[castle] if won else [], [], [], []]
    assert shown["piles"] == [["tournament"], below if won else [*below, castle]]
    assert (shown["player"], shown["active"], shown["turn"]) == (1, 1, 1)
    assert (shown["step"], shown["attempt"]) == ("target", None)


def test_the_first_throw_may_win():
    scenario = named("target pile 1", "333466", piles=[["blue 333+2", "tournament"], []])
    shown = scenario.shown
    assert shown["castles"][0] == ["blue 333+2"]
    assert shown["piles"] == [["tournament"], []]
    assert (shown["player"], shown["turn"]) == (1, 1)


def test_the_last_card_of_a_pile_can_be_lost_and_won():
    shown = stopped("pile 1", POOR, piles=[["red 333+1"], []]).shown
    assert shown["piles"] == [["red 333+1"], []]
    shown = thrown("pile 1", "122266", "222266", piles=[["red 333+1"], []]).shown
    assert shown["piles"] == [[], []]
    assert shown["castles"][0] == ["red 333+1"]


# --- action cards on a pile --------------------------------------------------------------------

STACKED = [["champion 444+3", "tournament", "yellow 333+5"], ["die 2 222+1", "tournament"]]


@pytest.mark.parametrize("throws_left", [1, 2])
def test_an_action_card_from_a_pile_gives_another_target(throws_left):
    scenario = thrown("pile 1", "344566", "444566", piles=STACKED, throws_left=throws_left)
    shown = scenario.shown
    assert shown["actions"] == [["champion 444+3"], [], [], []]
    assert shown["piles"] == [["tournament", "yellow 333+5"], STACKED[1]]
    assert (shown["player"], shown["active"], shown["turn"]) == (0, 0, 0)
    assert shown["step"] == "target"
    assert scenario.targets() == {"pile 1", "pile 2"}
    # The attempt that won the card is over.
    assert shown["attempt"]["target"] == "pile 1"
    assert shown["attempt"]["dice"] == dice_of("444566")


def test_action_cards_from_piles_give_another_target_again_and_again():
    piles = [["champion 444+3", "die 1 111+2", "stack 222+4"], ["tournament"]]
    scenario = thrown("pile 1", "344566", "444566", piles=piles)
    for won in (["champion 444+3"], ["die 1 111+2", "champion 444+3"]):
        shown = scenario.shown
        assert (shown["actions"][0], shown["player"], shown["turn"]) == (won, 0, 0)
        scenario = named("target pile 1", "555126", **shown)
    shown = scenario.shown
    assert shown["actions"][0] == ["die 1 111+2", "champion 444+3", "stack 222+4"]
    assert (shown["piles"], shown["player"], shown["turn"]) == ([[], ["tournament"]], 0, 0)


def test_the_next_target_of_a_turn_may_be_a_castle_of_an_opponent_or_an_action_card():
    fields = {"castles": [[], TWO], "actions": [[], [], ["die 5 555+2"]]}
    scenario = thrown("pile 1", "344566", "444566", piles=STACKED, **fields)
    others = {"castle red of +1", "castle blue of +1", "die 5 of +2"}
    assert scenario.targets() == {"pile 1", "pile 2"} | others


def test_the_turn_ends_with_the_first_failure():
    scenario = thrown("pile 1", "344566", "444566", piles=STACKED)
    scenario = stopped("pile 2", POOR, **{**scenario.shown, **on_the_table("pile 2", POOR)})
    shown = scenario.shown
    assert shown["actions"][0] == ["champion 444+3"]
    assert shown["piles"][1] == ["tournament", "die 2 222+1"]
    assert (shown["player"], shown["active"], shown["turn"]) == (1, 1, 1)
    assert (shown["step"], shown["attempt"]) == ("target", None)


# --- action cards of opponents -----------------------------------------------------------------

OWNED = {"actions": [["stack 222+4"], [], ["die 1 111+2", "champion 444+3"]]}


@pytest.mark.parametrize("throws_left", [1, 2])
def test_an_action_card_of_an_opponent_is_won_without_defence_and_ends_the_turn(throws_left):
    scenario = thrown("champion of 2", "344566", "444566", throws_left=throws_left, **OWNED)
    shown = scenario.shown
    assert shown["actions"] == [["champion 444+3", "stack 222+4"], [], ["die 1 111+2"], []]
    assert (shown["player"], shown["active"], shown["turn"]) == (1, 1, 1)
    assert (shown["step"], shown["attempt"]) == ("target", None)
    assert shown["piles"] == PILES


@pytest.mark.parametrize("dice", ["444366", "444266", POOR])
def test_an_action_card_of_an_opponent_stays_where_it_is_on_failure(dice):
    shown = stopped("champion of 2", dice, **OWNED).shown
    assert shown["actions"] == [*OWNED["actions"], []]
    assert (shown["player"], shown["turn"], shown["piles"]) == (1, 1, PILES)


# --- castles of opponents ----------------------------------------------------------------------

ATTACK = {"castles": [["white 333+1"], [], TWO, []]}


@pytest.mark.parametrize("dice", ["333166", "222566", POOR, "666666"])
def test_if_the_attacker_does_not_beat_the_castle_there_is_no_defence(dice):
    shown = stopped("castle red of 2", dice, **ATTACK).shown
    assert (shown["castles"], shown["piles"]) == (ATTACK["castles"], PILES)
    assert (shown["player"], shown["active"], shown["turn"]) == (1, 1, 1)
    assert (shown["step"], shown["attempt"]) == ("target", None)


def test_the_owner_defends_against_the_result_of_the_attacker():
    scenario = stopped("castle red of 2", "444266", seed=seed_of("123345"), **ATTACK)
    shown = scenario.shown
    assert (shown["player"], shown["active"], shown["turn"]) == (2, 0, 0)
    assert (shown["castles"], shown["step"]) == (ATTACK["castles"], "dice")
    attempt = shown["attempt"]
    assert (attempt["by"], attempt["target"]) == (2, "defence")
    assert (attempt["dice"], attempt["throws_left"]) == (dice_of("123345"), 2)
    assert attempt["beat"] == [3, 4, 2]


def defended(before, after, throws_left=1, beat=(3, 4, 2)):
    """Return the position after a throw of the defender of the red castle."""
    return thrown(
        "defence", before, after, by=2, throws_left=throws_left,
        about={"beat": [*beat], "castle": "red"}, **ATTACK,
    )  # fmt: skip


@pytest.mark.parametrize("throws_left", [1, 2])
def test_a_strictly_higher_result_keeps_the_castle(throws_left):
    shown = defended("244366", "444366", throws_left).shown
    assert shown["castles"] == ATTACK["castles"]
    assert (shown["player"], shown["active"], shown["turn"]) == (1, 1, 1)


@pytest.mark.parametrize(
    ("before", "after"), [("144266", "444266"), ("344166", "444166"), ("344466", "444666")]
)
def test_kn_20_an_equal_or_lower_result_loses_the_castle_to_the_attacker(before, after):
    """KN-20: defenders need a higher result than the attacker's."""
    shown = defended(before, after).shown
    assert shown["castles"] == [["red 333+1", "white 333+1"], [], ["blue 333+2"], []]
    assert (shown["player"], shown["active"], shown["turn"]) == (1, 1, 1)
    assert (shown["step"], shown["attempt"], shown["piles"]) == ("target", None, PILES)


def test_it_is_the_attackers_result_not_the_castle_that_counts_in_defence():
    """Three 4 would beat three 3 and a 1."""
    assert defended("344166", "444166", beat=(3, 5, 1)).shown["castles"][0] != ["white 333+1"]
    assert defended("344166", "444166", beat=(3, 3, 2)).shown["castles"] == ATTACK["castles"]


@pytest.mark.parametrize("attacker", [1, 2, 3])
def test_the_turn_after_an_attack_is_that_of_the_player_left_of_the_attacker(attacker):
    castles = [TWO, [], [], []]
    scenario = stopped(
        "castle red of 0", "444266", seed=seed_of("123345"), by=attacker, active=attacker,
        castles=castles,
    )  # fmt: skip
    assert (scenario.shown["player"], scenario.shown["active"]) == (0, attacker)
    shown = scenario.do(STOP)
    assert shown["castles"][attacker] == ["red 333+1"]
    assert shown["active"] == shown["player"] == (attacker + 1) % 4
