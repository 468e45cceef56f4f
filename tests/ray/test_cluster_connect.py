"""Clusters are joined by those that would do the same there as here, and left clean."""

import pytest

pytest.importorskip("ray", reason="make test-ray has an environment with Ray")

from hofspiele.training.cluster import same_code
from hofspiele.training.cluster.connect import open_cluster


def test_nodes_with_another_code_are_refused(cluster, monkeypatch):
    told = {**same_code.told_here(), "numpy": "1.0"}
    monkeypatch.setattr("hofspiele.training.cluster.tasks.told_here", lambda: told)
    with (
        pytest.raises(ValueError, match=r"node [\d.]+ would .*: numpy is .*, expected 1\.0; inst"),
        open_cluster(cluster.address),
    ):
        raise AssertionError


def test_nobody_answers():
    with (
        pytest.raises(ValueError, match=r"cluster is '127\.0\.0\.1:1', but no head node of Ray"),
        open_cluster("127.0.0.1:1"),
    ):
        raise AssertionError


def test_nothing_is_left_behind(cluster):
    import ray

    def interrupted():
        with open_cluster(cluster.address) as opened:
            for _ in opened.run(max, range(6), 1):
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not ray.is_initialized()
