"""Results of functions of test modules, computed without compiled code."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


def in_plain_python(function: Callable[[], Any]) -> Any:
    """Run a function of a module without the compiler; return its JSON-serialisable result.

    It runs in a new process, in which warnings are errors, so that no number overflows unseen.
    """
    module, name = function.__module__, function.__name__
    output = subprocess.run(
        [
            sys.executable,
            "-W",
            "error",
            "-c",
            f"import json; from {module} import {name}; print(json.dumps({name}()))",
        ],
        cwd=Path(__file__).parents[1],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return json.loads(output)
