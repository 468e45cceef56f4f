"""Commands that are killed or cannot write, and are then resumed.

Disks are full, broken or read-only, folders vanish, and other files block paths. Most interruptions
happen at a chosen write, which a seed repeats exactly; others happen after a random time.
"""

import os
import shutil
import signal
import subprocess
import time
from functools import partial
from pathlib import Path

import numpy as np

from tests.training.commands import script
from tools.hostile.attack import Attack
from tools.hostile.drawn import one_of
from tools.hostile.forks import Call, Ended, command, run_command
from tools.hostile.moments import Moment
from tools.hostile.works import (
    DATASET,
    EXPLOIT,
    TOURNAMENT,
    TRAINING,
    TUNE,
    WARM_START,
    WORKS,
    Work,
    check_clear,
    check_done,
    check_whole,
    checkpoints_of,
    curve_of,
    go_on,
    half_done,
    undisturbed,
)

# --- signals -----------------------------------------------------------------------------------

_HOW = (signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM)


def _kill(work: Work, rng: np.random.Generator, folder: Path) -> int:
    tried = 0
    for _ in range(rng.integers(1, 7)):
        how = one_of(rng, _HOW)
        ended = _killed(work, rng, folder, how)
        tried += 1
        _check_killed(ended, how)
        check_whole(folder)
        if ended.status == 0:
            break
    was = _saved(folder / "run")
    go_on(work, folder)
    check_done(work, folder)
    assert _saved(folder / "run")[: len(was)] == was, "work before the last checkpoint was lost"
    return tried


def _killed(work: Work, rng: np.random.Generator, folder: Path, how: signal.Signals) -> Ended:
    whole, values = undisturbed(work), work.go_on(folder)
    if rng.random() < 0.8:
        moment = Moment(str(folder), whole.draw_write(rng), how.name)
        return run_command(work.command, *values, moment=moment)
    call = Call(command, work.command, *values)
    time.sleep(rng.random() * whole.seconds)
    call.send(how)
    return call.end()


def _check_killed(ended: Ended, how: signal.Signals) -> None:
    if how is signal.SIGKILL:
        assert ended.status in (-how, 0), ended
        return
    # SIGTERM ends the process at once if it arrives before the command handles signals.
    expected = (130, 0) if how is signal.SIGINT else (130, 0, -how)
    assert ended.status in expected, ended
    assert not ended.errors, ended.errors


def _saved(run: Path) -> list[dict[str, float]]:
    """Return the curve up to the newest checkpoint; a resumed run must not change these lines."""
    done = [int(path.name[6:]) for path in checkpoints_of(run) if path.name.startswith("steps")]
    return [line for line in curve_of(run) if line["steps"] <= max(done, default=0)]


