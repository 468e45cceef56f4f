"""Calls of drivers in plain Python; test_workers.py calls compiled ones."""

import numpy as np
import pytest

from hofspiele.envs.core.table import Table, bytes_per_game

GAMES = np.array([6, 1, 4, 3, 0])


@pytest.mark.parametrize("num_threads", [1, 2, 3, 7])
def test_a_driver_is_called_for_every_game_once(game, num_threads):
    batch = Table(game, 7, num_threads=num_threads)
    played = []

    def driver(params, arrays, games, first, last, numbers, word):
        assert params is game.params
        assert arrays is batch.arrays
        assert word == "word"
        played.extend((games[first:last] * numbers[first:last]).tolist())

    numbers = np.array([1, 10, 100, 1000, 10_000])
    batch.run(driver, GAMES, numbers, "word")
    assert sorted(played) == sorted((GAMES * numbers).tolist())


def test_finished_belongs_to_the_last_run(game):
    batch = Table(game, 7, num_threads=1)

    def end(params, arrays, games, first, last):
        arrays.finished[games[first:last]] = True

    batch.run(end, GAMES)
    assert np.flatnonzero(batch.arrays.finished).tolist() == sorted(GAMES)
    batch.run(end, GAMES[:2])
    assert np.flatnonzero(batch.arrays.finished).tolist() == [1, 6]


def test_an_error_in_a_driver_is_raised(game):
    def fail(params, arrays, games, first, last):
        raise KeyError(int(first))

    with pytest.raises(KeyError):
        Table(game, 7, num_threads=2).run(fail, GAMES)


def test_views_share_the_memory_of_observations(game):
    arrays = Table(game, 3).arrays
    name = game.layout.pieces[-1].name
    arrays.observations[:] = 0.0
    arrays.views[2][name] = 1.0
    assert arrays.observations[2].any()
    assert not arrays.observations[:2].any()


def test_bytes_of_a_game_are_the_sum_of_its_rows(game):
    """A game takes two positions, a mask, an observation, three numbers per seat and 25 bytes."""
    of_seats = game.num_players * (8 + 2 + 8)
    of_moves = game.num_actions + 4 * game.observation_size
    once = 3 * 8 + 1
    assert bytes_per_game(game) == 2 * game.state_dtype.itemsize + of_moves + of_seats + once
