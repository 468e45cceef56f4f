"""Programs and functions of test modules, run in new processes."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def printed(*arguments: str, folder: Path = ROOT, **environment: str) -> str:
    """Run Python in a new process, in which warnings are errors, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def in_new_process(function: Callable[[], Any], **environment: str) -> Any:
    """Run a function of a module with `printed`; return its JSON-serialisable result."""
    module, name = function.__module__, function.__name__
    program = f"import json; from {module} import {name}; print(json.dumps({name}()))"
    return json.loads(printed("-c", program, **environment))


def in_plain_python(function: Callable[[], Any]) -> Any:
    """Return the result of a function in a new process without the compiler."""
    return in_new_process(function, NUMBA_DISABLE_JIT="1")