def _interrupt_from_the_start(rng: np.random.Generator, folder: Path) -> int:
    """Send Ctrl-C while Python starts, imports, runs or ends."""
    work = one_of(rng, WORKS[:-2])
    process = subprocess.Popen(
        script(work.command, *work.begin(folder)),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # A process that a shell starts in the background ignores Ctrl-C by default.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    time.sleep(0.1 + rng.random() * 8)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    if (process.returncode, errors) == (-signal.SIGINT, ""):
        check_done(work, folder)  # The command was done, and Python was ending.
    elif process.returncode == -signal.SIGINT and "_run_code" not in errors:
        # Python was still importing the package and had not run the command.
        assert errors.endswith("KeyboardInterrupt\n"), errors
    else:
        _check_killed(Ended(process.returncode, output, errors), signal.SIGINT)
    check_whole(folder)
    return 1


# --- disks -------------------------------------------------------------------------------------

# Quick commands are listed, and therefore drawn, more often.
_WRITERS = (
    TRAINING, TRAINING, WARM_START, EXPLOIT, TUNE, TOURNAMENT, TOURNAMENT, TOURNAMENT,
)  # fmt: skip
_ERRORS = ("ENOSPC", "EACCES", "EROFS", "EIO", "vanish")


def _check_ended(ended: Ended) -> None:
    """Check that a command succeeded, or reported in one line why it failed."""
    if ended.status != 0:
        if "in thread" in ended.errors:
            # TensorBoard's writer thread prints its error, before or while the command reports it.
            lines = ended.errors.splitlines(keepends=True)
            reported = "".join(line for line in lines if line.startswith("error: "))
            ended = ended._replace(errors=reported)
        check_clear(ended)
    assert not (ended.status == 0 and ended.errors), ended.errors


def _fail_to_write(rng: np.random.Generator, folder: Path) -> int:
    """Make one write fail (perhaps all later ones, too) or remove the folder; then resume."""
    work = one_of(rng, _WRITERS)
    at, deed = undisturbed(work).draw_write(rng), one_of(rng, _ERRORS)
    lasts = deed != "vanish" and bool(rng.integers(2))
    moment = Moment(str(folder), at, deed, lasts)
    _check_ended(run_command(work.command, *work.begin(folder), moment=moment))
    folder.mkdir(exist_ok=True)
    return _resume_and_check(work, folder)


def _fill(rng: np.random.Generator, folder: Path) -> int:
    """Run a command that cannot write large files, not even in C++ or threads; then resume."""
    work, most = one_of(rng, _WRITERS), int(10 ** rng.uniform(1, 5.5))
    _check_ended(run_command(work.command, *work.begin(folder), limits={"RLIMIT_FSIZE": most}))
    return _resume_and_check(work, folder)


def _resume_and_check(work: Work, folder: Path) -> int:
    check_whole(folder)
    go_on(work, folder)
    check_done(work, folder)
    return 1


def _block_path(rng: np.random.Generator, folder: Path) -> int:
    """Put an obstacle in place of a file or folder that a command uses; then resume."""
    work = one_of(rng, _WRITERS)
    shutil.copytree(half_done(work), folder, dirs_exist_ok=True)
    whole = undisturbed(work).folder
    places = sorted(folder / path.relative_to(whole) for path in whole.rglob("*"))
    path = one_of(rng, [place for place in places if place.parent.is_dir()])
    aside = folder.with_name(f"{folder.name}-aside")
    had = path.exists()
    if had:
        path.rename(aside)
    one_of(rng, _OBSTACLES)(path)
    try:
        _check_ended(run_command(work.command, *work.go_on(folder)))
        if _is_obstacle(path):
            _remove(path)
            if had:
                aside.rename(path)
    finally:
        _remove(aside)
    return _resume_and_check(work, folder)


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
    """Print to a full disk, or to a process that has ended, as with ``| head``; then resume."""
    work = one_of(rng, (TRAINING, TOURNAMENT))
    values = ["--help"] if rng.integers(3) == 0 else work.begin(folder)
    has_reader = bool(rng.integers(2))
    output = os.open("/dev/full", os.O_WRONLY) if has_reader else _pipe_without_reader()
    done = subprocess.run(
        script(work.command, *values), stdout=output, stderr=subprocess.PIPE, text=True
    )
    os.close(output)
    # A command ends without a message if the reader of its output has gone.
    if has_reader or done.stderr:
        check_clear(Ended(done.returncode, "", done.stderr))
    assert done.returncode, done
    return _resume_and_check(work, folder)


def _pipe_without_reader() -> int:
    reader, writer = os.pipe()
    os.close(reader)
    return writer


# Tasks that are quick enough for `make test`; `make hostile` interrupts the others, too.
_IN_MAKE_TEST = {TOURNAMENT, DATASET}

ATTACKS = (
    *(
        Attack(
            f"kills-{work.name}", partial(_kill, work), 1 + work.is_run, int(work in _IN_MAKE_TEST)
        )
        for work in WORKS
    ),
    Attack("ctrl-c-from-the-start", _interrupt_from_the_start, few=0),
    Attack("disk-fails", _fail_to_write, share=2),
    Attack("disk-full", _fill, share=2),
    Attack("disk-in-the-way", _block_path, share=2, few=0),
    Attack("disk-of-output", _print_to_nowhere, share=0.5, few=0),
)
