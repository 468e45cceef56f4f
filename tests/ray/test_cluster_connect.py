"""Clusters are joined only if their nodes run the same code, and nothing is left behind."""

import itertools
import os
import signal
import threading
import time
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="make test-ray has an environment with Ray")

from hofspiele.training.cli.files import RunError
from hofspiele.training.cluster import tasks
from hofspiele.training.cluster.connect import open_cluster


def test_nodes_with_another_code_are_refused(cluster, monkeypatch):
    other = {**tasks.software_here(), "numpy": "1.0"}
    monkeypatch.setattr(tasks, "software_here", lambda: other)
    with (
        pytest.raises(
            ValueError,
            match=r"node [\d.]+ has different software .*: numpy is .*, expected 1\.0; inst",
        ),
        open_cluster(cluster.address),
    ):
        raise AssertionError


def test_ray_that_does_not_start_is_reported_in_one_line(monkeypatch):
    import ray

    def fails(**_):
        raise Exception("The current node timed out during startup.\nLook at its logs.")

    monkeypatch.setattr(ray, "init", fails)
    message = r"^cluster is local, but Ray can't be started .* startup\. Look at its logs\.$"
    with pytest.raises(RunError, match=message), open_cluster("local"):
        raise AssertionError


def test_an_address_without_a_cluster_is_reported():
    with (
        pytest.raises(ValueError, match=r"cluster is '127\.0\.0\.1:1', but no Ray head node"),
        open_cluster("127.0.0.1:1"),
    ):
        raise AssertionError


def never_end(file, number):
    file.with_name(f"{number}").write_text(f"{os.getpid()}")
    while True:
        sum(range(10**7))


def test_nothing_is_left_behind(cluster, tmp_path):
    import ray

    def started():
        return [int(file.read_text()) for file in tmp_path.iterdir() if file.stat().st_size]

    def interrupted():
        with open_cluster(cluster.address) as opened:
            drawn = itertools.count()
            for _ in opened.run(never_end, drawn, tmp_path / "file", in_flight=2):
                raise AssertionError

    def interrupt():
        while len(started()) < 2:
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not ray.is_initialized()
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{process}").exists() for process in started()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
