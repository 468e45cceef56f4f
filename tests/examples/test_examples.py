"""Each example runs for a short time if the library that it shows is installed.

`make test-examples` runs those of other libraries, each with its own pinned versions.
"""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import hofspiele

ROOT = Path(__file__).parents[2]
# The library that examples import, and for each example its arguments for a short run: usually the
# number of iterations. Those of one library share a process, because importing it takes seconds.
EXAMPLES = {
    "sb3_contrib": {
        "gymnasium_wrappers": "20",
        "cleanrl_ppo": "1",
        "table_ppo": "kou_ka_roi 1",
        "sb3_ppo": "64",
    },
    "torchrl": {"torchrl_ppo": "1"},
    "tianshou": {"tianshou_dqn": "1"},
    "supersuit": {"supersuit_frames": "20"},
    "wandb": {"wandb_run": "64"},
    "mlflow": {"mlflow_run": "64"},
}


def test_every_example_is_run():
    # Tests of networks train the network of one other example, and the last one needs a server.
    files = {file.stem for file in (ROOT / "examples").glob("*.py")}
    assert files == {"own_network", "language_model"}.union(*EXAMPLES.values())


@pytest.mark.parametrize("library", EXAMPLES)
def test_examples_run(tmp_path, library):
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed; make test-examples has an environment for it")
    folder = str(Path(next(iter(hofspiele.__path__))).parent)
    code = "import runpy, sys\n"
    for name, arguments in EXAMPLES[library].items():
        command = [str(ROOT / "examples" / f"{name}.py"), *arguments.split()]
        code += f"sys.argv = {command}\nrunpy.run_path(sys.argv[0], run_name='__main__')\n"
        code += "print('END')\n"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": folder, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    *printed, rest = done.stdout.split("END\n")
    assert len(printed) == len(EXAMPLES[library])
    assert all(printed)
    assert not rest
