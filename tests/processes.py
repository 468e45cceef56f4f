"""Results of functions of test modules, computed in new processes."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


def in_new_process(function: Callable[[], Any], **environment: str) -> Any:
    """Run a function of a module in a new process; return its JSON-serialisable result.

    Warnings are errors in this process, so that no number overflows unseen.
    """
    module, name = function.__module__, function.__name__
    program = f"import json; from {module} import {name}; print(json.dumps({name}()))"
    output = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=Path(__file__).parents[1],
        env=os.environ | environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    return json.loads(output)


def in_plain_python(function: Callable[[], Any]) -> Any:
    """Return the result of a function in a new process without the compiler."""
    return in_new_process(function, NUMBA_DISABLE_JIT="1")
