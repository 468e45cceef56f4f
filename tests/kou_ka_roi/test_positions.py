"""Written positions: defaults and errors; test_contract.py checks that they are read back."""

import pytest

from tests.kou_ka_roi.scenario import GAMES, position, written


def test_missing_fields_have_the_values_of_an_empty_table():
    assert written(3, position(3)) == {
        "game": "kou_ka_roi",
        "num_players": 3,
        "player": 0,
        "over": False,
        "round": 1,
        "last_turn": False,
        "rows": [[]] * 7,
        "collections": [{}, {}, {}],
        "undecided": [0, 1, 2],
        "choices": {},
        "pile": [],
        "box": {},
        "box_known": {},
        "scores": [0, 0, 0],
    }


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
    ("fields", "message"),
    [
        ({"num_players": 4}, "num_players is 4, expected 3 as in this game"),
        ({"player": 3}, "player is 3, expected one of: 0, 1, 2"),
        ({"player": 1, "undecided": [0, 2]}, "player is 1, expected one of: 0, 2"),
        ({"player": 3, "over": True}, "player is 3, expected an integer from 0 to 2"),
        ({"over": 1}, "over is 1, expected true or false"),
        ({"round": 3}, "round is 3, expected an integer from 1 to 2"),
        ({"rows": "king"}, "rows is 'king', expected a list"),
        ({"rows": [["king"]] * 8}, "rows has 8 entries, expected at most 7"),
        ({"rows": [[], ["king"] * 4]}, r"rows\[1\] has 4 entries, expected at most 3"),
        ({"rows": [["queen"]]}, r"rows\[0\] is 'queen', expected one of: king, church"),
        ({"collections": [["king"]]}, r"collections\[0\] is \['king'\], expected a mapping"),
        ({"collections": [{}, {"queen": 1}]}, r"collections\[1\] is 'queen'"),
        ({"collections": [{"king": 1.0}]}, r"collections\[0\]\['king'\] is 1.0"),
        ({"collections": [{"king": 15}]}, r"\['king'\] is 15, expected an integer from 0 to 14"),
        ({"undecided": [3]}, "undecided is 3, expected an integer from 0 to 2"),
        ({"undecided": []}, "undecided: every seat has chosen, but the game is not over"),
        ({"choices": [4]}, r"choices is \[4\], expected a mapping"),
        ({"choices": {"3": 1}}, r"choices\['3'\] is '3', expected one of: 0, 1, 2"),
        ({"undecided": [1], "choices": {"0": 1}}, r"choices\['0'\] is '0', expected one of: 1"),
        ({"choices": {"0": 8}}, r"choices\['0'\] is 8, expected an integer from 1 to 7"),
        ({"choices": {"0": 1}}, r"choices\['0'\] is 1, but row 1 holds no card"),
        (
            {"choices": {"0": 1, "1": 1, "2": 1}, "rows": [["king"]]},
            "undecided: every seat has chosen",
        ),
        ({"pile": ["king"] * 113}, "pile has 113 entries, expected at most 112"),
        ({"box": ["king"]}, r"box is \['king'\], expected a mapping"),
        ({"box": {"church": 13}}, r"box\['church'\] is 13, expected an integer from 0 to 12"),
        ({"box_known": {"church": 1}}, r"box_known\['church'\] is 1, expected at most 0"),
        ({"scores": [0] * 4}, "scores has 4 entries, expected at most 3"),
        (
            {"rows": [["hen"] * 3],
             "collections": [{"hen": 2}], "pile": ["hen"], "box": {"hen": 1}},
            "card 'hen' appears 7 times in rows, collections, pile and box together",
        ),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(fields, message):
    with pytest.raises(ValueError, match=message):
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
