"""Redeals keep everything that has been seen of the piles, and reveal nothing else."""

from collections import Counter
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.knatsch.bookkeeper import Bookkeeper
from tests.knatsch.scenario import BOX, Scenario, cards_of, game_of
from tests.play import decisions, play_on, seeds

PLAYERS = pytest.mark.parametrize("num_players", [2, 4, 6])
REDEALS = range(20)


def unseen(bookkeeper, shown):
    return Counter(
        card
        for seen, pile in zip(bookkeeper.seen, shown["piles"], strict=True)
        for known, card in zip(seen, pile, strict=True)
        if not known
    )


@PLAYERS
@given(data=st.data(), seed=seeds)
def test_only_the_piles_are_redealt_and_equally_for_all_seats(num_players, data, seed):
    game = game_of(num_players)
    state = data.draw(decisions(game))
    shown = game.to_dict(state)
    redealt = game.to_dict(game.redeal(state, 0, seed))
    assert {**redealt, "piles": shown["piles"]} == shown
    for mine, theirs in zip(redealt["piles"], shown["piles"], strict=True):
        assert len(mine) == len(theirs)
        assert mine[:1] == theirs[:1]
    assert cards_of(redealt) == cards_of(shown) == BOX
    # All players have the same information.
    assert len({game.redeal(state, seat, seed).tobytes() for seat in range(num_players)}) == 1


@PLAYERS
@given(seed=seeds, last=st.integers(0, 200))
def test_redeals_keep_all_known_cards(num_players, seed, last):
    game = game_of(num_players)
    state = game.new(seed)
    shown = game.to_dict(state)
    bookkeeper = Bookkeeper(shown)
    for _ in islice(play_on(game, state, seed), last):
        before, shown = shown, game.to_dict(state)
        bookkeeper.record(before, shown)
    for redeal_seed in REDEALS:
        redealt = game.to_dict(game.redeal(state, 0, redeal_seed))
        piles = zip(bookkeeper.seen, redealt["piles"], shown["piles"], strict=True)
        for seen, new, old in piles:
            assert all(a == b for known, a, b in zip(seen, new, old, strict=True) if known)
        assert unseen(bookkeeper, redealt) == unseen(bookkeeper, shown)


# --- single positions --------------------------------------------------------------------------

SIX = ["red 333+1", "blue 333+2", "green 333+4", "yellow 333+5", "white 333+1", "black 333+2"]


def redealt_piles(scenario):
    piles = [
        scenario.game.to_dict(scenario.game.redeal(scenario.state, 0, n))["piles"] for n in REDEALS
    ]
    return [[pile[number] for pile in piles] for number in range(2)]


def places_that_vary(scenario):
    """Return, for each pile, the places from the top at which redeals differ."""
    return [
        [place for place, cards in enumerate(zip(*piles, strict=True)) if len({*cards}) > 1]
        for piles in redealt_piles(scenario)
    ]


def test_all_below_the_top_cards_is_hidden_at_first():
    scenario = Scenario(piles=[SIX[:4], SIX[4:]])
    assert places_that_vary(scenario) == [[1, 2, 3], [1]]


def test_cards_seen_going_under_a_pile_stay():
    scenario = Scenario(piles=[SIX, []])
    scenario.do("bury pile 1")
    assert places_that_vary(scenario) == [[1, 2, 3, 4], []]


def test_a_fully_buried_pile_is_known():
    """This also holds when the card that was buried first is on top again."""
    scenario = Scenario(piles=[SIX[:2], SIX[2:]], actions=[["stack 222+4"]])
    assert places_that_vary(scenario) == [[1], [1, 2, 3]]
    for _ in range(2):
        scenario.do("bury pile 1")
        assert places_that_vary(scenario) == [[], [1, 2, 3]]


def test_hidden_cards_are_dealt_evenly():
    """Five hidden cards are next on the first pile equally often."""
    scenario = Scenario(piles=[SIX[:3], [*SIX[3:], "tournament"]])
    counts = Counter(
        scenario.game.to_dict(scenario.game.redeal(scenario.state, 0, seed))["piles"][0][1]
        for seed in range(1000)
    )
    found = np.array([*counts.values()])
    assert len(found) == 5
    assert ((found - 200) ** 2 / 200).sum() < 18.5  # chi², 4 degrees, p = 0.001


def test_piles_without_hidden_cards():
    for piles in ([[], []], [SIX[:1], []], [SIX[:1], SIX[1:2]]):
        scenario = Scenario(piles=piles)
        assert scenario.game.to_dict(scenario.game.redeal(scenario.state, 0, 1))["piles"] == piles
