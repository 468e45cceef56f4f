from types import SimpleNamespace

import numpy as np
import pytest

from hofspiele.training.runs.checkpoints import array_bytes, read_arrays
from hofspiele.training.selfplay.league import Pool


def weights_of(number):
    return {"weight": np.full(2, number, np.float32)}


def pool_of(count, size=3):
    """Return a pool in which snapshot k has the weights k and was taken after 100 k steps.

    The `forwards` of its agents is the mean of their weights.
    """
    agents = [SimpleNamespace(forwards=0.0) for _ in range(size)]
    evaluate = lambda weights: float(weights["weight"].mean())  # noqa: E731
    pool = Pool(agents, weights_of(0), evaluate, 2.0, fair_share=0.25)
    for number in range(1, count + 1):
        pool.take_snapshot(weights_of(number), 100 * number)
    return pool


def forwards_of(pool):
    return [agent.forwards for agent in pool.agents]


def beat(pool, place, wins, games=100):
    for win in np.repeat([1.0, 0.0], [wins, games - wins]):
        pool.record_result(place, win)


def test_new_snapshots_are_equally_likely_and_empty_places_are_never_drawn():
    assert pool_of(0).priorities().tolist() == [0, 0, 0]
    pool = pool_of(2)
    assert forwards_of(pool) == [1.0, 2.0, 0.0]
    assert len(pool) == 2
    assert pool.priorities() == pytest.approx([0.5, 0.5, 0])


def test_harder_snapshots_are_drawn_more_often():
    pool = pool_of(3)
    pool.win_shares[:] = [0.2, 0.6, 1.0]
    weights = np.array([0.64, 0.16, 0.05 * 0.64])
    assert pool.priorities() == pytest.approx(weights / weights.sum())
    pool.win_shares[:] = 1.0
    assert pool.priorities() == pytest.approx(np.full(3, 1 / 3))


def test_one_snapshot_plays_at_a_time():
    rng = np.random.default_rng(1)
    assert pool_of(0).draw(rng).tolist() == [0, 0, 0]
    assert pool_of(1).draw(rng).tolist() == [1, 0, 0]
    assert sorted(pool_of(3).draw(rng).tolist()) == [0, 0, 1]


def test_a_full_pool_replaces_the_easiest_snapshot():
    pool = pool_of(3)
    beat(pool, 0, 30)
    beat(pool, 1, 90)
    beat(pool, 2, 10)
    assert pool.win_shares[1] == pytest.approx((90 + 0.25) / 101, abs=1e-9)
    pool.take_snapshot(weights_of(4), 400)
    assert forwards_of(pool) == [1.0, 4.0, 3.0]
    assert pool.steps.tolist() == [100, 400, 300]
    assert pool.games.tolist() == [100, 0, 100]
    assert pool.win_shares[1] == 0.25
    beat(pool, 0, 0, 1000)  # Recent games count more.
    assert pool.win_shares[0] < 0.01


def test_state_dict_restores_the_pool():
    pool, other = pool_of(2), pool_of(0)
    beat(pool, 1, 70)
    other.load_state_dict(read_arrays(array_bytes(pool.state_dict())))
    for name in ("steps", "games", "win_shares"):
        np.testing.assert_array_equal(getattr(pool, name), getattr(other, name))
    assert forwards_of(other) == forwards_of(pool)
    message = r"do not match opponents\.pool_size .*: 3 steps, expected 4"
    with pytest.raises(ValueError, match=message):
        pool_of(0, size=4).load_state_dict(pool.state_dict())


@pytest.mark.parametrize(
    "wrong",
    [
        {"steps": [1, 2]}, {"games": 5}, {"steps": 3 * [10**30]}, {"win_shares": ["a", "b"]},
        {"weights": [{}, {}]}, {"weights": [{}, {}, {}]}, {"weights": None},
    ],
    ids=str,
)  # fmt: skip
def test_a_corrupt_pool_is_refused(wrong):
    pool = pool_of(2)
    with pytest.raises(ValueError, match="the snapshots of the checkpoint do not match"):
        pool.load_state_dict(pool.state_dict() | wrong)
