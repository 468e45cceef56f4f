"""The same seed gives the same game in every process, compiled or not.

The tests of environments compare compiled games of two processes.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.games import LARGEST_CASES
from tools.golden import kept_digests


def test_games_are_the_same_in_plain_python_in_another_process():
    output = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.digest"],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PYTHONHASHSEED": "2", "NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    kept = kept_digests()
    assert json.loads(output) == {str(case): kept[str(case)] for case in LARGEST_CASES}
