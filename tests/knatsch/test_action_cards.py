"""The effect of each action card; the guards are in test_guards.py."""

import pytest

from tests.knatsch.reference_dice import reading
from tests.knatsch.scenario import (
    CARD,
    PILES,
    POOR,
    STOP,
    THREE,
    TWO,
    Scenario,
    dice_of,
    named,
    on_the_table,
    owning,
    seed_of,
    stopped,
    thrown,
)

# --- dice --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "before", "after", "kinds", "won"),
    [
        # The rulebook's example: a pair of 4 is a triple of 4.
        ("yellow 333+5", "114266", "144266", ["die 4"], True),
        ("yellow 333+5", "114266", "144266", ["die 3"], False),
        ("yellow 333+5", "114266", "144266", [], False),
        # A dice card may be the extra die.
        ("black 333+2", "331166", "333166", ["die 4"], True),
        ("black 333+2", "331166", "333166", ["die 2"], False),
        ("black 333+2", "331166", "333166", [], False),
        # Two 2 and a dice card 2 make three 2; a dice card 5 is the extra die.
        ("stack 222+4", "211666", "221666", ["die 2", "die 5"], True),
        ("stack 222+4", "211666", "221666", ["die 2"], False),
        ("stack 222+4", "211666", "221666", ["die 5"], False),
    ],
)
def test_dice_cards_count_as_dice(card, before, after, kinds, won):
    piles = [[card, "tournament"], []]
    shown = thrown("pile 1", before, after, piles=piles, actions=owning(*kinds)).shown
    assert (card in shown["castles"][0] + shown["actions"][0]) == won


def test_dice_cards_are_not_thrown():
    """There are six dice to throw with any number of dice cards."""
    scenario = named("target pile 1", "112345", actions=owning("die 1", "die 2", "die 5"))
    assert scenario.shown["attempt"]["dice"] == dice_of("112345")


@pytest.mark.parametrize(("seat", "beat"), [(0, [4, 4, 0]), (1, [3, 4, 0]), (2, [3, 4, 0])])
def test_dice_cards_count_in_attacks_for_the_attacker_only(seat, beat):
    scenario = stopped(
        "castle red of 2", "444666", castles=[[], [], TWO], actions=owning("die 4", seat=seat),
        seed=seed_of("111235"),
    )  # fmt: skip
    assert scenario.shown["attempt"]["beat"] == beat


@pytest.mark.parametrize(("seat", "kept"), [(0, False), (1, False), (2, True)])
def test_dice_cards_count_in_defence_for_the_defender_only(seat, kept):
    shown = thrown(
        "defence", "144366", "144666", by=2, castles=[[], [], TWO],
        about={"beat": [3, 3, 2], "castle": "red"}, actions=owning("die 4", seat=seat),
    ).shown  # fmt: skip
    assert shown["castles"] == ([[], [], TWO, []] if kept else [TWO[:1], [], TWO[1:], []])


@pytest.mark.parametrize(("seat", "leader"), [(0, 0), (1, 1), (2, 0)])
def test_dice_cards_count_in_tournaments_for_their_owner_only(seat, leader):
    about = {"beat": [3, 3, 2], "leader": 0}
    scenario = stopped(
        "tournament", "144666", by=1, about=about, actions=owning("die 4", seat=seat)
    )
    assert scenario.shown["attempt"]["leader"] == leader


@pytest.mark.parametrize(("kind", "lost"), [("die 5", False), ("die 4", True)])
def test_dice_cards_count_against_the_king(kind, lost):
    """Three 5 and a 2 with a die card 5 are four 5 and a 2."""
    scenario = thrown("king", "155266", "555266", castles=[THREE], actions=owning(kind))
    assert scenario.shown["over"] != lost


def test_a_die_card_that_was_just_won_counts_at_once():
    piles = [["die 4 444+2", "yellow 333+5"], ["tournament"]]
    scenario = thrown("pile 1", "244466", "444466", piles=piles)
    assert scenario.shown["actions"][0] == ["die 4 444+2"]
    assert named("target pile 1", "441236", **scenario.shown).shown["castles"][0] == [
        "yellow 333+5"
    ]


