"""A cluster on this machine: three nodes with one core each."""

import os
import shutil
from pathlib import Path

import pytest

from hofspiele.training.cluster.ray_executor import ENVIRONMENT, RayExecutor

NODE = {"num_cpus": 1, "object_store_memory": 80_000_000}
# A module with an agent that kills its process once if the file `deadly` exists.
MORTAL = """
import os, signal
from pathlib import Path
from hofspiele.envs.agents import GreedyAgent

DEADLY = Path(__file__).with_name("deadly")

class Mortal(GreedyAgent):
    def act(self, views, rng):
        if DEADLY.exists():
            DEADLY.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().act(views, rng)
"""


def pytest_collection_modifyitems(items):
    # Ray leaves /dev/null open for each process that it starts.
    of_ray = pytest.mark.filterwarnings(
        "ignore:.*'/dev/null'.*:pytest.PytestUnraisableExceptionWarning"
    )
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(of_ray)


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    from ray.cluster_utils import Cluster

    folder = tmp_path_factory.mktemp("modules")
    (folder / "mortal.py").write_text(MORTAL, encoding="utf-8")
    tests = Path(__file__).parents[1]
    shutil.copy(tests / "another_package" / "plain_high_card.py", folder)
    shutil.copytree(tests / "fourth_game", folder / "high_card_rules")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)  # This process needs it; nodes use PYTHONPATH.
        patch.setenv("PYTHONPATH", f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
        for name, value in ENVIRONMENT.items():
            patch.setenv(name, value)
        made = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
        for _ in range(2):
            made.add_node(**NODE)
        yield made
        made.shutdown()


@pytest.fixture(scope="module")
def joined(cluster):
    with RayExecutor(cluster.address) as opened:
        yield opened
