"""What actions point at, and why some things can't be chosen."""

from tests.kou_ka_roi.scenario import GAMES, position


def test_actions_point_at_rows():
    state = position(2, rows=[["king"], []])
    shown = GAMES[2].to_dict(state)
    assert GAMES[2].marks(shown, "row 1") == {"row 1"}
    assert GAMES[2].marks(shown, "wait") == frozenset()


def test_an_empty_row_can_not_be_chosen():
    state = position(2, rows=[["king"], []])
    for seat in (0, 1):
        assert GAMES[2].asks(state, seat) == "choose a row"
        assert GAMES[2].why_not(state, "row 1", seat) == ""
        assert GAMES[2].why_not(state, "row 2", seat) == "row 2 is empty"


def test_who_has_chosen_is_asked_no_more():
    state = position(2, rows=[["king"], ["king"]], choices={"0": 2})
    assert GAMES[2].asked(state) == [1]
