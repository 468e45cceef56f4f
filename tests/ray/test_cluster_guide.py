import subprocess
import sys

import pytest

from tests.pages import ROOT

pytest.importorskip("ray", reason="make test-ray has an environment with Ray")

PROGRAM = "from tests.pages import CLUSTER, run_code; run_code(CLUSTER)"


def test_code_of_the_guide_runs():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("decisions per game") == 3
