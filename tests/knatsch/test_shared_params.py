"""The params that games share, which no kernel writes."""

import numpy as np

from hofspiele.envs.core import Table
from hofspiele.envs.knatsch.game import Knatsch
from tests.play import random_actions


def test_no_kernel_writes_shared_params():
    game = Knatsch(num_players=4)
    before = game.params.tobytes()
    table = Table(game, 256, seed=3, num_threads=2)
    steps = set()
    for number in range(60):
        steps |= {*table.states["turn_step"].tolist()}
        worths = np.zeros((256, game.num_actions))
        game.engine.action_values(game.params, table.states, worths)
        assert np.isfinite(worths).all()
        table.step(random_actions(table.action_masks, number))
    assert len(steps) >= 4
    assert game.params.tobytes() == before


def test_games_with_equal_options_share_params():
    params = Knatsch(num_players=3).params
    assert np.may_share_memory(params, Knatsch(num_players=3).params)
    assert not np.may_share_memory(params, Knatsch(num_players=4).params)
    assert not np.may_share_memory(params, Knatsch(num_players=3, max_turns=20).params)
