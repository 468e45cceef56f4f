"""Damaged files of every kind: a reader must report the file or return the original content.

Content with a checksum must never change without an error. Content without a checksum may become
other valid content, such as a configuration with another seed.
"""

import functools
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.core.records import read_records
from hofspiele.training import train
from hofspiele.training.cli.command import _ending_clearly
from hofspiele.training.players.agent_file import read_agent
from hofspiele.training.runs.checkpoints import Checkpoints
from hofspiele.training.runs.curve import cut_curve
from tools.hostile.attack import Attack
from tools.hostile.bombs import saved
from tools.hostile.drawn import one_of
from tools.hostile.forks import Ended, call, command, run_command
from tools.hostile.works import (
    STEPS,
    TOURNAMENT,
    TRAINING,
    TUNE,
    Work,
    check_clear,
    curve_of,
    done,
    new_folder,
    undisturbed,
)

_ROOT = Path(__file__).parents[2]
# Limits for reading any file: additional address space in bytes, and time in seconds.
LIMITS: dict[str, Any] = {"limits": {"RLIMIT_AS": 2 << 30}, "seconds": 60}


def damaged(content: bytes, rng: np.random.Generator) -> bytes:
    """Return `content` with one random kind of damage."""
    return one_of(rng, _DAMAGES)(content, rng)


def _flip(content: bytes, rng: np.random.Generator) -> bytes:
    changed = bytearray(content)
    for place in rng.integers(len(content), size=rng.integers(1, 4)):
        changed[place] ^= 1 << rng.integers(8)
    return bytes(changed)


def _cut(content: bytes, rng: np.random.Generator) -> bytes:
    return content[: rng.integers(len(content))]


def _wipe(content: bytes, rng: np.random.Generator) -> bytes:
    """Return `content` with a range of zeros, as after a power cut."""
    first, last = sorted(rng.integers(len(content) + 1, size=2))
    return content[:first] + bytes(last - first) + content[last:]


_OTHERS = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"PK\5\6" + bytes(18), b"null\n", b"[]\n", b"{}\n", b"a: 1\n",
    b"\xff\xfe\0\0", b"\x80\x04N.", b"\n", b"deal,line_up\n", b"- 1\n- 2\n", b'"text"', b"1e999\n",
)  # fmt: skip
_DAMAGES: tuple[Callable[[bytes, np.random.Generator], bytes], ...] = (
    _flip, _flip, _flip, _cut, _cut, _wipe,
    lambda content, rng: b"",
    lambda content, rng: content + content,
    lambda content, rng: one_of(rng, _OTHERS),
    lambda content, rng: rng.bytes(1 + rng.integers(1000)),
)  # fmt: skip


class Kind(NamedTuple):
    """A kind of file that is read.

    Attributes:
        name: name of the kind.
        whole: returns a folder with undamaged files, which is copied.
        files: pattern of the files in the folder.
        read: reads the files of a folder in a separate process.
        is_sealed: whether damage may remove lines of the output but must not change any.
        rounds: number of damaged copies in a trial.
        few: number of trials in ``make test``.
        at_once: whether all files are damaged together, because only a few of them are read.
        is_idle: whether the file is not needed, so that damage must not stop the command.
    """

    name: str
    whole: Callable[[], Path]
    files: str
    read: Callable[[Path], Ended]
    is_sealed: bool = True
    rounds: int = 4
    few: int = 0
    at_once: bool = False
    is_idle: bool = False


def _damage(kind: Kind, rng: np.random.Generator, folder: Path) -> int:
    whole = _read_whole(kind)
    for copy, file in copies(kind.whole(), kind.files, kind.rounds, rng, folder):
        for hit in copy.glob(kind.files) if kind.at_once else [file]:
            hit.write_bytes(damaged(hit.read_bytes(), rng))
        ended = kind.read(copy)
        check_refused(ended, file)
        assert not (kind.is_idle and ended.status), f"{ended}, expected status 0 for {file}"
        if ended.status == 0 and kind.is_sealed:
            allowed = whole.splitlines()
            others = [line for line in ended.output.splitlines() if line not in allowed]
            assert not others, f"output has {others}, expected only lines of {whole}"
    return kind.rounds


def copies(
    whole: Path, pattern: str, rounds: int, rng: np.random.Generator, folder: Path
) -> Iterator[tuple[Path, Path]]:
    """Yield temporary copies of a folder, each with the path of a random matching file."""
    for number in range(rounds):
        copy = folder / str(number)
        shutil.copytree(whole, copy)
        yield copy, one_of(rng, sorted(copy.glob(pattern)))
        shutil.rmtree(copy)


def check_refused(ended: Ended, file: Path) -> None:
    """Check that a call succeeded, or ended with one clear line that names the file or folder."""
    if ended.status != 0:
        check_clear(ended)
        named = file.name in ended.errors or str(file.parent) in ended.errors
        assert named, f"error is {ended.errors!r}, expected one that names {file}"


@functools.cache
def _read_whole(kind: Kind) -> str:
    copy = new_folder()
    shutil.copytree(kind.whole(), copy, dirs_exist_ok=True)
    ended = kind.read(copy)
    assert ended.status == 0, ended
    return ended.output


def _print_digest(content: Any) -> None:
    """Print the SHA-256 of tensors and plain values."""
    print(hashlib.sha256(saved(content)).hexdigest())


def _print_agent(name: str, folder: Path) -> None:
    with _ending_clearly():
        _print_digest(vars(read_agent(folder / name)))


