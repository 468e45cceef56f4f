"""Entries of written positions that depend on others.

tests/core/test_written_positions.py checks each entry alone.
"""

import pytest

from hofspiele.envs.core.text.written import EntryError
from tests.kou_ka_roi.scenario import GAMES, position, written


def test_the_first_seat_without_a_choice_is_asked():
    state = position(3, undecided=[1, 2], choices={"1": 1}, rows=[["king"]])
    assert written(3, state)["player"] == 2


def test_once_over_nobody_is_undecided():
    assert written(3, position(3, over=True))["undecided"] == []


def test_the_first_card_of_the_pile_is_next():
    state = position(2, rows=[["hen"], ["pig"]], pile=["king", "church", "wife", "sheep"])
    for row in ("row 1", "row 2"):
        GAMES[2].apply(state, GAMES[2].action_index(row))
    assert written(2, state)["rows"][:2] == [["king", "church", "wife"], ["sheep"]]


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"player": 1, "undecided": [0, 2]}, "player is 1"),
        ({"player": 3, "over": True}, "player is 3"),
        ({"over": 1}, "over is 1"),
        ({"round": 3}, "round is 3"),
        ({"rows": [["king"]] * 8}, "rows has 8 entries"),
        ({"rows": [[], ["king"] * 4]}, r"rows\[1\] has 4 entries"),
        ({"collections": [{"king": 15}]}, r"collections\[0\]\['king'\] is 15"),
        ({"undecided": [3]}, "undecided is 3"),
        ({"undecided": [1, 0, 1]}, r"undecided is \[1, 0, 1\], expected each seat at most once"),
        ({"undecided": []}, "undecided: every seat has chosen"),
        ({"choices": {"0": 1, "1": 1, "2": 1}, "rows": [["king"]]}, "undecided: every seat has"),
        ({"undecided": [1], "choices": {"0": 1}}, r"choices\['0'\] is '0'"),
        ({"choices": {"0": 8}}, r"choices\['0'\] is 8"),
        ({"choices": {"0": 1}}, r"choices\['0'\] is 1, but row 1 holds no card"),
        ({"pile": ["king"] * 113}, "pile has 113 entries"),
        ({"box_known": {"church": 1}}, r"box_known\['church'\] is 1, expected at most 0"),
        ({"scores": [0] * 4}, "scores has 4 entries"),
        ({"rows": [["hen"] * 3], "collections": [{"hen": 2}], "pile": ["hen"], "box": {"hen": 1}},
         "card 'hen' appears 7 times in rows, collections, pile and box"),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(fields, where):
    with pytest.raises(EntryError, match=where):
        position(3, **fields)


def test_cards_that_a_position_lacks_are_not_unseen():
    """As in play, cards that lie face down are unseen, whatever else a written position omits."""
    game = GAMES[2]
    state = game.from_dict(
        {"game": "kou_ka_roi", "rows": [["king"]], "pile": ["church"], "box": {"pig": 2, "cow": 1},
         "box_known": {"pig": 1}}
    )  # fmt: skip
    unseen = dict(zip([kind.name for kind in game.components.kinds], state["unseen"], strict=True))
    assert {name: count for name, count in unseen.items() if count} == {
        "church": 1, "pig": 1, "cow": 1,
    }  # fmt: skip
