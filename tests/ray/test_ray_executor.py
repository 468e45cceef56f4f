"""Tasks on a cluster: each has one result, even if workers or nodes die; nothing is left behind."""

import os
import signal
import threading
import time
from concurrent.futures import as_completed
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="make test-ray has an environment with Ray")

from hofspiele.envs.agents import usable_cores
from hofspiele.training.cluster import ray_executor
from hofspiele.training.cluster.ray_executor import RayExecutor, check_where
from hofspiele.training.files.read_write import RunError
from tests.ray.conftest import NODE


def slow_square(number):
    time.sleep(0.3)
    return number * number, os.getpid()


def refuse(number):
    raise ValueError(f"value is {number}, expected another")


def kill_own_process():
    os.kill(os.getpid(), signal.SIGKILL)


def never_end(file):
    file.write_text(f"{os.getpid()}")
    while True:
        sum(range(10**7))


def squares_of(futures):
    return [future.result()[0] for future in futures]


def test_impossible_cluster_is_refused():
    for where in ("local", "auto", "10.0.0.3:6379", "[::1]:6379"):
        check_where(where)
    for where in ("nowhere", "127.0.0.1", "ray://head:10001", "6379"):
        with pytest.raises(ValueError, match=rf"cluster is {where}, expected local"):
            check_where(where)
    with pytest.raises(ValueError, match=r"cluster is 127\.0\.0\.1:1, but no cluster could be"):
        RayExecutor("127.0.0.1:1")


def test_each_task_uses_one_core_and_raises_its_error(joined):
    assert joined.num_workers == 3
    assert {joined.submit(usable_cores).result() for _ in range(3)} == {1}
    with pytest.raises(ValueError, match=r"^value is 3, expected another$"):
        joined.submit(refuse, 3).result()


def test_a_dead_worker_and_a_dead_node_are_replaced(cluster, joined):
    node = cluster.add_node(**NODE)
    futures = [joined.submit(slow_square, number) for number in range(20)]
    _, process = next(as_completed(futures)).result()
    os.kill(process, signal.SIGKILL)
    cluster.remove_node(node, allow_graceful=False)
    assert squares_of(futures) == [number * number for number in range(20)]


def test_repeated_death_of_workers_is_reported(joined):
    with pytest.raises(RunError, match="a task failed on the cluster: "):
        joined.submit(kill_own_process).result()


def test_nodes_with_another_code_are_refused(joined, monkeypatch):
    other = (*joined._software, ("numpy", "1.0"))
    monkeypatch.setattr(joined, "_software", other)
    message = r"node .* has different software .*: numpy is .*, expected 1\.0; inst"
    with pytest.raises(ValueError, match=message):
        joined.submit(usable_cores).result()


def test_ray_that_does_not_start_is_reported_in_one_line(monkeypatch):
    import ray

    def fails(**_):
        raise Exception("The current node timed out during startup.\nLook at its logs.")

    monkeypatch.setattr(ray, "init", fails)
    with pytest.raises(RunError, match=r"^Ray can't be started here: .* startup\. Look at "):
        RayExecutor("local")


def test_nothing_is_left_behind(cluster, joined, tmp_path, monkeypatch):
    import ray

    joined.shutdown()
    monkeypatch.setattr(ray_executor, "_RETRIES", 0)
    file = tmp_path / "process"

    def interrupt():
        while not (file.exists() and file.read_text()):
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt), RayExecutor(cluster.address) as executor:
        executor.submit(never_end, file).result()
    assert not ray.is_initialized()
    deadline = time.monotonic() + 20
    while Path(f"/proc/{file.read_text()}").exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
