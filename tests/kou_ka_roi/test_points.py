"""The functions for what cards score; games use tables made with them."""

from hofspiele.envs.kou_ka_roi.points import animal_points, kings_points, victory_points
from tests.kou_ka_roi.reference_scoring import gain
from tests.kou_ka_roi.scenario import GAMES, position, written


def test_kinds_that_score_alone():
    assert [*map(kings_points, range(10))] == [0, 0, 1, 4, 9, 16, 25, 36, 36, 36]
    assert [*map(animal_points, range(6))] == [0, 1, 3, 6, 10, 15]
    assert [victory_points(3, cards) for cards in range(4)] == [0, 3, 6, 9]


def test_what_a_row_gains_in_each_category():
    own = {"king": 2, "church": 1, "knight": 1, "hen": 1, "farmer": 1, "wife": 1}
    rows = [
        ["king", "hen", "church"], ["knight", "victory 4"], ["farmhouse"], ["farmer", "wife"], [],
        ["victory 3"],
    ]  # fmt: skip
    state = position(2, rows=rows, collections=[own, {"church": 2, "knight": 2}])
    gains = state["gains"][0, : len(rows)].tolist()
    expected = [gain(written(2, state), 0, row) for row in range(len(rows))]
    assert gains == expected == [15, 7, 7, 7, 0, 3]


def test_the_pile_is_shuffled():
    rows = [written(3, GAMES[3].new(seed))["rows"] for seed in range(5)]
    assert all(one != other for at, one in enumerate(rows) for other in rows[:at])
