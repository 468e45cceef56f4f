"""Component files, changed as text and as data: refused with their name, or played with.

Other components are other arrays, for which kernels would be compiled for minutes, so all this is
tried in plain Python, by a process of its own.
"""

import inspect
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from hofspiele import envs
from hofspiele.envs.core.data_file import FILE_NAME
from tools.hostile.attack import Attack
from tools.hostile.drawn import TABLES, changed, changed_text, one_of, seed_of, written_nonsense
from tools.hostile.survived import attempt, check_to_the_end, within

_FILES, _SECONDS = 12, 60
_REPOSITORY = Path(__file__).parents[2]


def changed_components(rng: np.random.Generator, folder: Path) -> int:
    """Change component files of all games."""
    command = [sys.executable, "-W", "error", "-m", __name__, str(seed_of(rng)), str(folder)]
    child = subprocess.run(
        command,
        cwd=_REPOSITORY,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    if child.returncode:
        raise AssertionError(f"{' '.join(command)}\n{child.stderr}")
    return _FILES


def _try_files(rng: np.random.Generator, folder: Path) -> None:
    for _ in range(_FILES):
        case = one_of(rng, TABLES)
        own = Path(inspect.getfile(type(case.make()))).with_name(FILE_NAME)
        path = folder / FILE_NAME
        path.write_bytes(_changed_file(own.read_bytes(), rng))
        with within(_SECONDS):
            _read_and_play(case.name, {**case.options, "components": path}, seed_of(rng))


def _changed_file(own: bytes, rng: np.random.Generator) -> bytes:
    if rng.random() < 0.4:
        return changed_text(own, rng)
    content = changed(tomllib.loads(own.decode()), rng, written_nonsense)
    if not isinstance(content, dict):  # nothing else is a file of TOML
        content = {"components": content}
    return "\n".join(_lines("", content)).encode()


def _lines(above: str, content: dict[str, Any]) -> Iterator[str]:
    """Yield one line for each entry, because no line may be long."""
    for name, entry in content.items():
        key = f"{above}{json.dumps(str(name))}"
        if isinstance(entry, dict) and entry:
            yield from _lines(f"{key}.", entry)
        else:
            yield f"{key} = {_toml(entry)}"


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        entries = (f"{json.dumps(str(key))} = {_toml(entry)}" for key, entry in value.items())
        return f"{{{', '.join(entries)}}}"
    if isinstance(value, list):
        return "[" + ",\n".join(map(_toml, value)) + "]"
    return str(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)


def _read_and_play(name: str, options: dict[str, Any], seed: int) -> None:
    game, refused = attempt(lambda: envs.make(name, **options), ValueError)
    assert refused is None or str(refused).startswith(f"{options['components']}: "), refused
    if game:
        check_to_the_end(game, game.new(seed), seed)


ATTACKS = (Attack("components", changed_components, share=2, few=1),)

if __name__ == "__main__":
    _try_files(np.random.default_rng(int(sys.argv[1])), Path(sys.argv[2]))
