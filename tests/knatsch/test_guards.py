"""The protection by the castle guard and the action guard."""

import pytest

from tests.knatsch.scenario import (
    CARD,
    CASTLES,
    COLOURS,
    KINDS,
    POOR,
    THREE,
    TWO,
    Scenario,
    on_the_table,
    owning,
    stopped,
    thrown,
)

# --- castle guard ------------------------------------------------------------------------------


def end_of_turn(num_players=4, /, **fields):
    """Return the position after seat 0 has ended its turn by a failure at a pile."""
    return stopped("pile 1", POOR, num_players, **{"piles": [["black 333+5"], []], **fields})


@pytest.mark.parametrize("num_players", [3, 5])
def test_guarded_castles_are_safe_from_everybody(num_players):
    fields = {"castles": [THREE], "actions": owning("castle guard")}
    for seat in range(1, num_players):
        scenario = Scenario(
            num_players, player=seat, active=seat, guarded_castles=[["red", "green"]], **fields
        )
        offset = num_players - seat
        castles = {target for target in scenario.targets() if target.startswith("castle")}
        assert castles == {f"castle blue of +{offset}", f"castle guard of +{offset}"}


@pytest.mark.parametrize("castles", [[], THREE[:1], THREE[:2]])
def test_kn_6_up_to_two_castles_are_guarded_without_a_question(castles):
    """KN-6: players are asked only if they have a choice."""
    shown = end_of_turn(castles=[castles], actions=owning("castle guard")).shown
    assert (shown["player"], shown["step"]) == (1, "target")
    assert shown["guarded_castles"][0] == ["red", "blue"][: len(castles)]


@pytest.mark.parametrize("colour", COLOURS)
def test_castles_of_every_colour_are_guarded(colour):
    castle = f"{colour} {CASTLES[colour][0]}"
    scenario = end_of_turn(
        castles=[[castle]], actions=owning("castle guard"), piles=[["stack 222+4"], []]
    )
    assert scenario.shown["guarded_castles"][0] == [colour]


def test_guards_are_placed_again_at_the_end_of_each_turn():
    scenario = end_of_turn(
        castles=[THREE], actions=owning("castle guard"), guarded_castles=[["red", "blue"]]
    )
    assert scenario.shown["step"] == "guard castles"
    assert scenario.do("leave red unguarded")["guarded_castles"][0] == ["blue", "green"]


OWN_AND_OTHER = [THREE, ["white 333+1", "black 333+2"]]


@pytest.mark.parametrize(
    ("target", "before", "after", "fields"),
    [
        ("pile 1", "155566", "555566", {"castles": [TWO], "piles": [["green 333+4"], []]}),
        ("die 1 of 1", "155566", "555566", {"actions": [[], [CARD["die 1"]]]}),
        ("castle white of 1", "122666", POOR, {"castles": OWN_AND_OTHER}),
        ("defence", "155546", "155556", {"castles": OWN_AND_OTHER, "by": 1,
                                         "about": {"beat": [3, 4, 5], "castle": "white"}}),
        ("tournament", "122666", POOR, {"by": 3, "about": {"beat": [3, 4, 5], "leader": 1}}),
    ],
)  # fmt: skip
def test_guards_are_placed_whatever_ended_the_turn(target, before, after, fields):
    actions = [[CARD["castle guard"]], *fields.get("actions", [])[1:]]
    fields = {"castles": [THREE], **fields, "actions": actions}
    scenario = thrown(target, before, after, **fields)
    assert (scenario.shown["player"], scenario.shown["step"]) == (0, "guard castles")
    assert scenario.do("leave green unguarded")["guarded_castles"][0] == ["red", "blue"]


def test_no_guard_is_placed_before_the_turn_ends():
    """A castle guard won from a pile gives another target first."""
    piles = [["castle guard 444+1", "die 1 111+2"], ["tournament"]]
    scenario = thrown("pile 1", "155566", "555566", piles=piles, castles=[THREE])
    assert (scenario.shown["step"], scenario.shown["guarded_castles"][0]) == ("target", [])
    scenario = stopped("pile 1", POOR, **{**scenario.shown, **on_the_table("pile 1", POOR)})
    assert scenario.shown["step"] == "guard castles"


def test_the_turns_of_others_leave_guards_as_they_are():
    fields = {
        "castles": [[], THREE, []], "actions": owning("castle guard", "action guard", "stack",
        "die 1", seat=1), "guarded_castles": [[], ["red", "green"]],
        "guarded_action": [None, "stack"],
    }  # fmt: skip
    shown = end_of_turn(3, **fields).shown
    assert shown["guarded_castles"] == [[], ["red", "green"], []]
    assert shown["guarded_action"] == [None, "stack", None]
    scenario = stopped("pile 1", POOR, 3, by=2, active=2, piles=[["black 333+5"], []], **fields)
    assert scenario.shown["guarded_castles"] == [[], ["red", "green"], []]
    assert scenario.shown["guarded_action"] == [None, "stack", None]


def test_an_unguarded_castle_can_be_lost_and_the_others_stay_guarded():
    shown = stopped(
        "defence", POOR, by=1, about={"beat": [3, 4, 5], "castle": "blue"},
        castles=[[], THREE], actions=owning("castle guard", seat=1),
        guarded_castles=[[], ["red", "green"]],
    ).shown  # fmt: skip
    assert shown["castles"] == [["blue 333+2"], ["red 333+1", "green 333+4"], [], []]
    assert shown["guarded_castles"] == [[], ["red", "green"], [], []]


# --- action guard ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "action guard"])
def test_every_other_kind_can_be_guarded(kind):
    other = "stack" if kind == "champion" else "champion"
    scenario = end_of_turn(actions=owning("action guard", kind, other), guarded_action=[other])
    assert scenario.legal() == {f"guard {kind}", f"guard {other}"}
    assert scenario.do(f"guard {kind}")["guarded_action"][0] == kind
    assert scenario.targets() == {"pile 1", "action guard of +3", f"{other} of +3"}
    shown = end_of_turn(actions=owning("action guard", kind)).shown
    assert (shown["player"], shown["guarded_action"][0]) == (1, kind)


def test_an_action_guard_alone_guards_nothing():
    scenario = end_of_turn(actions=owning("action guard"))
    assert scenario.shown["guarded_action"] == [None] * 4
    assert scenario.targets() == {"pile 1", "action guard of +3"}


def test_an_unguarded_action_card_can_be_lost_and_the_other_stays_guarded():
    shown = thrown(
        "die 1 of 1", "155566", "555566", guarded_action=[None, "stack"],
        actions=owning("action guard", "stack", "die 1", seat=1),
    ).shown  # fmt: skip
    assert shown["actions"][0] == [CARD["die 1"]]
    assert shown["guarded_action"] == [None, "stack", None, None]


def test_cards_won_in_the_turn_may_be_guarded_at_its_end():
    scenario = thrown(
        "stack of 1", "155566", "555566", actions=[[CARD["action guard"], CARD["die 1"]],
        [CARD["stack"]]],
    )  # fmt: skip
    assert (scenario.shown["player"], scenario.shown["step"]) == (0, "guard action")
    assert scenario.legal() == {"guard stack", "guard die 1"}
