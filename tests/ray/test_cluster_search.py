"""Expert iteration on a cluster: its tasks return the same advantages as this process."""

import numpy as np
import pytest

pytest.importorskip("ray", reason="make test-ray has an environment with Ray")

from hofspiele import envs
from hofspiele.training.players.network_agent import NetworkAgent
from hofspiele.training.selfplay.search_advantages import Guide, search_advantages
from hofspiele.training.settings.iterate import Search
from tests.training.models import new_model, views_of


def test_advantages_are_the_same_on_a_cluster(joined):
    games = [envs.make("kou_ka_roi", num_players=players) for players in (3, 2)]
    policy = new_model(games[0], prior_temperature=1.0).policy
    agent = NetworkAgent("agent", policy.actor, policy.critic)
    guide = Guide(games, agent, Search(deals=2))
    rows = [np.arange(100), np.arange(100, 180)]
    views = [(at, views_of(game, len(at), plies=5)) for game, at in zip(games, rows, strict=True)]
    seeds = np.arange(180, dtype=np.uint64)
    here, there = (search_advantages(where, guide, views, seeds) for where in (1, joined))
    for values, same in zip(here, there, strict=True):
        assert values.tobytes() == same.tobytes()
        assert values.any(1).all()
