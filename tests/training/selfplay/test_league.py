import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.agents.scripted import pick_probabilities
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.selfplay.league import League, fair_share
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
    [
        ({"current": -1}, "shares: 'current' is -1"),
        ({"current": 0}, "shares are all 0"),
        ({"clever": 1}, "unknown agent 'clever'"),
    ],
)
def test_wrong_shares_are_refused(shares, message):
    with pytest.raises(ValueError, match=message):
        league_of(shares)
