"""Invariants that hold at every decision of every game."""

from itertools import pairwise

import pytest
from hypothesis import given

from tests.kou_ka_roi.scenario import COPIES, GAMES, cards_of, written
from tests.play import random_game, seeds


@pytest.mark.parametrize("num_players", [2, 3, 4])
@given(seed=seeds)
def test_random_games_keep_the_rules(num_players, seed):
    shown = [written(num_players, state) for state in random_game(GAMES[num_players], seed)]
    surplus = {2: 32, 3: 10, 4: 0}[num_players]
    for position in shown:
        check_cards(position, surplus)
    check_progress(shown)
    for position in shown[:-1]:
        check_choices(position)


def check_cards(shown, surplus):
    """Check that no card is lost, and that only cards returned unseen are hidden in the box."""
    assert cards_of(shown) == COPIES
    assert all(known <= shown["box"][kind] for kind, known in shown["box_known"].items())
    assert all(len(row) <= 3 for row in shown["rows"])
    unseen = sum(shown["box"].values()) - sum(shown["box_known"].values())
    assert unseen == (0 if shown["last_turn"] else surplus)


def check_progress(shown):
    """Check that the game only moves forward."""
    for before, after in pairwise(shown):
        assert after["round"] >= before["round"]
        assert after["last_turn"] >= before["last_turn"]
        assert len(after["pile"]) <= len(before["pile"])
        assert all(b <= a for b, a in zip(before["scores"], after["scores"], strict=True))
        if after["round"] == before["round"] and not after["over"]:
            assert after["scores"] == before["scores"]
    assert [position["over"] for position in shown] == [False] * (len(shown) - 1) + [True]
    assert shown[-1]["last_turn"]


def check_choices(shown):
    """Check that the player who is asked has not chosen."""
    assert shown["player"] in shown["undecided"]
    assert str(shown["player"]) not in shown["choices"]
    assert {int(seat) for seat in shown["choices"]} < set(shown["undecided"])
    assert sum(map(bool, shown["rows"])) > 1
