"""Tasks on a cluster: each has one result, in any order, even if workers or nodes die."""

import os
import signal
import time

import pytest

pytest.importorskip("ray", reason="make test-ray has an environment with Ray")

from hofspiele.envs.agents import usable_cores
from hofspiele.training.cli.files import RunError
from tests.ray.conftest import NODE


def square(offset, number):
    return number * number + offset


def slow_square(seconds, number):
    time.sleep(seconds)
    return number * number, os.getpid()


def refuse(word, number):
    if number == 3:
        raise ValueError(f"{word} is {number}, expected another")
    return number


def kill_own_process(_, number):
    os.kill(os.getpid(), signal.SIGKILL)


def cores(_, item):
    return usable_cores()


def test_each_task_uses_one_core(joined):
    assert {found for _, found in joined.run(cores, range(3), None)} == {1}


def test_each_item_has_its_result(joined):
    assert joined.cpus == 3
    assert sorted(joined.run(square, range(20), 5)) == [(k, k * k + 5) for k in range(20)]


def test_items_are_drawn_when_there_is_room(joined):
    drawn = []

    def items():
        for number in range(10):
            drawn.append(number)
            yield number

    results = joined.run(square, items(), 0, in_flight=2)
    next(results)
    assert len(drawn) <= 4
    results.close()


def test_an_error_is_raised_as_it_is(joined):
    with pytest.raises(ValueError, match=r"^value is 3, expected another$"):
        list(joined.run(refuse, range(9), "value"))


def test_a_dead_worker_is_replaced(joined):
    results = joined.run(slow_square, range(12), 0.3)
    number, (value, process) = next(results)
    os.kill(process, signal.SIGKILL)
    found = {number: value} | {number: value for number, (value, _) in results}
    assert found == {k: k * k for k in range(12)}


def test_a_dead_node_is_replaced(cluster, joined):
    node = cluster.add_node(**NODE)
    results = joined.run(slow_square, range(16), 0.3)
    found = dict([next(results)])
    cluster.remove_node(node, allow_graceful=False)
    for number, result in results:
        assert number not in found
        found[number] = result
    assert {k: value for k, (value, _) in found.items()} == {k: k * k for k in range(16)}


def test_repeated_death_of_workers_is_reported(joined, monkeypatch):
    monkeypatch.setattr("hofspiele.training.cluster.tasks._RETRIES", 1)
    with pytest.raises(RunError, match="2 workers died while running the same task: "):
        list(joined.run(kill_own_process, [0], None))
