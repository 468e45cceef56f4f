"""`TableAgent` decides and plays on as the agents do that see one position after the other."""

import importlib.util

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.agents import GreedyAgent, RandomAgent
from hofspiele.envs.agents.agent import Views
from hofspiele.envs.agents.at_table import TableAgent
from hofspiele.envs.core import Table
from hofspiele.envs.core.random_play import random_legal
from hofspiele.envs.core.rng import derived_seed, random_uint64
from tests.play import random_actions


@pytest.fixture
def table(game):
    table = Table(game, 8, seed=3, num_threads=2)
    for step in range(7):
        table.step(random_actions(table.action_masks, step))
    return table


@pytest.mark.parametrize("agent", [GreedyAgent(), RandomAgent()], ids=str)
def test_the_same_decisions_as_an_agent(table, agent):
    views = Views(
        game=table.game,
        players=table.players,
        observations=table.observations,
        action_masks=table.action_masks,
        states=table.states,
    )
    seed = int(np.random.default_rng(5).integers(2**64, dtype=np.uint64))
    chosen = TableAgent(table, agent.name).choose(seed)
    assert (chosen == agent.act(views, np.random.default_rng(5))).all()


def test_rollouts_are_games_from_determinisations(table):
    game, before = table.game, table.states.tobytes()
    found = TableAgent(table, "random").play_out(seed=4)
    assert table.states.tobytes() == before
    for i in range(table.num_games):
        deal_seed = int(derived_seed(4, i))
        state = game.redeal(table.states[i].copy(), int(table.players[i]), deal_seed)
        if game.kernels.forecast is None:
            while not state["over"]:
                word = np.uint64(random_uint64(state))
                game.apply(state, int(random_legal(game.legal_mask(state), word)))
            assert (game.outcome(state) == found[i]).all()
    assert (TableAgent(table, "random").play_out(seed=4) == found).all()


def test_a_wrong_agent(table):
    with pytest.raises(ValueError, match="agent is 'searching', expected one of: greedy, random"):
        TableAgent(table, "searching")


@pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is not None, reason="it is installed")
def test_a_table_on_a_gpu_needs_numba_cuda():
    with pytest.raises(ImportError, match=r"need numba-cuda; run: pip install .*gpu-cu13"):
        Table(envs.make("kou_ka_roi"), 1, device="cuda")
