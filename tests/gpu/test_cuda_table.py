"""`CudaTable` plays the same games as `Table`, array by array.

Without a GPU, the code for one runs on the processor; see on_processor.py.
"""

import pickle
from itertools import count

import numpy as np
import pytest

pytest.importorskip("numba_cuda", reason="`make test-gpu-build` runs these tests")

from numba import cuda

from hofspiele import envs
from hofspiele.envs.agents.at_table import TableAgent
from hofspiele.envs.core import IllegalActionError, Table
from hofspiele.envs.core.random_play import choose_random
from hofspiele.envs.gpu.ahead import compile_for_gpu
from hofspiele.envs.gpu.card import Card
from hofspiele.envs.gpu.cuda_table import CudaTable
from tests.games import CASES, LARGEST_CASES
from tests.gpu.on_processor import Processor

ARRAYS = [name for name in Table.__annotations__ if name != "rewards"]
HAS_GPU = cuda.is_available()
EVERY_CASE = [
    case if case in LARGEST_CASES else pytest.param(case, marks=pytest.mark.every_setup)
    for case in CASES
]


def tables(game, num_games):
    card = Card() if HAS_GPU else Processor()
    return Table(game, num_games, seed=5), CudaTable(game, num_games, seed=5, card=card)


def check_equal(here, there):
    there.synchronize()
    for name in ARRAYS:
        expected, found = getattr(here, name), getattr(there, name).copy_to_host()
        assert found.dtype == expected.dtype
        assert found.tobytes() == expected.tobytes(), name


@pytest.mark.parametrize("case", EVERY_CASE, ids=str)
def test_the_same_games(case):
    """Half of the actions are random, half are those of the heuristic."""
    here, there = tables(case.make(), 16)
    greedy_here, greedy_there = TableAgent(here), TableAgent(there)
    random_here, random_there = (TableAgent(table, "random") for table in (here, there))
    actions, steps = np.zeros(16, np.int64), count()
    check_equal(here, there)
    while here.deals.sum() < 16:
        step = next(steps)
        actions[:8] = random_here.choose(step)[:8]
        actions[8:] = greedy_here.choose(step)[8:]
        if step % 10 == 0:
            assert (random_there.choose(step).copy_to_host() == random_here.actions).all()
            # On a GPU, `exp` can differ in the last bit, and with it worths that are equal.
            same = greedy_there.choose(step).copy_to_host() == greedy_here.actions
            assert same.mean() > 0.9 if HAS_GPU else same.all()
            found = random_there.play_out(step).copy_to_host()
            assert (found == random_here.play_out(step)).all()
        here.step(actions)
        there.step(actions)
        check_equal(here, there)
    if not HAS_GPU:
        assert (greedy_there.play_out(0) == greedy_here.play_out(0)).all()


@pytest.fixture(scope="module")
def small():
    """Return two tables of Kou-Ka-Roi whose kernels are compiled once for this module."""
    return tables(envs.make("kou_ka_roi"), 5)


@pytest.fixture
def pair(small):
    for table in small:
        table.reset(seed=5)
    return small


def random_actions(table):
    actions = np.zeros(len(table.all_games), np.int64)
    choose_random(table.action_masks, table.seed, actions)
    return actions


def test_some_of_the_games(pair):
    here, _ = pair
    games = np.array([3, 1])
    for table in pair:
        table.step(random_actions(here)[games], games)
    check_equal(*pair)
    for table in pair:
        table.deal_next(games)
        table.deal_next(games[:0])
    assert (here.deals == [0, 1, 0, 1, 0]).all()
    check_equal(*pair)
    for table in pair:
        table.reset(seed=8, deal_seeds=range(5))
    check_equal(*pair)


def test_an_illegal_action_stops_the_table(pair):
    here, there = pair
    wrong, legal = random_actions(here), random_actions(here)
    for game, action in ((4, -1), (2, 9)):
        wrong[game] = action
    there.step(wrong)
    expected = "game 2 of the table: action 9 is illegal here.*no game was stepped since"
    with pytest.raises(IllegalActionError, match=expected):
        there.synchronize()
    check_equal(here, there)
    there.step(wrong)
    if HAS_GPU:
        cuda.synchronize()
    with pytest.raises(IllegalActionError, match="game 2"):
        there.step(legal)
    check_equal(here, there)
    for table in pair:
        table.step(legal)
    check_equal(here, there)


def test_a_copy_goes_its_own_way(pair):
    here, there = pair
    kept = there.action_masks.copy_to_host()
    copied = pickle.loads(pickle.dumps(there))
    copied.step(random_actions(here))
    copied.synchronize()
    assert (there.action_masks.copy_to_host() == kept).all()
    here.step(random_actions(here))
    check_equal(here, copied)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_threads": 2}, "num_threads is 2, expected 1"),
        ({"reward": "rank"}, "reward is 'rank', expected 'outcome'"),
        ({"device": "tpu"}, "device is 'tpu', expected one of: cpu, cuda"),
    ],
)
def test_a_wrong_argument(arguments, message):
    with pytest.raises(ValueError, match=message):
        Table(envs.make("kou_ka_roi"), 2, **{"device": "cuda"} | arguments)


def test_a_notebook_shows_a_line(pair):
    _, there = pair
    assert "num_games=5" in there._repr_html_()


def test_wrong_actions(pair):
    _, there = pair
    with pytest.raises(ValueError, match=r"actions have shape \(4,\), expected \(5,\)"):
        there.step(np.zeros(4, np.int64))
    with pytest.raises(ValueError, match="actions are float64, expected integers"):
        there.step(np.zeros(5))


@pytest.mark.skipif(HAS_GPU, reason="there is a GPU")
def test_a_machine_without_gpu():
    with pytest.raises(RuntimeError, match=r"no NVIDIA GPU .* use device='cpu'"):
        Table(envs.make("kou_ka_roi"), 2, device="cuda")


@pytest.mark.parametrize("case", LARGEST_CASES, ids=str)
def test_the_compiler_for_gpus_takes_a_step(case):
    assert compile_for_gpu(case.make(), agents=False).keys() >= {"advance_games", "settle_games"}
