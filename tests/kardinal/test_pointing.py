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
        ({"abbeys": {"Obra": 2}}, "monastery Obra", "Obra has an abbey of player 2 already"),
        ({}, "monastery Ely", "it costs one card England/Schwaben or two cards of one colour"),
        ({}, "seal of Franken", "Franken had no abbey at the start of the turn"),
        ({"abbeys": owned(Franken=[1]), "advisors": {"Franken": [0, 1]}}, "seal of Franken",
         "it has as many advisors already as the most abbeys of one player there"),
        ({"abbeys": owned(England=[1])}, "seal of England",
         "it costs one card England/Schwaben or two cards of one colour"),
        ({}, "pile", "cards are drawn after pieces are placed or a card is exchanged"),
        ({}, "face-up 1", "cards are drawn after pieces are placed or a card is exchanged"),
        ({"abbeys": owned(Franken=[1], Aragon=[1, 1]), "placed": [["abbey", "Corvey"]]},
         "monastery Silos", "Silos has an abbey of player 0 already"),
        ({"abbeys": owned(Franken=[1], Aragon=[1, 1]), "placed": [["abbey", "Corvey"]]},
         "monastery Poblet", "a turn places in one country, this one in Franken"),
        ({"abbeys": owned(Franken=[1]), "placed": [["abbey", "Corvey"]]}, "monastery Obra",
         "Franken was empty at the start of the turn, so it takes one piece only"),
        ({"abbeys": owned(Franken=[1]), "placed": [["abbey", "Corvey"]]}, "card Frankreich",
         "no piece that may be placed now can be paid with this card"),
        ({"advisors": {"Franken": [8]}, "abbeys": owned(Franken=[7])}, "seal of Franken",
         "you have no advisor left"),
        ({"step": "draw", "face_up": [None, ENGLAND]}, "face-up 1", "no card lies there"),
        ({"step": "draw", "face_up": [None, ENGLAND]}, "monastery Obra",
         "you are asked to take a face-up card or draw from the pile"),
        ({"vatikan": True}, "council table Italien",
         "it costs two cards of one colour that does not name Italien, and you have none"),
        ({"vatikan": True, "council_table": {"Italien": 1}}, "council table Italien",
         "an advisor of player 1 stands there already"),
        ({"vatikan": True, "council_table": {"Italien": 1}}, "council table Burgund",
         "an advisor stands in this column already"),
        ({"vatikan": True, "abbeys": owned(Franken=[1, 1]), "placed": [["abbey", "Corvey"]]},
         "council table Burgund", "a turn places in one country, this one in Franken"),
        (
            {
                "vatikan": True, "cloister_table": {"Burgund": 0},
                "placed": [["cloister table", "Burgund"]],
            },
            "monastery Obra",
            "a turn places in one country, this one in the Vatican",
        ),
        (
            {
                "vatikan": True, "two_countries": True, "cloister_table": {"Burgund": 0},
                "placed": [["cloister table", "Burgund"]],
            },
            "council table Burgund",
            "a turn places one advisor in the Vatican",
        ),
    ],
)  # fmt: skip
def test_targets_that_cannot_be_chosen_have_a_reason(fields, target, why):
    table = Scenario(3, **{"hands": [HAND], **fields})
    assert target in table.presentation.picture(table.state, 0).targets
    assert why in table.presentation.why_not(table.state, target)


def test_having_no_abbey_left_is_a_reason():
    abbeys = owned(England=[6], Franken=[7], Bayern=[6], Italien=[1])
    table = Scenario(3, hands=[HAND], abbeys=abbeys)
    assert table.presentation.why_not(table.state, "monastery Ripoll") == "you have no abbey left"


def test_the_prompt_lists_what_the_player_may_do():
    table = Scenario(3, hands=[HAND], abbeys=owned(Franken=[1]))
    asked = "place an abbey, place an advisor or exchange a card"
    assert table.presentation.prompt(table.state) == asked
