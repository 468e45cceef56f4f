"""Malicious files for every reader, which must not run code or exhaust memory or time."""

import functools
import json
import pickle
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
import yaml

from hofspiele.training.players.agent_file import sha256_of
from tests.nested import nested
from tests.training.commands import SMALL
from tools.hostile.attack import Attack
from tools.hostile.bombs import write_bombs
from tools.hostile.damage import EVALUATION, KINDS, LIMITS, Kind, check_refused, copies
from tools.hostile.drawn import one_of
from tools.hostile.forks import Ended, call, run_command
from tools.hostile.works import TRAINING, done, kept, new_folder

# Kinds of files that may run code. Compiled kernels are code, like Python's `.pyc` files.
_TRUSTED = {"kernels"}


def _components(folder: Path) -> Ended:
    file = folder / "components.toml"
    return run_command(*EVALUATION, f"game.options.components={file}", **LIMITS)


@functools.cache
def _with_components() -> Path:
    folder = new_folder()
    (folder / "components.toml").touch()
    return folder


def _played(folder: Path) -> Ended:
    agent = folder / "run" / "agent.pt"
    return run_command("evaluate", f"agent={agent}", "opponents=random", "games=4", **LIMITS)


def _learnt_from(folder: Path) -> Ended:
    agent = folder / "run" / "agent.pt"
    return run_command(
        "train", *SMALL, f"imitation.agent={agent}", "imitation.decisions=256", "steps=256",
        "num_players=2", f"results={folder}", "name=new", **LIMITS,
    )  # fmt: skip


_AGENTS = (
    Kind("played", done(TRAINING), "run/agent.pt", _played),
    Kind("learnt-from", done(TRAINING), "run/agent.pt", _learnt_from),
)
_KINDS = (
    *(kind for kind in KINDS if kind.name not in _TRUSTED),
    *_AGENTS,
    Kind("components", _with_components, "components.toml", _components, is_sealed=False),
)


@functools.cache
def _bombs() -> tuple[list[Path], Path]:
    """Write malicious files and check that some run code if trusted; return paths and marker."""
    folder, marker = kept() / "bombs", kept() / "went-off"
    files = write_bombs(folder, marker)
    for name in ("pickle-0", "torch-1", "npz-2", "torch-of-old-3", "yaml-apply"):
        call(_trust, folder / name)
        assert _has_gone_off(marker), f"{name} ran no code although it was trusted"
    return files, marker


def _trust(file: Path) -> None:
    """Read a file in the unsafe way that runs its code."""
    if "torch" in file.name:
        torch.load(file, weights_only=False)
    elif "npz" in file.name:
        np.load(file, allow_pickle=True)["about"]
    elif "yaml" in file.name:
        yaml.unsafe_load(file.read_text())
    else:
        pickle.loads(file.read_bytes())


def _has_gone_off(marker: Path) -> bool:
    found = marker.exists()
    if marker.is_dir():
        marker.rmdir()
    else:
        marker.unlink(missing_ok=True)
    return found


def _put(kind: Kind, rng: np.random.Generator, folder: Path) -> int:
    files, marker = _bombs()
    for copy, file in copies(kind.whole(), kind.files, kind.rounds, rng, folder):
        bomb = one_of(rng, files)
        shutil.copyfile(bomb, file)
        _sign(file)
        ended = kind.read(copy)
        assert not _has_gone_off(marker), f"{bomb.name} ran code as {kind.name}"
        check_refused(ended, file)
    return kind.rounds


def _sign(file: Path) -> None:
    """Store the SHA-256 of a changed checkpoint file, so that it counts as undamaged."""
    progress = file.with_name("progress.json")
    if file.suffix == ".pt" and progress.exists():
        content = json.loads(progress.read_text())
        content["sha256"][file.name] = sha256_of(file)
        progress.write_text(json.dumps(content))


def _put_agent(rng: np.random.Generator, folder: Path) -> int:
    """Put a strange value into otherwise valid agent files."""
    for kind in _AGENTS:
        for copy, file in copies(kind.whole(), kind.files, 1, rng, folder):
            content = torch.load(file, weights_only=True)
            place, name = _draw_place(content, rng)
            place[name] = one_of(rng, _strange_values())
            torch.save(content, file)
            check_refused(kind.read(copy), file)
    return len(_AGENTS)


def _draw_place(content: dict[str, Any], rng: np.random.Generator) -> tuple[Any, Any]:
    """Draw an entry at any level of `content`; return its container and its key or index."""
    place: Any = content
    while True:
        name = one_of(rng, place if isinstance(place, dict) else range(len(place)))
        inner = place[name]
        if not isinstance(inner, dict | list) or not inner or rng.random() < 0.3:
            return place, name
        place = inner


def _strange_values() -> list[Any]:
    return [
        None, True, 0, -1, 1.5, float("nan"), 10**6, 10**9, 10**30, "", "x", "/etc/passwd", [], {},
        [1], [10**7, 10**7], [[]], {"a": 1}, nested(300), torch.zeros(2), torch.zeros(0), b"x",
        torch.zeros(1).expand(10**6, 10**6), torch.full((2,), float("nan")), (1, 2), [None],
    ]  # fmt: skip


ATTACKS = (
    *(Attack(f"foreign-{kind.name}", partial(_put, kind), 0.5, kind.few) for kind in _KINDS),
    Attack("foreign-values-of-agents", _put_agent, few=1),
)
