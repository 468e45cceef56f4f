"""No number of an observation is clipped in play, because bounds follow from the components."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hofspiele.envs.kou_ka_roi.bounds import most_cards, most_gain, most_in_categories, most_points
from hofspiele.envs.kou_ka_roi.components import Setup
from tests.kou_ka_roi.reference_scoring import gain, points, total
from tests.kou_ka_roi.scenario import COPIES, GAMES, written
from tests.play import play_on, seeds

COMPONENTS = GAMES[2].components


def test_a_seat_collects_at_most_one_row_per_turn():
    """At least 6 of 80 - 18 cards are drawn per turn, so the last turn comes after 11 turns."""
    assert most_cards(COMPONENTS) == 12 * 3


@pytest.mark.parametrize(
    ("setup", "turns"), [(Setup(6, 18), 2), (Setup(6, 24), 2), (Setup(6, 25), 3), (Setup(2, 9), 2)]
)
def test_there_are_at_least_two_turns(setup, turns):
    """With two players, a turn empties at least two rows, or one row if there are only two."""
    alone = replace(COMPONENTS, setups={2: setup})
    assert most_cards(alone) == 3 * turns


def test_the_maximum_is_that_of_the_best_cards_in_both_scorings():
    first = {"church": 1, "king": 7, "farmer": 2, "wife": 2, "farmhouse": 2, "victory 4": 1}
    last = {
        "church": 1, "king": 7, "farmer": 8, "wife": 8, "farmhouse": 4, "victory 4": 4,
        "victory 3": 4,
    }  # fmt: skip
    assert (sum(first.values()), sum(last.values())) == (15, 36)
    assert most_points(COMPONENTS) == total([first, {}], 0) + total([last, {}], 0)


@given(st.randoms(use_true_random=False), st.integers(0, 36))
def test_no_collection_has_more_points(rng: random.Random, size):
    cards = [kind for kind, copies in COPIES.items() for _ in range(copies)]
    own = rng.sample(cards, size)
    found = points([{kind: own.count(kind) for kind in {*own}}, {}], 0)
    most = dict(zip(found, most_in_categories(COMPONENTS), strict=True))
    assert all(found[category] <= most[category] for category in found)
    assert sum(found.values()) <= most_points(COMPONENTS)


def test_all_cards_together_have_the_maximum_of_each_category():
    assert [*points([COPIES, {}], 0).values()] == most_in_categories(COMPONENTS)


def test_three_trios_are_the_maximum_that_a_row_adds():
    shown = {"collections": [{"wife": 3, "farmhouse": 3}, {}], "rows": [["farmer"] * 3]}
    assert gain(shown, 0, 0) == most_gain(COMPONENTS)


@given(st.randoms(use_true_random=False))
def test_no_row_adds_more(rng: random.Random):
    cards = [kind for kind, copies in COPIES.items() for _ in range(copies)]
    rng.shuffle(cards)
    own, other = cards[: rng.randint(0, 36)], cards[40 : rng.randint(40, 76)]
    collections = [{kind: hand.count(kind) for kind in {*hand}} for hand in (own, other)]
    assert gain({"collections": collections, "rows": [cards[-3:]]}, 0, 0) <= 42


def collide_or_take(num_players: int, seed: int) -> list[np.record]:
    """Return the positions of a game in which one seat takes rows and the others mostly collide."""
    game = GAMES[num_players]
    state, rng, found = game.new(seed), random.Random(seed), []
    while not state["over"]:
        legal = game.legal_actions(state)
        game.apply(state, legal[-1] if state["player"] == 0 else legal[rng.random() < 0.1])
        found.append(state.copy())
    return found


@pytest.mark.parametrize("num_players", [2, 3, 4])
@given(seed=seeds)
def test_no_number_is_clipped_in_play(num_players, seed):
    """Scaled numbers stay below 1, however the game goes."""
    game = GAMES[num_players]
    state = game.new(seed)
    at_random = [state.copy() for _ in play_on(game, state, seed)]
    for state in [*at_random, *collide_or_take(num_players, seed)][::7]:
        pieces = game.layout.decode(game.observe(state, 0))
        for name in ("scores", "totals", "cards", "row_gains", "box_size"):
            assert pieces[name].max() < 1, name
        box = sum(written(num_players, state)["box"].values())
        assert pieces["box_size"] * 112 == pytest.approx(box)
