"""Disks that are full, broken or read-only, folders that vanish, and things in the way."""

import shutil
import subprocess
from pathlib import Path

import numpy as np

from tests.training.commands import script
from tools.hostile.attack import Attack
from tools.hostile.forks import Ended, run_command
from tools.hostile.moments import Moment
from tools.hostile.works import (
    EXPLOIT,
    TOURNAMENT,
    TRAINING,
    TUNE,
    WARM_START,
    Work,
    check_clear,
    check_done,
    check_whole,
    go_on,
    half_done,
    undisturbed,
)

# the quick ones more often
_WORKS = (
    TRAINING, TRAINING, WARM_START, EXPLOIT, TUNE, TOURNAMENT, TOURNAMENT, TOURNAMENT,
)  # fmt: skip
_ERRORS = ("ENOSPC", "EACCES", "EROFS", "EIO", "vanish")


def _draw(rng: np.random.Generator) -> Work:
    return _WORKS[rng.integers(len(_WORKS))]


def _check_ended(ended: Ended) -> None:
    """Check that a command has done everything, or said in one line why it could not."""
    if ended.status != 0:
        if "in thread" in ended.errors:
            # TensorBoard's writer thread prints its error, which the command then reports.
            ended = ended._replace(errors=ended.errors.splitlines(keepends=True)[-1])
        check_clear(ended)
    assert not (ended.status == 0 and ended.errors), ended.errors


def _fail_to_write(rng: np.random.Generator, folder: Path) -> int:
    """Let one write fail, or all from there on, as on a read-only disk; or remove everything."""
    work = _draw(rng)
    at, deed = undisturbed(work).draw_write(rng), _ERRORS[rng.integers(len(_ERRORS))]
    lasts = deed != "vanish" and bool(rng.integers(2))
    moment = Moment(str(folder), at, deed, lasts)
    ended = run_command(work.command, *work.begin(folder), moment=moment)
    _check_ended(ended)
    folder.mkdir(exist_ok=True)
    return _goes_on(work, folder)


def _fill(rng: np.random.Generator, folder: Path) -> int:
    """Limit the size of all files in bytes, also for C++ and threads."""
    work, most = _draw(rng), int(10 ** rng.uniform(1, 5.5))
    ended = run_command(work.command, *work.begin(folder), limits={"RLIMIT_FSIZE": most})
    _check_ended(ended)
    return _goes_on(work, folder)


def _goes_on(work: Work, folder: Path) -> int:
    check_whole(folder)
    go_on(work, folder)
    check_done(work, folder)
    return 1


def _stand_in_the_way(rng: np.random.Generator, folder: Path) -> int:
    """Put something else where a file or a folder is read or written."""
    work = _draw(rng)
    shutil.copytree(half_done(work), folder, dirs_exist_ok=True)
    whole = undisturbed(work).folder
    places = sorted(folder / path.relative_to(whole) for path in whole.rglob("*"))
    places = [place for place in places if place.parent.is_dir()]
    path = places[rng.integers(len(places))]
    aside = folder.with_name(f"{folder.name}-aside")
    had = path.exists()
    if had:
        path.rename(aside)
    put = _OBSTACLES[rng.integers(len(_OBSTACLES))]
    put(path)
    try:
        _check_ended(run_command(work.command, *work.go_on(folder)))
        if _is_obstacle(path):
            _remove(path)
            if had:
                aside.rename(path)
    finally:
        _remove(aside)
    return _goes_on(work, folder)


def _put_file(path: Path) -> None:
    path.write_text("obstacle\n")


def _put_folder(path: Path) -> None:
    path.mkdir()
    (path / "obstacle").touch()


def _put_link_to_nothing(path: Path) -> None:
    path.symlink_to(path.with_name("obstacle") / "nowhere")


def _put_circle(path: Path) -> None:
    path.symlink_to(path)


_OBSTACLES = (_put_file, _put_folder, _put_link_to_nothing, _put_circle)


def _is_obstacle(path: Path) -> bool:
    if path.is_symlink() or (path / "obstacle").exists():
        return True
    return path.is_file() and path.read_bytes() == b"obstacle\n"


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _print_to_nowhere(rng: np.random.Generator, folder: Path) -> int:
    """Print to a full disk, or to a process that has ended, as behind ``| head``."""
    work = (TRAINING, TOURNAMENT)[rng.integers(2)]
    values = ["--help"] if rng.integers(3) == 0 else work.begin(folder)
    command = script(work.command, *values)
    has_reader = bool(rng.integers(2))
    if has_reader:
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    else:
        with subprocess.Popen(["true"], stdin=subprocess.PIPE) as reader:
            reader.wait()
            done = subprocess.run(command, stdout=reader.stdin, stderr=subprocess.PIPE, text=True)
            assert reader.stdin is not None
            reader.stdin.close()
    # A command ends quietly if the reader of its output has gone, because nobody would read errors.
    if has_reader or done.stderr:
        check_clear(Ended(done.returncode, "", done.stderr))
    assert done.returncode, done
    return _goes_on(work, folder)


ATTACKS = (
    Attack("disk-fails", _fail_to_write, share=2),
    Attack("disk-full", _fill, share=2),
    Attack("disk-in-the-way", _stand_in_the_way, share=2, few=0),
    Attack("disk-of-output", _print_to_nowhere, share=0.5, few=0),
)
