"""Game records, changed as text and as data: refused as what they are, or replayed."""

import contextlib
import io
import json
import os
from pathlib import Path

import numpy as np

from hofspiele.envs.core import GameRecord, RecordError, read_records, write_records
from hofspiele.envs.core.command import run_command
from hofspiele.envs.replay.__main__ import show
from tests.play import play_on
from tools.hostile.attack import Attack
from tools.hostile.drawn import (
    any_game,
    changed,
    changed_text,
    seed_of,
    written_nonsense,
)
from tools.hostile.strange import check_printable, strange_text
from tools.hostile.survived import attempt, check_position, within

_RECORDS, _SECONDS = 60, 30


def changed_records(rng: np.random.Generator, folder: Path) -> int:
    """Change the record of one game, which may name files that never end."""
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
        with within(_SECONDS):
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
        content = changed(content, rng, written_nonsense)
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
    """Print the game as the command does."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        status = run_command("", show, [str(path)])
    assert status in (0, 2)
    check_printable(said.getvalue())


ATTACKS = (Attack("records", changed_records, share=2, few=3),)
