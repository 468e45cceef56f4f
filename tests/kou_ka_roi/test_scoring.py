"""The scorings; the rulebook's own examples come first (Tim, Sarah, Linus are seats 0, 1, 2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hofspiele.envs.kou_ka_roi.points import animal_points, kings_points
from tests.kou_ka_roi.reference_scoring import points, total
from tests.kou_ka_roi.scenario import COPIES, GAMES, position


def sheet(*collections):
    game = GAMES[len(collections)]
    return game.score_sheet(position(len(collections), collections=list(collections)))


@pytest.mark.parametrize(
    ("category", "collections", "expected"),
    [
        ("kings", [{"king": 4}, {}, {}], [9, 0, 0]),
        ("churches", [{"church": 2}, {"church": 2}, {"church": 1}], [10, 10, 0]),
        ("victory", [{"victory 4": 2, "victory 3": 1}, {}, {}], [11, 0, 0]),
        ("knights", [{"knight": 3}, {"knight": 2}, {"knight": 5}], [3, 2, 10]),
        ("animals", [{"sheep": 4, "horse": 2, "pig": 1}, {}, {}], [14, 0, 0]),
        ("farm", [{"farmer": 3, "wife": 2, "farmhouse": 1}, {}, {}], [21, 0, 0]),
    ],
)
def test_examples_of_the_rulebook_score_as_stated(category, collections, expected):
    found = sheet(*collections)
    assert found[category] == expected
    assert found["total"] == expected
    others = set(found) - {category, "total"}
    assert all(found[other] == [0, 0, 0] for other in others)


def test_kings_and_animals_score_by_their_number():
    """Games store these points when they are created, so other tests seldom call the functions."""
    assert [kings_points(number) for number in range(9)] == [0, 0, 1, 4, 9, 16, 25, 36, 36]
    assert [animal_points(number) for number in range(6)] == [0, 1, 3, 6, 10, 15]


@st.composite
def shared_out(draw):
    """Draw collections of two to four seats from the cards of the game."""
    collections = [{} for _ in range(draw(st.integers(2, 4)))]
    for kind, copies in COPIES.items():
        for cards in collections:
            cards[kind] = draw(st.integers(0, copies))
            copies -= cards[kind]
    return collections


@given(collections=shared_out())
def test_the_score_sheet_matches_the_reference(collections):
    found = sheet(*collections)
    seats = range(len(collections))
    assert not any(found["round 1"])
    for category in found.keys() - {"round 1", "total"}:
        expected = [points(collections, seat)[category] for seat in seats]
        assert found[category] == expected, category
    assert found["total"] == [total(collections, seat) for seat in seats]


def test_points_of_the_first_scoring_have_their_own_line():
    state = position(2, collections=[{"king": 3}, {}], scores=[20, 30], round=2)
    found = GAMES[2].score_sheet(state)
    assert found["round 1"] == [20, 30]
    assert (found["kings"], found["total"]) == ([4, 0], [24, 30])
    assert GAMES[2].scores(state).tolist() == [24, 30]


def test_once_the_game_is_over_the_total_is_what_was_scored():
    state = position(2, collections=[{"king": 3}, {}], scores=[20, 30], round=2, over=True)
    found = GAMES[2].score_sheet(state)
    assert found["round 1"] == [16, 30]
    assert (found["kings"], found["total"]) == ([4, 0], [20, 30])