@pytest.mark.parametrize(("turns", "cards"), [(0, ()), (1, ()), (2, (4,))])
def test_a_stolen_die_card_serves_the_thief_and_no_longer_its_old_owner(turns, cards):
    """Seat 0 has won the die card of seat 1; some turns later somebody organises a tournament."""
    scenario = thrown(
        "die 4 of 1", "155566", "555566", 3, actions=owning("die 4", seat=1),
        piles=[["protection 555+4"], ["tournament"]],
    )  # fmt: skip
    assert scenario.shown["actions"] == [*owning("die 4"), [], []]
    for _ in range(turns):
        scenario.do("target pile 1", STOP)
    dice = tuple(scenario.do("target pile 2")["attempt"]["dice"])
    assert reading(dice) != reading(dice, (4,))
    shown = scenario.do(STOP)
    assert shown["attempt"]["by"] == (turns + 2) % 3
    assert shown["attempt"]["beat"] == [*reading(dice, cards)]


# --- catapult and champion ---------------------------------------------------------------------

CASTLE = {"castles": [[], TWO]}


@pytest.mark.parametrize(
    ("action", "fields", "actions", "throws_left"),
    [
        ("target castle red of +1", CASTLE, owning("catapult"), 3),
        ("target castle red of +1", CASTLE, owning("catapult", seat=1), 2),
        ("target castle red of +1", CASTLE, owning("catapult", seat=2), 2),
        ("target castle red of +1", CASTLE, owning("champion"), 2),
        ("target castle red of +1", CASTLE, owning("catapult", "champion"), 3),
        ("target pile 1", {"piles": [["red 333+1"], []]}, owning("catapult"), 2),
        ("target pile 1", {"piles": [["red 333+1"], []]}, owning("champion"), 2),
        ("target pile 1", {"piles": [["die 1 111+2"], []]}, owning("catapult"), 2),
        ("target die 1 of +1", {}, [[CARD["catapult"]], ["die 1 111+2"]], 2),
        ("challenge the king", {"castles": [THREE]}, owning("catapult"), 2),
        ("challenge the king", {"castles": [THREE]}, owning("champion"), 2),
    ],
)
def test_the_catapult_gives_a_fourth_throw_against_a_castle_of_an_opponent_only(
    action, fields, actions, throws_left
):
    scenario = named(action, POOR, actions=actions, **fields)
    assert scenario.shown["attempt"]["throws_left"] == throws_left


def test_the_catapult_gives_no_fourth_throw_in_defence():
    scenario = stopped(
        "castle red of 1", "333266", seed=seed_of("112345"), castles=[[], TWO],
        actions=owning("catapult", seat=1),
    )  # fmt: skip
    attempt = scenario.shown["attempt"]
    assert (attempt["by"], attempt["target"], attempt["throws_left"]) == (1, "defence", 2)


@pytest.mark.parametrize(
    ("kind", "seat", "throws_left"),
    [("champion", 0, 2), ("champion", 1, 3), ("champion", 2, 2), ("catapult", 1, 2)],
)
def test_the_champion_gives_its_owner_four_throws_in_tournaments_of_others(kind, seat, throws_left):
    actions = owning(kind, seat=seat)
    attempt = stopped("tournament", "555554", seed=seed_of(POOR), actions=actions).shown["attempt"]
    assert (attempt["by"], attempt["throws_left"]) == (1, throws_left)


# --- stack -------------------------------------------------------------------------------------

BURIALS = {"bury pile 1", "bury pile 2"}
LISTS = [["champion 444+3", "tournament", "red 333+1"], ["white 333+1", "die 2 222+1"]]


@pytest.mark.parametrize("second", ["bury pile 1", "bury pile 2"])
def test_the_stack_allows_two_burials_of_the_same_pile_or_of_both(second):
    scenario = Scenario(piles=LISTS, actions=owning("stack"))
    assert scenario.legal() > BURIALS
    scenario.do("bury pile 1")
    assert scenario.legal() > BURIALS
    shown = scenario.do(second)
    assert scenario.legal() == {"target pile 1", "target pile 2"}
    assert shown["buried"] == 2
    assert shown["piles"] == (
        [["red 333+1", "champion 444+3", "tournament"], LISTS[1]]
        if second == "bury pile 1"
        else [["tournament", "red 333+1", "champion 444+3"], LISTS[1][::-1]]
    )


def test_the_second_burial_may_come_after_an_action_card():
    """The rulebook's example: bury, win an action card from a pile, bury again."""
    piles = [["red 333+1", "champion 444+3", "tournament", "blue 333+2"], ["white 333+1"]]
    scenario = Scenario(piles=piles, actions=owning("stack"))
    shown = scenario.do("bury pile 1")
    assert shown["piles"][0][0] == "champion 444+3"
    scenario = thrown("pile 1", "344566", "444566", **{
        **shown, **on_the_table("pile 1", "344566")
    })  # fmt: skip
    assert scenario.legal() == {"target pile 1", "target pile 2", "bury pile 1", "pass"}
    shown = scenario.do("bury pile 1")
    assert shown["piles"][0] == ["blue 333+2", "red 333+1", "tournament"]
    assert scenario.legal() == {"target pile 1", "target pile 2", "pass"}


