"""Games do not depend on the number of threads, as nothing that they share is written."""

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.core import Table
from hofspiele.envs.knatsch.game import Knatsch


def random_actions(table, rng):
    return np.where(table.action_masks, rng.random(table.action_masks.shape), -1).argmax(1)


@pytest.mark.parametrize(("num_players", "num_threads"), [(2, 3), (4, 3), (4, 8)])
def test_observations_do_not_depend_on_the_number_of_threads(num_players, num_threads):
    """Shared tables must be complete before the first step of a new game."""
    for seed in range(3):
        one, many = (
            Table(envs.make("knatsch", num_players=num_players), 256, seed, threads)
            for threads in (1, num_threads)
        )
        rng = np.random.default_rng(seed)
        for _ in range(30):
            assert (many.observations == one.observations).all()
            actions = random_actions(one, rng)
            one.step(actions)
            many.step(actions)
        assert (many.states == one.states).all()


def test_no_kernel_writes_shared_params():
    game = Knatsch(num_players=4)
    before = game.params.tobytes()
    table = Table(game, 256, seed=3, num_threads=2)
    rng = np.random.default_rng(3)
    steps = set()
    for _ in range(60):
        steps |= {*table.states["turn_step"].tolist()}
        worths = np.zeros((256, game.num_actions))
        game.engine.action_values(game.params, table.states, worths)
        assert np.isfinite(worths).all()
        table.step(random_actions(table, rng))
    assert len(steps) >= 4
    assert game.params.tobytes() == before


def test_games_with_equal_options_share_params():
    params = Knatsch(num_players=3).params
    assert np.may_share_memory(params, Knatsch(num_players=3).params)
    assert not np.may_share_memory(params, Knatsch(num_players=4).params)
    assert not np.may_share_memory(params, Knatsch(num_players=3, max_turns=20).params)
