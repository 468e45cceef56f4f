"""The legal targets."""

import pytest

from tests.knatsch.scenario import (
    ACTION_CARDS,
    CASTLES,
    COLOURS,
    KINDS,
    THREE,
    Scenario,
    kind_of,
    thrown,
)

BOTH_PILES = {"pile 1", "pile 2"}
NO_PILES = {"piles": [[], []]}

# --- whose cards -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "targets"),
    [
        # The tops of the piles are targets, whatever lies below them.
        ({}, {"pile 1", "pile 2"}),
        ({"piles": [[], ["tournament"]]}, {"pile 2"}),
        ({"piles": [["tournament"], []]}, {"pile 1"}),
        ({"castles": [["red 333+1"]], "piles": [["tournament", "red 444+2"], ["red 444+5"]]},
         {"pile 1"}),
        ({"castles": [["red 333+1"]], "piles": [["red 444+2", "tournament"], ["red 444+5"]]},
         set()),
        # Tournament cards of players are not targets.
        ({"tournaments": [0, 2, 1, 2], "castles": [["red 333+1"]], **NO_PILES}, set()),
        # Dice cards of different values may be owned together.
        ({"actions": [["die 1 111+2"], ["die 1 111+3", "die 3 333+1"], ["die 4 444+2"]],
          "piles": [["die 2 222+1"], ["die 5 555+2"]]},
         {"pile 1", "pile 2", "die 3 of +1", "die 4 of +2"}),
        # A guard protects a card of its owner, but no card of the same colour or kind of others.
        ({"castles": [[], ["red 333+1", "blue 333+2"], ["red 444+2", "blue 444+1"]],
          "actions": [[], ["castle guard 444+1"]], "guarded_castles": [[], ["red", "blue"]],
          **NO_PILES}, {"castle red of +2", "castle blue of +2", "castle guard of +1"}),
        ({"actions": [[], ["action guard 333+1", "catapult 555+1"], ["catapult 555+3"]],
          "guarded_action": [None, "catapult"], **NO_PILES},
         {"action guard of +1", "catapult of +2"}),
    ],
)  # fmt: skip
def test_tops_of_piles_and_unguarded_cards_are_targets_unless_owned(fields, targets):
    assert Scenario(**fields).targets() == targets


def test_cards_of_opponents_are_named_by_how_far_to_the_left_they_sit():
    scenario = Scenario(
        player=2, active=2,
        castles=[["red 333+1", "blue 333+2"], [], ["white 333+1"], ["green 333+4", "black 333+2"]],
        actions=[["stack 222+4"], ["die 1 111+2"], ["treason 555+2"], ["catapult 555+1"]],
    )  # fmt: skip
    assert scenario.targets() == BOTH_PILES | {
        "castle green of +1", "castle black of +1", "catapult of +1",
        "castle red of +2", "castle blue of +2", "stack of +2",
        "die 1 of +3",
    }  # fmt: skip


@pytest.mark.parametrize("num_players", [2, 3, 6])
def test_every_opponent_can_be_attacked(num_players):
    for offset in range(1, num_players):
        castles = [["white 333+1"], *[[]] * (num_players - 1)]
        castles[offset] = THREE
        assert Scenario(num_players, castles=castles, **NO_PILES).targets() == {
            f"castle {colour} of +{offset}" for colour in ("red", "blue", "green")
        }


# --- no duplicates -----------------------------------------------------------------------------


@pytest.mark.parametrize("colour", COLOURS)
def test_no_second_castle_of_a_colour(colour):
    own, other, *_ = (f"{colour} {combination}" for combination in CASTLES[colour])
    spare = next(f"{name} {CASTLES[name][0]}" for name in COLOURS if name != colour)
    assert Scenario(castles=[[own]], piles=[[other], [spare]]).targets() == {"pile 2"}
    assert Scenario(castles=[[]], piles=[[other], [spare]]).targets() == BOTH_PILES
    scenario = Scenario(castles=[[own], [], [other, spare]], **NO_PILES)
    assert scenario.targets() == {f"castle {kind_of(spare)} of +2"}
    scenario = Scenario(castles=[[], [own], [other, spare]], **NO_PILES)
    assert scenario.targets() == {f"castle {colour} of +2", f"castle {kind_of(spare)} of +2"}


SEVERAL = [kind for kind in KINDS if len(ACTION_CARDS[kind]) > 1]


@pytest.mark.parametrize("kind", SEVERAL)
def test_no_second_action_card_of_a_kind(kind):
    own, other, *_ = (f"{kind} {combination}" for combination in ACTION_CARDS[kind])
    assert Scenario(actions=[[own]], piles=[[other], ["champion 444+3"]]).targets() == {"pile 2"}
    assert Scenario(actions=[[]], piles=[[other], ["champion 444+3"]]).targets() == BOTH_PILES
    scenario = Scenario(actions=[[own], [], [other, "champion 444+3"]], **NO_PILES)
    assert scenario.targets() == {"champion of +2"}
    scenario = Scenario(actions=[[], [own], [other, "champion 444+3"]], **NO_PILES)
    assert scenario.targets() == {f"{kind} of +1", f"{kind} of +2", "champion of +2"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_won_from_an_opponent(kind):
    card = f"{kind} {ACTION_CARDS[kind][0]}"
    assert Scenario(actions=[[], [], [], [card]], **NO_PILES).targets() == {f"{kind} of +3"}


# --- castles of opponents ----------------------------------------------------------------------


@pytest.mark.parametrize("castles", [1, 2, 3])
@pytest.mark.parametrize(("num_players", "fewest"), [(2, 3), (3, 2), (4, 2), (5, 2), (6, 2)])
def test_an_only_castle_cannot_be_attacked_nor_two_with_two_players(num_players, fewest, castles):
    scenario = Scenario(num_players, castles=[["white 333+1"], THREE[:castles]], **NO_PILES)
    expected = {f"castle {kind_of(castle)} of +1" for castle in THREE[:castles]}
    assert scenario.targets() == (expected if castles >= fewest else set())


def test_with_two_players_action_cards_can_always_be_attacked():
    scenario = Scenario(2, castles=[[], ["red 333+1"]], actions=[[], ["die 4 444+2"]], **NO_PILES)
    assert scenario.targets() == {"die 4 of +1"}


def test_the_number_of_castles_of_the_attacker_does_not_matter():
    for own in ([], ["white 333+1"], ["yellow 333+5", "white 333+1", "black 333+2"]):
        scenario = Scenario(3, castles=[own, ["red 333+1", "blue 333+2"]], **NO_PILES)
        assert scenario.targets() == {"castle red of +1", "castle blue of +1"}


# --- nothing to aim at -------------------------------------------------------------------------

RED = {"castles": [["red 333+1"]], "actions": [["die 1 111+2"]]}


def test_the_special_case_comes_in_the_middle_of_a_turn_too():
    """An action card was won from a pile, and what lies below it is forbidden."""
    piles = [["die 3 333+1", "red 444+2", "tournament"], ["red 444+5"]]
    scenario = thrown("pile 1", "133366", "333366", piles=piles, buried=1, **RED)
    assert scenario.shown["piles"][0] == ["red 444+2", "tournament"]
    assert scenario.legal() == {"bury pile 1", "pass"}
    scenario.do("bury pile 1")
    assert scenario.legal() == {"target pile 1", "pass"}