@pytest.mark.parametrize("buried", [0, 1])
def test_a_stack_that_was_just_won_allows_one_more_burial(buried):
    """A card's advantage can be used as soon as it is won."""
    piles = [["stack 222+4", *LISTS[0]], LISTS[1]]
    scenario = thrown("pile 1", "233366", "333366", piles=piles, buried=buried)
    for _ in range(2 - buried):
        assert scenario.legal() == BURIALS | {"target pile 1", "target pile 2", "pass"}
        scenario.do("bury pile 1")
    assert scenario.legal() == {"target pile 1", "target pile 2", "pass"}


def test_the_stack_of_others_does_not_help():
    scenario = Scenario(piles=LISTS, actions=owning("stack", seat=1))
    scenario.do("bury pile 2")
    assert not BURIALS & scenario.legal()


def test_a_stack_won_from_an_opponent_serves_from_the_next_turn_on():
    """Such a card ends the turn."""
    scenario = thrown(
        "stack of 1", "233366", "333366", 2, piles=LISTS, actions=owning("stack", seat=1)
    )
    assert scenario.shown["active"] == 1
    scenario.do("bury pile 2")
    assert not BURIALS & scenario.legal()


# --- treason -----------------------------------------------------------------------------------

CASTLE_PILE = [["red 444+5", "tournament"], []]


@pytest.mark.parametrize(
    ("action", "fields", "beat"),
    [
        ("target pile 1", {"piles": CASTLE_PILE, "actions": owning("treason")}, [3, 2, 4]),
        ("target pile 1", {"piles": CASTLE_PILE, "actions": owning("treason", seat=1)}, [3, 4, 5]),
        ("target pile 1", {"piles": [["champion 444+3"], []], "actions": owning("treason")},
         [3, 4, 3]),
        ("target champion of +1", {"actions": [[CARD["treason"]], ["champion 444+3"]]}, [3, 4, 3]),
        ("target castle red of +1", {"castles": [[], ["red 444+5", "blue 333+2"]],
                                     "actions": owning("treason")}, [3, 4, 5]),
    ],
)  # fmt: skip
def test_treason_works_for_its_owner_against_castles_on_piles_only(action, fields, beat):
    assert named(action, POOR, **fields).shown["attempt"]["beat"] == beat


def test_a_treason_that_was_just_won_helps_at_once():
    piles = [["treason 555+2", "red 444+5"], ["tournament"]]
    scenario = thrown("pile 1", "155566", "555566", piles=[["treason 555+2", "red 444+5"], []])
    assert scenario.shown["attempt"]["beat"] == [3, 5, 2]
    scenario = named("target pile 1", POOR, **{**scenario.shown, "piles": [piles[0][1:], piles[1]]})
    assert scenario.shown["attempt"]["beat"] == [3, 2, 4]


# --- protection --------------------------------------------------------------------------------


def test_with_the_protection_no_castle_is_lost_to_the_king():
    shown = stopped("king", POOR, castles=[THREE], actions=owning("protection")).shown
    assert shown["castles"][0] == THREE
    assert shown["piles"] == PILES
    assert (shown["player"], shown["active"], shown["turn"]) == (1, 1, 1)
    assert (shown["step"], shown["attempt"]) == ("target", None)


def test_the_protection_of_others_does_not_help():
    scenario = stopped("king", POOR, castles=[THREE], actions=owning("protection", seat=1))
    assert (scenario.shown["player"], scenario.shown["step"]) == (0, "lose castle")


def test_with_the_protection_guards_are_still_placed():
    scenario = stopped("king", POOR, castles=[THREE], actions=owning("protection", "castle guard"))
    assert (scenario.shown["player"], scenario.shown["step"]) == (0, "guard castles")


def test_the_protection_does_not_save_castles_from_opponents():
    castles = [[], TWO]
    scenario = Scenario(castles=castles, actions=owning("protection", seat=1))
    assert {"castle red of +1", "castle blue of +1"} <= scenario.targets()
    scenario = stopped("castle red of 1", "444566", castles=castles, seed=seed_of(POOR),
                       actions=owning("protection", seat=1))  # fmt: skip
    assert scenario.do(STOP)["castles"] == [TWO[:1], TWO[1:], [], []]
