"""Redealt positions, card by card.

tests/core/test_hidden_information.py checks that seats see no difference.
"""

from collections import Counter

from tests.kou_ka_roi.scenario import GAMES, position, written

# The first and the last row hold cards, and a card of the last kind is hidden.
ROWS = [["cow"], ["king"], [], ["hen", "pig"], [], [], [], ["cow"]]
HIDDEN = Counter({"sheep": 2, "goat": 1, "farmhouse": 1, "church": 1})


def redealt(seat):
    """Return the written positions of many redeals for `seat`."""
    state = position(
        4,
        undecided=[0, 1, 3],
        rows=ROWS,
        pile=["sheep", "goat", "farmhouse"],
        box={"church": 3, "sheep": 1},
        box_known={"church": 2},
        choices={"0": 2, "3": 4},
    )
    return [written(4, GAMES[4].redeal(state, seat, seed)) for seed in range(120)]


def test_hidden_cards_are_split_again_in_the_same_numbers():
    shown = redealt(1)
    for one in shown:
        assert len(one["pile"]) == 3
        hidden_in_box = Counter(one["box"]) - Counter(one["box_known"])
        assert Counter(one["pile"]) + hidden_in_box == HIDDEN
        assert (one["box_known"], one["rows"]) == ({"church": 2}, ROWS)
    for place in range(3):
        assert {one["pile"][place] for one in shown} == {*HIDDEN}


def test_hidden_choices_fall_on_any_row_with_cards():
    for seat, others in ((0, "3"), (3, "0"), (1, "03")):
        choices = [one["choices"] for one in redealt(seat)]
        for other in "03":
            expected = {1, 2, 4, 8} if other in others else {{"0": 2, "3": 4}[other]}
            assert {chosen[other] for chosen in choices} == expected
    together = {(chosen["0"], chosen["3"]) for chosen in choices}
    assert len(together) == 16
