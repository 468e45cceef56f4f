"""Game records, changed as text and as data."""

import contextlib
import io
import json
import os
from pathlib import Path

from hofspiele.envs.command_line.command import run_command
from hofspiele.envs.core import GameRecord, RecordError, read_records, write_records
from hofspiele.envs.replay.__main__ import show
from tests.play import play_on
from tools.hostile.drawn import (
    Rng,
    any_game,
    changed,
    check_printable,
    corrupted,
    one_of,
    seed_of,
    strange_text,
)
from tools.hostile.survived import check_position, clear_refusals, in_time

_RECORDS = 20


def change_records(rng: Rng, folder: Path) -> int:
    """Change the record of a game; check that an error while reading it names the file.

    An error while replaying it must also name the line.
    """
    game, seed = any_game(rng), seed_of(rng)
    actions = list(play_on(game, game.new(seed), seed))
    record = GameRecord.from_actions(game, seed, actions, ["random"] * game.num_players)
    path = folder / "games.jsonl"
    write_records(path, [record])
    whole = path.read_bytes()
    os.mkfifo(folder / "fifo")  # Reading it as a file of components would wait forever.
    for _ in range(_RECORDS):
        path.write_bytes(
            corrupted(whole, rng) if rng.random() < 0.5 else _changed(whole, rng, folder)
        )
        with in_time():
            _replay(path)
            _watch(path)
    return _RECORDS


def _changed(record: bytes, rng: Rng, folder: Path) -> bytes:
    content = json.loads(record)
    kind = rng.integers(10)
    if kind == 0:
        content["players"] = [strange_text(rng) for _ in content["players"]]
    elif kind == 1:
        content[strange_text(rng)] = strange_text(rng)
    elif kind == 2:
        path = one_of(rng, ("fifo", "none.toml", ".", "games.jsonl"))
        content["options"]["components"] = str(folder / path)
    else:
        content = changed(content, rng)
    return json.dumps(content).encode()


def _replay(path: Path) -> None:
    with clear_refusals(RecordError, str(path)):
        for number, record in enumerate(read_records(path), 1):
            assert GameRecord.from_json(record.to_json()) == record
            with clear_refusals(RecordError, f"{path}, line {number}"):
                check_position(*record.replay(), record.seed)


def _watch(path: Path) -> None:
    """Replay a file as `hofspiele replay` does, and check that the output is printable."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        status = run_command("", show, [str(path)])
    assert status in (0, 2)
    check_printable(said.getvalue())
