"""Each example runs for a short time if the library that it shows is installed.

`make test-examples` runs all of them, each with its own pinned versions.
"""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import hofspiele
from hofspiele.envs import kou_ka_roi_v0

ROOT = Path(__file__).parents[2]
# For each example, the library that it imports, and arguments for a short run: usually iterations.
EXAMPLES = {
    "gymnasium_wrappers": ("gymnasium", "20"),
    "cleanrl_ppo": ("torch", "1"),
    "table_ppo": ("torch", "kou_ka_roi 1"),
    "sb3_ppo": ("sb3_contrib", "64"),
    "torchrl_ppo": ("torchrl", "1"),
    "tianshou_dqn": ("tianshou", "1"),
    "supersuit_frames": ("supersuit", "20"),
    "wandb_run": ("wandb", "64"),
    "mlflow_run": ("mlflow", "64"),
}  # fmt: skip


def test_every_example_is_run():
    # Tests of networks train the network of one other example, and the last one needs a server.
    files = {file.stem for file in (ROOT / "examples").glob("*.py")}
    assert files == {*EXAMPLES, "own_network", "language_model"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs(tmp_path, name):
    library, arguments = EXAMPLES[name]
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed; make test-examples has an environment for it")
    folder = str(Path(next(iter(hofspiele.__path__))).parent)
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / f"{name}.py", *arguments.split()],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": folder, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_supersuit_refuses_observations_that_are_dicts():
    """If a new version of SuperSuit accepts them, its example becomes simpler."""
    supersuit = pytest.importorskip("supersuit")
    with pytest.raises(AssertionError, match="Box"):
        supersuit.frame_stack_v1(kou_ka_roi_v0.parallel_env(num_players=3), 2)
