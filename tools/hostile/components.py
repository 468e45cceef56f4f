"""Component files with corrupt bytes or changed words.

Kernels for changed components would take minutes to compile, so another process plays with them in
plain Python.
"""

import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from hofspiele.envs.core.text.data_file import FILE_NAME
from tools.hostile.drawn import CASES, Rng, changed, corrupted, one_of, seed_of
from tools.hostile.survived import check_to_the_end, clear_refusals, in_time

_ROOT = Path(__file__).parents[2]
_FILES = 4
_WORDS = re.compile(r'"[^"\n]*"|[\w.]+|.', re.DOTALL)


def change_components(rng: Rng, folder: Path) -> int:
    """Run a process that changes component files of random games."""
    command = [sys.executable, "-W", "error", "-m", __name__, str(seed_of(rng)), str(folder)]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    child = subprocess.run(command, cwd=_ROOT, env=environment, capture_output=True, text=True)
    assert child.returncode == 0, f"{' '.join(command)}\n{child.stderr}"
    return _FILES


def _change_files(rng: Rng, folder: Path) -> None:
    path = folder / FILE_NAME
    for _ in range(_FILES):
        case = one_of(rng, CASES)
        own = Path(inspect.getfile(type(case.make()))).with_name(FILE_NAME).read_bytes()
        path.write_bytes(corrupted(own, rng) if rng.random() < 0.4 else _changed(own, rng))
        with in_time(), clear_refusals(ValueError, f"{path}: "):
            game = case._replace(options={**case.options, "components": path}).make()
            seed = seed_of(rng)
            check_to_the_end(game, game.new(seed), seed)


def _changed(content: bytes, rng: Rng) -> bytes:
    lines = [_WORDS.findall(line) for line in content.decode().splitlines(keepends=True)]
    return _text(changed(lines, rng)).encode(errors="surrogatepass")


def _text(value: Any) -> str:
    if isinstance(value, list):
        return "".join(map(_text, value))
    return value if isinstance(value, str) else json.dumps(value)


if __name__ == "__main__":
    _change_files(np.random.default_rng(int(sys.argv[1])), Path(sys.argv[2]))
