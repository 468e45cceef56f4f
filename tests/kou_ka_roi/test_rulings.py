"""One test for each ruling (KKR-n) of the rules page."""

from collections import Counter

import pytest

from tests.kou_ka_roi.scenario import GAMES, choose, other_cards, position


def test_kkr_1_the_newest_card_is_the_outermost():
    """KKR-1: cards left in a row stay and new ones are laid outside them."""
    rows = [["king", "horse"], ["sheep"], ["pig"]]
    pile = ["goose", *other_cards(40, "goose", rows)]
    state = position(2, rows=rows, pile=pile)
    shown = choose(2, state, 2, 3)
    assert shown["rows"][0] == ["king", "horse", "goose"]
    shown = choose(2, state, 1, 1)
    assert shown["rows"][0] == ["king", "horse"]
    assert shown["box_known"] == {"goose": 1}


def test_kkr_2_the_first_scoring_comes_before_the_refill():
    """KKR-2: returned cards are in the box when the refill of that very turn needs it."""
    collections = [{"church": 11}, {"victory 4": 2}]
    state = position(2, rows=[["farmer", "wife"], ["hen"]], collections=collections, pile=["pig"])
    shown = choose(2, state, 1, 2)
    assert shown["scores"] == [10 + 7, 8 + 1]
    assert shown["collections"] == [{}, {"hen": 1}]
    assert (shown["round"], shown["last_turn"]) == (2, True)
    laid = Counter(card for row in shown["rows"] for card in row)
    assert laid == {"pig": 1, "church": 11, "farmer": 1, "wife": 1, "victory 4": 2}
    assert shown["box"] == {}


@pytest.mark.parametrize(("pile", "last_turn"), [(17, True), (18, True), (19, False)])
def test_kkr_3_the_pile_is_exhausted_by_the_card_that_completes_the_last_row(pile, last_turn):
    """KKR-3: 18 cards complete the six rows; the last turn follows if none is left after that."""
    rows = [["hen"], ["pig"]]
    state = position(2, rows=rows, pile=other_cards(pile, rows))
    shown = choose(2, state, 1, 2)
    assert shown["last_turn"] == last_turn
    assert len(shown["pile"]) == max(0, pile - 18)
    assert sum(map(len, shown["rows"])) == min(pile, 18)
    choose(2, state, 1, 2)
    assert bool(state["over"]) == last_turn


@pytest.mark.parametrize("in_box", [0, 4, 11, 14])
def test_kkr_4_rows_are_completed_from_the_box_in_row_order(in_box):
    """KKR-4: row 1 first, until the box is empty too."""
    rows = [["hen"], ["pig"], ["cow"]]
    pile = other_cards(5, rows)
    box = Counter(other_cards(in_box, rows, pile))
    shown = choose(2, position(2, rows=rows, pile=pile, box=box), 1, 2)
    assert shown["rows"][0] == pile[:3]
    assert shown["rows"][1][:2] == pile[3:]
    assert shown["rows"][2][0] == "cow"
    sizes = [len(cards) for cards in shown["rows"]]
    laid = Counter(card for cards in shown["rows"] for card in cards)
    laid.subtract(["cow", *pile])
    if in_box < 12:
        assert sizes == {0: [3, 2, 1, 0, 0, 0], 4: [3, 3, 3, 1, 0, 0], 11: [3] * 5 + [2]}[in_box]
        assert +laid == box
        assert shown["box"] == shown["box_known"] == {}
    else:
        assert sizes == [3] * 6
        assert +laid + Counter(shown["box"]) == box


def test_kkr_4_everybody_can_count_the_box_once_the_pile_is_gone():
    """KKR-4: everybody can work out what is left in the box then."""
    rows = [["hen"], ["pig"], *[["cow"]] * 4]
    shown = choose(2, position(2, rows=rows, box={"king": 14, "knight": 10}), 1, 2)
    assert sum(shown["box"].values()) == 24 - 14
    assert shown["box_known"] == shown["box"]


def last_turn_with(cards):
    """Return the end of a last turn in the first round after which seat 0 has `cards` cards."""
    collections = [{"knight": cards - 2, "church": 1}]
    state = position(2, rows=[["hen"], ["pig"]], collections=collections, last_turn=True)
    return choose(2, state, 1, 2)


@pytest.mark.parametrize("cards", [4, 12])
def test_kkr_5_without_13_cards_there_is_only_the_final_scoring(cards):
    """KKR-5: nobody had 13 cards before the last turn or after it."""
    shown = last_turn_with(cards)
    assert (shown["over"], shown["round"]) == (True, 1)
    assert shown["scores"] == [2 * (cards - 2) + 10 + 1, 1]


@pytest.mark.parametrize(
    ("scores", "ranks", "outcome"),
    [
        ([50, 50, 40], [1, 1, 3], [0.25, 0.25, -0.5]),
        ([50, 50, 50], [1, 1, 1], [0, 0, 0]),
        ([30, 50, 40], [3, 1, 2], [-0.5, 1, -0.5]),
    ],
)
def test_kkr_6_equal_points_share_the_win(scores, ranks, outcome):
    """KKR-6: there is no tie-break."""
    state = position(3, scores=scores, over=True, collections=[{"king": 14}])
    assert GAMES[3].ranks(state).tolist() == ranks
    assert GAMES[3].outcome(state) == pytest.approx(outcome)


@pytest.mark.parametrize(
    "rows", [[["hen"], ["pig"]], [["hen"], ["pig"], ["cow"]]], ids=["no row left", "one row left"]
)
def test_kkr_7_a_turn_that_ended_at_once_counts_as_completed(rows):
    """KKR-7: the 13th card brings the first scoring although two players got nothing."""
    pile = ["goat"] * 5 + ["goose"] * 5
    state = position(3, rows=rows, collections=[{}, {}, {"knight": 12}], pile=pile)
    shown = choose(3, state, 1, 1, 2)
    assert shown["collections"] == [{}, {}, {"knight": 12, "pig": 1}]
    assert (shown["round"], shown["scores"]) == (2, [0, 0, 24 + 1])


@pytest.mark.parametrize("cards", [13, 15])
def test_kkr_8_the_13th_card_on_the_last_turn_brings_no_first_scoring(cards):
    """KKR-8: cards are scored once, and those with a red cross are not returned before."""
    shown = last_turn_with(cards)
    assert (shown["over"], shown["round"]) == (True, 1)
    assert shown["scores"] == [2 * (cards - 2) + 10 + 1, 1]
    assert shown["collections"][0] == {"knight": cards - 2, "church": 1, "hen": 1}


@pytest.mark.parametrize("over", [False, True])
def test_kkr_9_nobody_gets_points_for_having_no_church(over):
    """KKR-9: this holds while nobody has one, and in the final scoring."""
    state = position(3, rows=[["hen"], ["pig"], ["cow"]], last_turn=True)
    if over:
        choose(3, state, 1, 2, 3)
    sheet = GAMES[3].score_sheet(state)
    assert sheet["churches"] == [0, 0, 0]
    assert sheet["total"] == ([1, 1, 1] if over else [0, 0, 0])