def _print_checkpoint(folder: Path) -> None:
    """Print the SHA-256 of the newest checkpoint's content, except `progress.json`."""
    with _ending_clearly():
        found = Checkpoints(folder / "run" / "checkpoints").read_newest()
        assert found is not None
        _print_digest([found.learnt, found.pool])


def _open_run(folder: Path) -> None:
    """Do everything that `hofspiele train` does before it learns, and print the settings."""
    train.carry_out = lambda run, _: print(run.settings)  # type: ignore[assignment]
    train.measure = lambda *_: []  # type: ignore[assignment]
    command("train", f"resume={folder / 'run'}")


def _print_games(folder: Path) -> None:
    """Replay all records and print the SHA-256 of each final position."""
    with _ending_clearly():
        for record in read_records(folder / "games.jsonl"):
            _, state = record.replay()
            print(hashlib.sha256(state.tobytes()).hexdigest())


def _in_child(function: Callable[[Path], None]) -> Callable[[Path], Ended]:
    return lambda folder: call(function, folder, **LIMITS)


def _resumed(folder: Path) -> Ended:
    """Resume a finished run with more steps."""
    return run_command("train", f"resume={folder / 'run'}", f"steps={STEPS + 256}", **LIMITS)


def _cut_curve(folder: Path) -> None:
    with _ending_clearly():
        cut_curve(folder / "run" / "curve.jsonl", STEPS)


def _cut_run(folder: Path) -> Ended:
    """Cut the curve as `resume=` does and check that no intact line is lost."""
    run = folder / "run"
    before = _whole_lines(run)
    ended = call(_cut_curve, folder, **LIMITS)
    if ended.status == 0:
        after = curve_of(run)
        lost = [line for line in before if line not in after]
        assert not lost, f"lines of the curve are lost: {lost}"
    return ended


def _whole_lines(run: Path) -> list[dict[str, float]]:
    """Return the intact lines of a damaged curve."""
    written = {json.dumps(line) for line in curve_of(undisturbed(TRAINING).folder / "run")}
    found = (run / "curve.jsonl").read_text(errors="replace").splitlines()
    return [json.loads(line) for line in found if line in written]


def _shown(work: Work, folder: Path) -> Ended:
    """Run the command of a finished task and return the tables that it prints."""
    ended = run_command(work.command, *work.begin(folder), **LIMITS)
    # The first line depends on how much work was done before; the last line is not a table.
    return ended._replace(output="\n".join(ended.output.splitlines()[1:-1]))


@functools.cache
def _recorded() -> Path:
    folder = new_folder()
    ended = run_command(*EVALUATION, "num_players=2", f"records={folder / 'games.jsonl'}")
    assert ended.status == 0, ended
    return folder


@functools.cache
def _exported() -> Path:
    folder, agent = new_folder(), undisturbed(TRAINING).folder / "run"
    to = f"to={folder / 'agent.onnx'}"
    assert run_command("export", f"agent={agent}", to, "positions=100").status == 0
    return folder


_PLAY = """
import hashlib
from hofspiele import envs
from hofspiele.envs.agents import GreedyAgent, RandomAgent, play_match
game = envs.make("kou_ka_roi", num_players=2)
match = play_match(game, [GreedyAgent(), RandomAgent()], 4, 1)
print(hashlib.sha256(match.scores.tobytes() + match.ranks.tobytes()).hexdigest())
"""


def _play_compiled(folder: Path) -> Ended:
    """Play games with the compiled kernels in `folder` and print the SHA-256 of the results."""
    done = subprocess.run(
        [sys.executable, "-c", _PLAY], cwd=_ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder)},
    )  # fmt: skip
    return Ended(done.returncode, done.stdout, done.stderr)


@functools.cache
def _compiled() -> Path:
    folder = new_folder()
    assert _play_compiled(folder).status == 0
    return folder


# Arguments of a short evaluation with four games.
EVALUATION = ("evaluate", "agent=greedy", "opponents=random", "games=4", "game=kou_ka_roi")
_read_agent = _in_child(partial(_print_agent, "run"))
_read_onnx = _in_child(partial(_print_agent, "agent.onnx"))
_read_checkpoint = _in_child(_print_checkpoint)
KINDS = (
    Kind("agent", done(TRAINING), "run/agent.pt", _read_agent, few=1),
    Kind("onnx", _exported, "agent.onnx", _read_onnx, few=1),
    Kind("checkpoint", done(TRAINING), "run/checkpoints/*768/*", _read_checkpoint, few=1),
    Kind("config", done(TRAINING), "run/config.yaml", _in_child(_open_run), is_sealed=False),
    Kind(
        "versions", done(TRAINING), "run/versions.json", _resumed, is_sealed=False, rounds=1,
        is_idle=True,
    ),
    Kind("curve", done(TRAINING), "run/curve.jsonl", _cut_run, is_sealed=False, rounds=20),
    Kind("tournament", done(TOURNAMENT), "cup/tournament.json", partial(_shown, TOURNAMENT)),
    Kind("games", done(TOURNAMENT), "cup/games.csv", partial(_shown, TOURNAMENT), few=1),
    Kind("records", _recorded, "games.jsonl", _in_child(_print_games), few=1),
    Kind("trials", done(TUNE), "study/trials.log", partial(_shown, TUNE), is_sealed=False),
    Kind("kernels", _compiled, "**/*.nbc", _play_compiled, rounds=2, at_once=True),
)  # fmt: skip

ATTACKS = tuple(
    Attack(f"damaged-{kind.name}", partial(_damage, kind), 0.5, kind.few) for kind in KINDS
)
