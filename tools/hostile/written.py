"""Game records and component files, changed as text and as data.

Readers must refuse them with a message that names the error, or games must continue as usual.
Kernels for changed components would take minutes to compile, so a separate process plays with
changed components in plain Python.
"""

import contextlib
import inspect
import io
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
from hofspiele.envs.core import GameRecord, RecordError, read_records, write_records
from hofspiele.envs.core.command import run_command
from hofspiele.envs.core.data_file import FILE_NAME
from hofspiele.envs.replay.__main__ import show
from tests.play import play_on
from tools.hostile.attack import Attack
from tools.hostile.drawn import (
    TABLES,
    any_game,
    changed,
    changed_text,
    one_of,
    seed_of,
)
from tools.hostile.strange import check_printable, strange_text
from tools.hostile.survived import attempt, check_position, check_to_the_end, within

_ROOT = Path(__file__).parents[2]

# --- records -----------------------------------------------------------------------------------

_RECORDS = 60


def changed_records(rng: np.random.Generator, folder: Path) -> int:
    """Change the record of one game; it may name a FIFO, on which a reader could wait forever."""
    game, seed = any_game(rng), seed_of(rng)
    actions = list(play_on(game, game.new(seed), seed))
    record = GameRecord.from_actions(game, seed, actions, ["random"] * game.num_players)
    os.mkfifo(folder / "fifo")
    path = folder / "games.jsonl"
    write_records(path, [record])
    whole = path.read_bytes()
    for _ in range(_RECORDS):
        path.write_bytes(
            changed_text(whole, rng) if rng.random() < 0.5 else _as_data(record, folder, rng)
        )
        with within(30):
            _read_and_replay(path)
            _watch(path)
    return _RECORDS


def _as_data(record: GameRecord, folder: Path, rng: np.random.Generator) -> bytes:
    content = json.loads(record.to_json())
    if rng.random() < 0.2:
        content["players"] = [strange_text(rng) for _ in content["players"]]
    elif rng.random() < 0.1:
        content[strange_text(rng)] = strange_text(rng)
    if rng.random() < 0.1:
        paths = ("fifo", "none.toml", ".", "games.jsonl")
        content["options"]["components"] = str(folder / str(rng.choice(paths)))
    else:
        content = changed(content, rng)
    return (json.dumps(content) + "\n").encode()


def _read_and_replay(path: Path) -> None:
    records, refused = attempt(lambda: read_records(path), RecordError)
    assert refused is None or str(refused).startswith(str(path)), refused
    for number, record in enumerate(records or [], 1):
        assert GameRecord.from_json(record.to_json()) == record
        replayed, refused = attempt(record.replay, RecordError)
        assert refused is None or str(refused).startswith(f"{path}, line {number}"), refused
        if replayed:
            check_position(*replayed, record.seed)


def _watch(path: Path) -> None:
    """Replay the records of a file as `hofspiele replay` does, and check the output."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        status = run_command("", show, [str(path)])
    assert status in (0, 2)
    check_printable(said.getvalue())


# --- components --------------------------------------------------------------------------------

_FILES = 12


def changed_components(rng: np.random.Generator, folder: Path) -> int:
    """Run a process that changes component files of random games."""
    command = [sys.executable, "-W", "error", "-m", __name__, str(seed_of(rng)), str(folder)]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    child = subprocess.run(command, cwd=_ROOT, env=environment, capture_output=True, text=True)
    if child.returncode:
        raise AssertionError(f"{' '.join(command)}\n{child.stderr}")
    return _FILES


def _try_files(rng: np.random.Generator, folder: Path) -> None:
    for _ in range(_FILES):
        case = one_of(rng, TABLES)
        own = Path(inspect.getfile(type(case.make()))).with_name(FILE_NAME)
        path = folder / FILE_NAME
        path.write_bytes(_changed_file(own.read_bytes(), rng))
        with within(60):
            _read_and_play(case.name, {**case.options, "components": path}, seed_of(rng))


def _changed_file(own: bytes, rng: np.random.Generator) -> bytes:
    if rng.random() < 0.4:
        return changed_text(own, rng)
    content = changed(tomllib.loads(own.decode()), rng)
    if not isinstance(content, dict):  # A TOML file is always a table.
        content = {"components": content}
    return "\n".join(_lines("", content)).encode()


def _lines(above: str, content: dict[str, Any]) -> Iterator[str]:
    """Yield each entry of nested tables as its own line, because lines of TOML must be short."""
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


ATTACKS = (
    Attack("records", changed_records, share=2, few=3),
    Attack("components", changed_components, share=2, few=1),
)

if __name__ == "__main__":
    _try_files(np.random.default_rng(int(sys.argv[1])), Path(sys.argv[2]))
