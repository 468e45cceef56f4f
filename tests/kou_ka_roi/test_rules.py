"""The rules of play, in the order of the rules page; its rulings are in test_rulings.py."""

from collections import Counter

import pytest

from tests.kou_ka_roi.scenario import COPIES, GAMES, choose, other_cards, position, written

RETURNED = ("church", "victory 2", "victory 3", "victory 4", "farmer", "wife", "farmhouse")


# --- setup -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("num_players", "rows", "used", "surplus"), [(2, 6, 80, 32), (3, 7, 102, 10), (4, 8, 112, 0)]
)
def test_the_setup_is_that_of_the_rules(num_players, rows, used, surplus):
    dealt = written(num_players, GAMES[num_players].new(1))
    assert [len(cards) for cards in dealt["rows"]] == [3] * rows
    assert len(dealt["pile"]) == used - 3 * rows
    assert sum(dealt["box"].values()) == surplus
    assert dealt["box_known"] == {}
    assert dealt["collections"] == [{}] * num_players
    assert dealt["scores"] == [0] * num_players
    assert dealt["undecided"] == list(range(num_players))
    assert (dealt["round"], dealt["last_turn"], dealt["over"]) == (1, False, False)


def test_every_card_can_come_first():
    first = Counter(written(2, GAMES[2].new(seed))["rows"][0][0] for seed in range(600))
    assert set(first) == set(COPIES)


# --- a turn ------------------------------------------------------------------------------------

ROWS = [
    ["king", "church", "sheep"],
    ["knight", "horse", "pig"],
    ["victory 2", "cow", "goat"],
    ["farmer", "wife", "hen"],
    ["farmhouse", "goose", "donkey"],
    ["king", "king", "knight"],
    ["church", "sheep", "victory 4"],
]


def test_the_turn_of_the_rulebook_is_played_as_described():
    """Tim shows 6, Sarah and Linus 2, which costs a card; then Sarah shows 7 and Linus 2 again."""
    state = position(3, rows=ROWS, pile=other_cards(40, ROWS))
    shown = choose(3, state, 6, 2, 2)
    assert shown["collections"] == [{"king": 2, "knight": 1}, {}, {}]
    assert shown["rows"][1] == ["knight", "horse"]
    assert shown["rows"][5] == []
    assert shown["box"] == shown["box_known"] == {"pig": 1}
    assert (shown["undecided"], shown["player"], shown["choices"]) == ([1, 2], 1, {})
    shown = choose(3, state, 7, 2)
    assert shown["collections"][1:] == [
        {"church": 1, "sheep": 1, "victory 4": 1},
        {"knight": 1, "horse": 1},
    ]
    assert shown["undecided"] == [0, 1, 2]
    assert [len(cards) for cards in shown["rows"]] == [3] * 7


def test_rows_without_cards_cannot_be_chosen():
    state = position(3, rows=[["king"], [], ["pig"], ["hen"]])
    assert GAMES[3].legal_mask(state).tolist() == [i in (0, 2, 3) for i in range(9)]


def test_a_collision_takes_one_card_however_many_collide():
    shown = choose(4, position(4, rows=ROWS), 3, 3, 3, 3)
    assert shown["rows"] == [*ROWS[:2], ["victory 2", "cow"], *ROWS[3:], []]
    assert shown["box_known"] == {"goat": 1}
    assert shown["collections"] == [{}] * 4
    assert shown["undecided"] == [0, 1, 2, 3]


def test_two_rows_can_have_collisions_at_once():
    shown = choose(4, position(4, rows=ROWS), 1, 2, 2, 1)
    assert shown["box_known"] == {"sheep": 1, "pig": 1}
    assert shown["undecided"] == [0, 1, 2, 3]


def test_a_row_lasts_until_its_last_card():
    state = position(2, rows=ROWS[:6])
    for size in (2, 1, 0):
        assert len(choose(2, state, 4, 4)["rows"][3]) == size
    assert not GAMES[2].legal_mask(state)[3]


@pytest.mark.parametrize("left", [["pig"], ["pig", "hen"], ["pig", "hen", "cow"]])
def test_the_turn_ends_at_once_when_cards_are_left_in_one_row_only(left):
    state = position(2, rows=[left, ["king"]], pile=other_cards(30, left, "king"))
    shown = choose(2, state, 2, 2)
    assert shown["collections"] == [{}, {}]
    assert shown["undecided"] == [0, 1]
    assert shown["rows"][0][: len(left)] == left
    assert len(shown["pile"]) == 30 - (18 - len(left))


def test_the_turn_ends_at_once_when_no_cards_are_left():
    state = position(4, rows=[["pig"], ["king"]], pile=other_cards(30, ["pig", "king"]))
    shown = choose(4, state, 1, 1, 2, 2)
    assert shown["collections"] == [{}] * 4
    assert shown["box_known"] == {"pig": 1, "king": 1}
    assert len(shown["pile"]) == 30 - 24


def test_two_rows_are_enough_to_choose_again():
    shown = choose(2, position(2, rows=[["pig"], ["king", "hen"]]), 2, 2)
    assert shown["rows"][:2] == [["pig"], ["king"]]
    assert shown["undecided"] == [0, 1]


