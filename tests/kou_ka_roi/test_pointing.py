"""The targets that actions point at, and reasons why some targets cannot be chosen."""

from hofspiele.envs.pictures.presentation import presentation_of
from tests.kou_ka_roi.scenario import GAMES, position

PRESENTATION = presentation_of(GAMES[2])


def test_actions_point_at_rows():
    state = position(2, rows=[["king", "hen"], []])
    shown = GAMES[2].to_dict(state)
    assert PRESENTATION.targets(shown, "row 1") == {"row 1"}
    assert PRESENTATION.targets(shown, "wait") == frozenset()
    assert PRESENTATION.describe_action(shown, "row 1") == "row 1 (king, hen)"
    assert PRESENTATION.describe_action(shown, "wait") == "wait"


def test_an_empty_row_cannot_be_chosen():
    state = position(2, rows=[["king"], []])
    for seat in (0, 1):
        assert PRESENTATION.prompt(state, seat) == "choose a row"
        assert PRESENTATION.why_not(state, "row 1", seat) == ""
        assert PRESENTATION.why_not(state, "row 2", seat) == "row 2 is empty"


def test_a_player_who_has_chosen_is_not_asked_again():
    state = position(2, rows=[["king"], ["king"]], choices={"0": 2})
    assert GAMES[2].seats_to_decide(state) == [1]
