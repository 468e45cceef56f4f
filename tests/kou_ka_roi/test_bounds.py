"""No number of an observation is clipped in play."""

import random

import numpy as np
import pytest
from hypothesis import given

from hofspiele.envs.kou_ka_roi.params import MOST_GAIN, MOST_IN_CATEGORIES, MOST_SCORE
from tests.kou_ka_roi.reference_scoring import gain, points, total
from tests.kou_ka_roi.scenario import COPIES, GAMES, written
from tests.play import play_on, seeds


def test_the_bounds_are_those_of_the_best_cards():
    """The best score needs both scorings, a category all cards, and a row three trios."""
    first = {"church": 1, "king": 7, "farmer": 2, "wife": 2, "farmhouse": 2, "victory 4": 1}
    last = {
        "church": 1, "king": 7, "farmer": 8, "wife": 8, "farmhouse": 4, "victory 4": 4,
        "victory 3": 4,
    }  # fmt: skip
    assert (sum(first.values()), sum(last.values())) == (15, 36)
    assert total([first, {}], 0) + total([last, {}], 0) == MOST_SCORE
    assert tuple(points([COPIES, {}], 0).values()) == MOST_IN_CATEGORIES
    shown = {"collections": [{"wife": 3, "farmhouse": 3}, {}], "rows": [["farmer"] * 3]}
    assert gain(shown, 0, 0) == MOST_GAIN


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
