import numpy as np
import pytest
import torch
from torch import nn

from hofspiele.training.selfplay.pool import Pool
from tests.training.models import PlainActor


def grow(actor):
    with torch.no_grad():
        actor.weight.add_(1.0)


def weight_of(agent):
    return float(agent.actor.weight.detach().mean())


@pytest.fixture
def actor():
    actor = PlainActor()
    nn.init.zeros_(actor.weight)
    return actor


def pool_of(actor, count, size=3, exponent=2.0):
    """Return a pool in which snapshot k has the weights k and was taken after 100 k steps."""
    pool = Pool(actor, size, exponent, fair_share=0.25)
    for number in range(1, count + 1):
        grow(actor)
        pool.take_snapshot(100 * number)
    return pool


def beat(pool, place, wins, games=100):
    for win in np.repeat([1.0, 0.0], [wins, games - wins]):
        pool.record_result(place, win)


def test_snapshots_do_not_change_with_the_policy(actor):
    pool = pool_of(actor, 2)
    grow(actor)
    assert [weight_of(agent) for agent in pool.agents[:2]] == [1.0, 2.0]
    assert len(pool) == 2


def test_new_snapshots_are_equally_likely_and_empty_places_are_never_drawn(actor):
    pool = pool_of(actor, 0)
    assert pool.priorities().tolist() == [0, 0, 0]
    pool.take_snapshot(1)
    pool.take_snapshot(2)
    assert pool.priorities() == pytest.approx([0.5, 0.5, 0])


def test_harder_snapshots_are_drawn_more_often(actor):
    pool = pool_of(actor, 3)
    pool.win_shares[:] = [0.2, 0.6, 1.0]
    weights = np.array([0.64, 0.16, 0.05 * 0.64])
    assert pool.priorities() == pytest.approx(weights / weights.sum())
    pool.win_shares[:] = 1.0
    assert pool.priorities() == pytest.approx(np.full(3, 1 / 3))


def test_one_snapshot_plays_at_a_time(actor):
    rng = np.random.default_rng(1)
    assert pool_of(actor, 0).draw(rng).tolist() == [0, 0, 0]
    assert pool_of(actor, 1).draw(rng).tolist() == [1, 0, 0]
    assert sorted(pool_of(actor, 3).draw(rng).tolist()) == [0, 0, 1]


def test_win_share_is_measured_from_the_games(actor):
    pool = pool_of(actor, 2)
    beat(pool, 0, 80)
    assert pool.win_shares[0] == pytest.approx((80 + 0.25) / 101, abs=1e-9)
    beat(pool, 0, 0, 1000)
    assert pool.win_shares[0] < 0.01
    assert pool.win_shares[1] == 0.25
    assert pool.games.tolist() == [1100, 0, 0]


def test_a_full_pool_replaces_the_easiest_snapshot(actor):
    pool = pool_of(actor, 3)
    beat(pool, 0, 30)
    beat(pool, 1, 90)
    beat(pool, 2, 10)
    grow(actor)
    pool.take_snapshot(400)
    assert [weight_of(agent) for agent in pool.agents] == [1.0, 4.0, 3.0]
    assert pool.steps.tolist() == [100, 400, 300]
    assert pool.games.tolist() == [100, 0, 100]
    assert pool.win_shares[1] == 0.25


def test_state_dict_restores_the_pool(actor, tmp_path):
    pool = pool_of(actor, 2)
    beat(pool, 1, 70)
    torch.save(pool.state_dict(), tmp_path / "pool.pt")
    other = Pool(PlainActor(), 3, 2.0, 0.25)
    other.load_state_dict(torch.load(tmp_path / "pool.pt", weights_only=True))
    for name in ("steps", "games", "win_shares"):
        np.testing.assert_array_equal(getattr(pool, name), getattr(other, name))
    assert [weight_of(agent) for agent in other.agents] == [
        weight_of(agent) for agent in pool.agents
    ]
    assert not any(weights.requires_grad for weights in other.agents[0].actor.parameters())


def test_a_pool_of_another_size_is_refused(actor):
    other = Pool(PlainActor(), 4, 2.0, 0.25)
    with pytest.raises(
        ValueError, match=r"do not match opponents\.pool_size .*: 3 steps, expected 4"
    ):
        other.load_state_dict(pool_of(actor, 2).state_dict())


@pytest.mark.parametrize(
    "wrong",
    [
        {"steps": [1, 2]},
        {"games": 5},
        {"steps": 3 * [10**30]},
        {"win_shares": ["a", "b"]},
        {"weights": [{}, {}]},
        {"weights": None},
    ],
)
def test_a_corrupt_pool_is_refused(actor, wrong):
    pool = pool_of(actor, 2)
    with pytest.raises(ValueError, match="the snapshots of the checkpoint do not match"):
        pool.load_state_dict(pool.state_dict() | wrong)
