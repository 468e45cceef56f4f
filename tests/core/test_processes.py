"""Tables continue in other processes."""

import multiprocessing

import pytest

from hofspiele.envs.core import Table
from tests.games import ONE_OF_EACH_GAME

METHODS = [method for method in multiprocessing.get_all_start_methods() if method != "forkserver"]


def play(table: Table) -> bytes:
    """Step `table` 20 times with the first legal actions; return observations and deals."""
    for _ in range(20):
        table.step(table.action_masks.argmax(1))
    return table.observations.tobytes() + table.deals.tobytes()


def play_and_send(table: Table, results) -> None:
    results.put(play(table))


@pytest.mark.parametrize("method", METHODS)
def test_a_table_continues_in_a_child_process(method):
    table = Table(ONE_OF_EACH_GAME[0].make(), 9, seed=3, num_threads=3)
    play(table)  # This starts threads.
    context = multiprocessing.get_context(method)
    results = context.Queue()
    child = context.Process(target=play_and_send, args=(table, results))
    child.start()
    try:
        there = results.get(timeout=120)
        child.join(timeout=120)
        assert child.exitcode == 0
    finally:
        child.kill()
    assert there == play(table)
