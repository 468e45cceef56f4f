"""A million decisions of each setup on a GPU, in the memory that the first steps took."""

import numpy as np
import pytest

pytest.importorskip("numba_cuda", reason="`make test-gpu` runs these tests")

from numba import cuda

from hofspiele import envs
from hofspiele.envs.agents.at_table import TableAgent
from hofspiele.envs.core import Table
from tests.games import CASES
from tests.gpu.test_cuda_table import check_equal
from tests.pages import GPU, run_code

pytestmark = pytest.mark.skipif(not cuda.is_available(), reason="there is no GPU")
GAMES = 16_384


@pytest.mark.every_setup
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_million_decisions(case):
    here = Table(case.make(), GAMES, seed=1, num_threads=2)
    there = Table(case.make(), GAMES, seed=1, device="cuda")
    players = TableAgent(here, "random"), TableAgent(there, "random")
    for step in range(2**20 // GAMES):
        for agent in players:
            agent.table.step(agent.choose(step))
        if step % 16 == 0:
            check_equal(here, there)
    check_equal(here, there)


def test_memory_does_not_grow():
    table = Table(envs.make("kou_ka_roi"), GAMES, device="cuda")
    agent = TableAgent(table)

    def play(steps):
        for step in range(steps):
            table.step(agent.choose(step))
            table.deal_next(np.arange(step))
            agent.play_out(step)
        table.synchronize()
        return cuda.current_context().get_memory_info().free

    free = play(3)
    assert play(50) == free


def test_the_code_of_the_page_runs():
    pytest.importorskip("torch")
    run_code(GPU)


def test_torch_reads_the_arrays():
    torch = pytest.importorskip("torch")
    table = Table(envs.make("kardinal"), 64, device="cuda")
    table.synchronize()
    for name in ("observations", "action_masks", "players", "finished", "rewards"):
        array = getattr(table, name)
        tensor = torch.as_tensor(array, device="cuda")
        assert tensor.data_ptr() == array.__cuda_array_interface__["data"][0]
        assert (tensor.cpu().numpy() == array.copy_to_host()).all()
