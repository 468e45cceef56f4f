from types import SimpleNamespace

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.agents.scripted import pick_probabilities
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.runs.checkpoints import array_bytes, read_arrays
from hofspiele.training.selfplay.league import League, Pool, fair_share
from hofspiele.training.settings.train import Opponents
from tests.training.models import settings_of, untrained, views_of, write_untrained

GAME = envs.make("kou_ka_roi", num_players=4)


def league_of(shares, size=2, temperature=1.0, **network):
    opponents = Opponents(shares, size, temperature=temperature)
    learner = untrained(GAME, **network)
    return League(opponents, learner, settings_of(**network), [GAME], AgentFinder(GAME))


def shares_by_name(league):
    found = {}
    for agent, share in zip(league.agents, league.draw_shares(), strict=True):
        found[agent.name] = found.get(agent.name, 0.0) + share
    return found


def test_current_policy_plays_until_the_pool_has_a_snapshot():
    league = league_of({"past": 4, "greedy": 6})
    assert shares_by_name(league) == pytest.approx({"current": 0.4, "past": 0.0, "greedy": 0.6})
    league.take_snapshot(100)
    assert shares_by_name(league) == pytest.approx({"current": 0.0, "past": 0.4, "greedy": 0.6})


def test_the_policy_and_its_snapshots_play_at_the_temperature():
    views = views_of(GAME, 4000, plies=0)
    for temperature in (1.0, 4.0):
        shares = {"current": 0.5, "past": 0.5}
        league = league_of(shares, temperature=temperature, prior_temperature=1.0)
        league.take_snapshot(1)
        logits = league.agents[0].logits([views])
        expected = pick_probabilities(logits, views.action_masks, temperature).mean(0)
        for agent in league.agents[:2]:
            actions = agent.act(views, np.random.default_rng(1))
            frequencies = np.bincount(actions, minlength=len(expected)) / len(actions)
            np.testing.assert_allclose(frequencies, expected, atol=0.03)


def test_metrics_describe_the_pool():
    league = league_of({"current": 0.2, "past": 0.4, "greedy": 0.4})
    assert league.metrics() == {}
    league.take_snapshot(100)
    league.take_snapshot(300)
    league.record_result(0, 1.0)  # Games against other agents do not count.
    assert league.pool.games.tolist() == [0, 0]
    league.record_result(1, 1.0)
    league.record_result(3, 1.0)
    assert league.metrics() == {
        "pool/size": 2,
        "pool/win_share_lowest": 0.25,
        "pool/win_share_highest": pytest.approx(0.625),
        "pool/age_mean": 100.0,
    }


def test_a_league_without_past_has_no_pool(tmp_path):
    file = write_untrained(tmp_path / "old.safetensors", GAME)
    league = league_of({"greedy": 0.75, str(file): 0.25})
    league.take_snapshot(1)
    assert not league.pool.agents
    assert shares_by_name(league) == {"greedy": 0.75, "old": 0.25}


def test_fair_share_is_the_mean_over_player_counts():
    games = [envs.make("kou_ka_roi", num_players=n) for n in (2, 4)]
    assert fair_share(games) == 0.375


@pytest.mark.parametrize(
    ("shares", "message"),
    [({"current": -1}, "'current' is -1"), ({"current": 0}, "all 0"), ({"clever": 1}, "'clever'")],
)
def test_wrong_shares_are_refused(shares, message):
    with pytest.raises(ValueError, match=message):
        league_of(shares)


# --- the pool -------------------------------------------------------------------------------------


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
