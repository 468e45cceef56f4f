"""The targets that actions point at, and reasons why some targets cannot be chosen."""

import pytest

from hofspiele.envs.pictures.presentation import presentation_of
from tests.kardinal.scenario import ENGLAND, FRANKEN, FRANKREICH, Scenario, owned

HAND = {FRANKEN: 1, FRANKREICH: 1}


@pytest.mark.parametrize(
    ("action", "targets"),
    [
        ("abbey Obra, pay 1 Franken/Aragon", {"monastery Obra", "card Franken/Aragon"}),
        ("advisor Franken, pay 2 Frankreich",
         {"seal of Franken", "card Frankreich", "card Frankreich (2)"}),
        ("cloister table Italien, pay 2 Frankreich",
         {"cloister table Italien", "card Frankreich", "card Frankreich (2)"}),
        ("exchange Frankreich", {"card Frankreich"}),
        ("draw face-up 2", {"face-up 2"}),
        ("draw pile", {"pile"}),
        ("end placing", set()),
        ("pass", set()),
    ],
)  # fmt: skip
def test_actions_point_at_places_and_cards(action, targets):
    game = Scenario().game
    presentation = presentation_of(game)
    assert presentation.targets({"game": "kardinal"}, action) == targets


def test_cards_of_other_hands_are_no_targets():
    table = Scenario(3, hands=[HAND, {ENGLAND: 3}])
    cards = {
        name for name in table.presentation.picture(table.state, 0).targets if name[:5] == "card "
    }
    assert cards == {"card Franken/Aragon", "card Frankreich"}


@pytest.mark.parametrize(
    ("fields", "target", "why"),
    [
        ({"abbeys": {"Obra": 2}}, "monastery Obra", "Obra already has an abbey of player 2"),
        ({}, "monastery Ely", "it costs one England/Schwaben card or two cards of the same colour"),
        ({}, "seal of Franken", "Franken had no abbey at the start of the turn"),
        (
            {"abbeys": owned(Franken=[1]), "advisors": {"Franken": [0, 1]}},
            "seal of Franken",
            "advisors in Franken can't outnumber the abbeys of the player who has the most there",
        ),
        ({}, "face-up 1", "players draw after placing pieces or exchanging a card"),
        (
            {"abbeys": owned(Franken=[1], Aragon=[1, 1]), "placed": [["abbey", "Corvey"]]},
            "monastery Poblet",
            "all pieces of a turn go into one country; this turn that is Franken",
        ),
        (
            {"abbeys": owned(Franken=[1]), "placed": [["abbey", "Corvey"]]},
            "monastery Obra",
            "Franken was empty at the start of the turn, so only one piece may go there this turn",
        ),
        ({"step": "draw", "face_up": [None, ENGLAND]}, "face-up 1", "there is no card there"),
        (
            {"step": "draw", "face_up": [None, ENGLAND]},
            "monastery Obra",
            "you are asked to take a face-up card or draw from the pile",
        ),
        (
            {"vatikan": True},
            "council table Italien",
            "two cards of the same colour that do not name Italien; you have no such pair",
        ),
        (
            {"vatikan": True, "council_table": {"Italien": 1}},
            "council table Italien",
            "this seal is already taken by player 1's advisor",
        ),
        (
            {
                "vatikan": True, "cloister_table": {"Burgund": 0},
                "placed": [["cloister table", "Burgund"]],
            },
            "monastery Obra",
            "after an advisor in the Vatican, no piece may go into a country this turn",
        ),
    ],
)  # fmt: skip
def test_targets_that_cannot_be_chosen_have_a_reason(fields, target, why):
    table = Scenario(3, **{"hands": [HAND], **fields})
    assert target in table.presentation.picture(table.state, 0).targets
    assert why in table.presentation.why_not(table.state, target)


def test_the_prompt_lists_what_the_player_may_do():
    table = Scenario(3, hands=[HAND], abbeys=owned(Franken=[1]))
    asked = "place an abbey, place an advisor or exchange a card"
    assert table.presentation.prompt(table.state) == asked
