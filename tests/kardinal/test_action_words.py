"""The words of buttons."""

import pytest

from hofspiele.envs.pictures.presentation import presentation_of
from tests.kardinal.scenario import FRANKEN, FRANKREICH, game_of


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (
            "abbey Fulda, pay 1 Franken/Aragon",
            "place an abbey on Fulda in Franken and pay 1 Franken/Aragon",
        ),
        ("advisor Franken, pay 2 Frankreich", "place an advisor in Franken and pay 2 Frankreich"),
        (
            "council table Italien, pay 2 Frankreich",
            "place an advisor on the council table (Italien) and pay 2 Frankreich",
        ),
        ("end placing", "stop placing"),
        ("exchange Frankreich", "exchange Frankreich"),
        ("draw face-up 2", "take the face-up card Franken/Aragon"),
        ("draw pile", "draw from the pile"),
    ],
)
def test_actions_are_described_by_what_players_see(action, words):
    presentation = presentation_of(game_of(3, vatikan=True))
    assert presentation.describe_action({"face_up": [FRANKREICH, FRANKEN]}, action) == words
