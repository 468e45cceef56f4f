"""A cluster of three nodes of one core on this machine."""

import os
from pathlib import Path

import pytest

from hofspiele.training.cluster.connect import ENVIRONMENT

NODE = {"num_cpus": 1, "object_store_memory": 80_000_000}


def pytest_collection_modifyitems(items):
    # Ray leaves it open for each process that it starts
    of_ray = pytest.mark.filterwarnings(
        "ignore:.*'/dev/null'.*:pytest.PytestUnraisableExceptionWarning"
    )
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(of_ray)


@pytest.fixture(scope="session")
def cluster():
    from ray.cluster_utils import Cluster

    os.environ.update(ENVIRONMENT)
    made = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    for _ in range(2):
        made.add_node(**NODE)
    yield made
    made.shutdown()
