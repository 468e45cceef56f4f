"""A seat's observations of two positions differ exactly if it knows a difference."""

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.kou_ka_roi.scenario import GAMES, position, written
from tests.play import random_game

Written = dict[str, Any]
PLAYERS = pytest.mark.parametrize("num_players", [2, 3, 4])


def move(card: str, source: Any, target: Any) -> None:
    """Move a card from one place to another, each a list of cards or counts of kinds."""
    if isinstance(source, list):
        source.remove(card)
    else:
        source[card] -= 1
    if isinstance(target, list):
        target.append(card)
    else:
        target[card] = target.get(card, 0) + 1


def swap(cards: list, a: int, b: int) -> None:
    cards[a], cards[b] = cards[b], cards[a]


# --- what everybody sees -----------------------------------------------------------------------
# Each function changes a written position in one respect, and fails where that is impossible.


def another_round(shown: Written) -> None:
    shown["round"] = 3 - shown["round"]


def last_turn_or_not(shown: Written) -> None:
    shown["last_turn"] = not shown["last_turn"]


def over(shown: Written) -> None:
    assert not shown["over"]
    shown.update(over=True, undecided=[], choices={}, player=0)


def nobody_asks_the_first(shown: Written) -> None:
    seat, *others = shown["undecided"]
    assert others
    shown["choices"].pop(str(seat), None)
    shown["choices"].pop(str(others[-1]), None)
    shown.update(undecided=others, player=others[-1])


def another_order_in_a_row(shown: Written) -> None:
    row = next(row for row in shown["rows"] if len({*row}) > 1)
    swap(row, row.index(row[0]), next(i for i, kind in enumerate(row) if kind != row[0]))


def rows_the_other_way_round(shown: Written) -> None:
    assert shown["rows"][0] != shown["rows"][1]
    swap(shown["rows"], 0, 1)
    shown["choices"] = {}


def another_card_in_a_row(shown: Written) -> None:
    row = next(row for row in shown["rows"] if row)
    old, new = row[0], next(kind for kind in shown["pile"] if kind != row[0])
    shown["pile"][shown["pile"].index(new)] = old
    row[0] = new


def collections_swapped(shown: Written) -> None:
    assert shown["collections"][0] != shown["collections"][1]
    swap(shown["collections"], 0, 1)


def a_card_of_somebody_else(shown: Written) -> None:
    first, second, *_ = shown["collections"]
    move(next(iter(first)), first, second)


def a_card_from_hand_to_box(shown: Written) -> None:
    kind = next(iter(shown["collections"][-1]))
    move(kind, shown["collections"][-1], shown["box"])
    move(kind, Counter({kind: 1}), shown["box_known"])


def another_card_known_in_the_box(shown: Written) -> None:
    known = next(iter(shown["box_known"]))
    hidden = next(kind for kind in shown["pile"] if kind != known)
    move(known, shown["box"], shown["pile"])
    shown["box_known"][known] -= 1
    move(hidden, shown["pile"], shown["box"])
    move(hidden, Counter({hidden: 1}), shown["box_known"])


def a_card_of_the_box_not_seen(shown: Written) -> None:
    shown["box_known"][next(iter(shown["box_known"]))] -= 1


def a_smaller_pile(shown: Written) -> None:
    move(next(iter(shown["pile"])), shown["pile"], shown["box"])


def a_point_more_for_the_first(shown: Written) -> None:
    shown["scores"][0] += 1


def a_point_more_for_the_last(shown: Written) -> None:
    shown["scores"][-1] += 1


SEEN = (
    another_round,
    last_turn_or_not,
    over,
    nobody_asks_the_first,
    another_order_in_a_row,
    rows_the_other_way_round,
    another_card_in_a_row,
    collections_swapped,
    a_card_of_somebody_else,
    a_card_from_hand_to_box,
    another_card_known_in_the_box,
    a_card_of_the_box_not_seen,
    a_smaller_pile,
    a_point_more_for_the_first,
    a_point_more_for_the_last,
)


# --- what nobody sees --------------------------------------------------------------------------


def another_order_in_the_pile(shown: Written) -> None:
    assert shown["pile"] != shown["pile"][::-1]
    shown["pile"].reverse()


def other_cards_returned_unseen(shown: Written) -> None:
    unseen = Counter(shown["box"]) - Counter(shown["box_known"])
    returned = next(iter(unseen))
    drawn = next(kind for kind in shown["pile"] if kind != returned)
    move(returned, shown["box"], shown["pile"])
    move(drawn, shown["pile"], shown["box"])


UNSEEN = (another_order_in_the_pile, other_cards_returned_unseen)


def changed(num_players: int, change: Callable[[Written], None]) -> Iterator[tuple[Any, Any]]:
    """Yield positions of some games, each with the same position after `change`, where possible."""
    for seed in range(3):
        for state in random_game(GAMES[num_players], seed)[:-1:5]:
            shown = copy.deepcopy(written(num_players, state))
            try:
                change(shown)
            except (AssertionError, StopIteration):
                continue
            yield state, position(num_players, **shown)


@PLAYERS
@pytest.mark.parametrize("change", SEEN, ids=lambda change: change.__name__)
def test_public_information_is_in_every_observation(num_players, change):
    game = GAMES[num_players]
    found = list(changed(num_players, change))
    assert found
    for state, other in found:
        for seat in range(num_players):
            assert (game.observe(state, seat) != game.observe(other, seat)).any()


@PLAYERS
@pytest.mark.parametrize("change", UNSEEN, ids=lambda change: change.__name__)
def test_hidden_information_is_in_no_observation(num_players, change):
    game = GAMES[num_players]
    found = list(changed(num_players, change))
    assert found or (num_players == 4 and change is other_cards_returned_unseen)
    for state, other in found:
        for seat in range(num_players):
            assert (game.observe(state, seat) == game.observe(other, seat)).all()


def test_only_the_chooser_sees_which_row_is_chosen():
    """Others do not even see whether a seat has chosen."""
    game = GAMES[3]
    rows = [["king", "sheep"], ["church"], ["hen", "pig"]]
    choices = [{}, {"1": 1}, {"1": 2}, {"1": 3}, {"0": 1, "1": 1}]
    states = [position(3, rows=rows, choices=chosen) for chosen in choices]
    seen = [[game.observe(state, seat).tobytes() for state in states] for seat in range(3)]
    assert len({*seen[1]}) == 4
    assert len({*seen[0][:4]}) == 1
    assert len({*seen[2]}) == 1
