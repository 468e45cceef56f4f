"""The same seed gives the same game in every process, compiled or not."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games import LARGEST_CASES
from tools.golden import kept_digests


@pytest.mark.parametrize(
    "environment",
    [{"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2", "NUMBA_DISABLE_JIT": "1"}],
    ids=["another process", "plain Python"],
)
def test_games_are_the_same_in_other_processes(environment):
    output = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.digest"],
        cwd=Path(__file__).parents[2],
        env=os.environ | environment,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    kept = kept_digests()
    assert json.loads(output) == {str(case): kept[str(case)] for case in LARGEST_CASES}