def test_rows_are_refilled_from_row_1_on():
    pile = other_cards(40, ROWS)
    state = position(2, rows=[["hen"], ["pig"], ["cow", "goat"]], pile=pile)
    shown = choose(2, state, 1, 2)
    assert shown["rows"][0] == pile[:3]
    assert shown["rows"][1] == pile[3:6]
    assert shown["rows"][2] == ["cow", "goat", pile[6]]
    assert shown["rows"][3:] == [pile[7:10], pile[10:13], pile[13:16]]
    assert shown["pile"] == pile[16:]


# --- hidden choices ----------------------------------------------------------------------------


def test_choices_are_kept_until_all_have_chosen():
    state = position(3, rows=ROWS)
    shown = choose(3, state, 4)
    assert shown["choices"] == {"0": 4}
    assert shown["rows"] == ROWS
    assert (shown["player"], shown["undecided"]) == (1, [0, 1, 2])
    assert choose(3, state, 5)["choices"] == {"0": 4, "1": 5}
    assert choose(3, state, 6)["choices"] == {}


def test_on_an_empty_table_the_turn_can_only_end():
    state = position(3, collections=[{"king": 3}])
    assert GAMES[3].legal_actions(state) == [GAMES[3].action_index("wait")]
    GAMES[3].apply(state, "wait")
    shown = written(3, state)
    assert (shown["over"], shown["scores"]) == (True, [4, 0, 0])


def test_without_rows_they_are_refilled_when_the_turn_ends():
    state = position(3, undecided=[1], pile=["king"] * 4)
    GAMES[3].apply(state, "wait")
    shown = written(3, state)
    assert shown["rows"][:3] == [["king"] * 3, ["king"], []]
    assert (shown["player"], shown["undecided"]) == (0, [0, 1, 2])


def test_seats_may_be_asked_in_any_order():
    """Seat 2 was asked first, as in a position that the parallel form shows."""
    state = position(3, rows=ROWS, choices={"2": 1})
    assert choose(3, state, 2, 3)["collections"] == [
        {"knight": 1, "horse": 1, "pig": 1},
        {"victory 2": 1, "cow": 1, "goat": 1},
        {"king": 1, "church": 1, "sheep": 1},
    ]


# --- rounds and end ----------------------------------------------------------------------------


def take_one_each(collections, **fields):
    """Let seats 0 and 1 take a hen each, which ends the turn but not the pile."""
    rows = [["hen"], ["hen"]]
    fields = {"pile": other_cards(40, rows, collections), **fields}
    return choose(2, position(2, rows=rows, collections=collections, **fields), 1, 2)


@pytest.mark.parametrize(("cards", "scored"), [(11, False), (12, True), (13, True)])
def test_the_first_scoring_comes_with_13_cards(cards, scored):
    shown = take_one_each([{"king": cards}, {"knight": 3}])
    assert shown["round"] == (2 if scored else 1)
    assert shown["scores"] == ([36 + 1, 6 + 1] if scored else [0, 0])
    assert not shown["over"]


def test_the_first_scoring_waits_for_the_end_of_the_turn():
    own = {"king": 10}
    state = position(3, rows=ROWS, collections=[own], pile=other_cards(40, ROWS, own))
    shown = choose(3, state, 1, 2, 2)
    assert (sum(shown["collections"][0].values()), shown["round"]) == (13, 1)
    assert choose(3, state, 3, 4)["round"] == 2


def test_13_cards_are_scored_only_once():
    shown = take_one_each([{"king": 12}, {"knight": 13}], round=2, scores=[5, 6])
    assert (shown["round"], shown["scores"]) == (2, [5, 6])


@pytest.mark.parametrize("kind", COPIES)
def test_cards_with_a_red_cross_are_returned(kind):
    kept, returned = ({}, {kind: 1}) if kind in RETURNED else ({kind: 1}, {})
    shown = take_one_each([{"knight": 12}, {kind: 1}])
    assert shown["collections"] == [
        Counter({"knight": 12, "hen": 1}),
        Counter({"hen": 1}) + Counter(kept),
    ]
    assert shown["box"] == shown["box_known"] == returned


def test_the_last_turn_ends_the_game_with_the_final_scoring():
    fields = {"round": 2, "last_turn": True, "scores": [5, 6]}
    shown = take_one_each([{"king": 3, "church": 1}, {"farmer": 1, "wife": 1}], **fields, pile=[])
    assert shown["over"]
    assert shown["scores"] == [5 + 4 + 10 + 1, 6 + 7 + 1]
    assert shown["collections"][0] == {"king": 3, "church": 1, "hen": 1}
    assert shown["rows"] == [[]] * 6


def test_the_last_turn_may_have_collisions():
    rows = [["pig"], ["hen", "cow"], ["goat"]]
    state = position(2, rows=rows, last_turn=True, round=2)
    assert not choose(2, state, 2, 2)["over"]
    shown = choose(2, state, 1, 2)
    assert shown["over"]
    assert shown["scores"] == [1, 1]


def test_the_last_turn_may_end_at_once():
    shown = choose(2, position(2, rows=[["pig"], ["hen"]], last_turn=True, round=2), 1, 1)
    assert shown["over"]
    assert shown["collections"] == [{}, {}]
    assert shown["undecided"] == []


def test_the_draw_from_the_box_is_uniform():
    first = Counter()
    for seed in range(600):
        state = position(2, seed, rows=[["hen"], ["hen"]], box={"king": 14, "farmer": 7})
        first[choose(2, state, 1, 2)["rows"][0][0]] += 1
    # 400 are expected, with a standard deviation of 11.5.
    assert 350 < first["king"] < 450
