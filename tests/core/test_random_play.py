import numpy as np
import pytest

from hofspiele.envs.core.random_play import choose_random, next_legal, play_random, random_legal
from hofspiele.envs.core.rng import derived_seed
from tests.games import OWN_CASES


def test_at_least_the_decisions_asked_for_are_played(game):
    played = play_random(game, num_games=4, decisions=8002, seed=1)
    assert played.decisions == 8004
    assert played.games > 4


@pytest.mark.parametrize("decisions", [0, 2.5])
def test_a_wrong_number_of_decisions_is_refused(decisions):
    with pytest.raises(ValueError, match=rf"decisions is {decisions}, expected an integer >= 1"):
        play_random(OWN_CASES[0].make(), 4, decisions)


def test_the_seed_determines_the_games():
    game = OWN_CASES[-1].make()  # Games of Knatsch differ in length.
    found = {seed: play_random(game, 4, 20_000, seed) for seed in range(6)}
    assert len(set(found.values())) > 1
    assert play_random(game, 4, 20_000, 5) == found[5]


def test_actions_are_legal_and_uniform():
    mask = np.array([False, True, True, False, True])
    counts = np.zeros(5)
    for index in range(3000):
        counts[random_legal(mask, derived_seed(1, index))] += 1
    assert not counts[~mask].any()
    assert ((counts[mask] - 1000) ** 2 / 1000).sum() < 13.8  # chi², 2 degrees, p = 0.001


@pytest.mark.parametrize("word", [0, 2**64 - 1])
def test_the_lowest_word_picks_the_first_action_and_the_highest_the_last(word):
    mask = np.array([False, True, True, True])
    assert random_legal(mask, np.uint64(word)) == (1 if word == 0 else 3)


@pytest.mark.parametrize("size", [1, 7, 31, 32, 33, 64, 75])
@pytest.mark.parametrize("share", [0.0, 0.05, 0.5, 1.0])
def test_all_legal_actions_are_found_in_order_and_drawn(size, share):
    mask = np.random.default_rng(size).random(size) < share
    legal = np.flatnonzero(mask).tolist()
    found = [next_legal(mask, start) for start in range(size)]
    assert found == [min([a for a in legal if a >= start], default=size) for start in range(size)]
    words = (derived_seed(2, index) for index in range(40 * size))
    assert {random_legal(mask, word) for word in words} == set(legal or [-1])


def test_every_row_has_its_own_choice():
    masks = np.ones((200, 10), np.bool_)
    actions = np.zeros(200, np.int64)
    choose_random(masks, np.uint64(3), actions)
    assert len(set(actions.tolist())) == 10
