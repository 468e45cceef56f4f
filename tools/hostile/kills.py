"""Commands that are killed and interrupted again and again, and then resumed.

Most of the moments are certain writes, which a seed repeats exactly, the others are times, which it
repeats roughly.
"""

import signal
import subprocess
import time
from functools import partial
from pathlib import Path

import numpy as np

from tests.training.commands import script
from tools.hostile.attack import Attack
from tools.hostile.forks import Ended, start_command
from tools.hostile.moments import Moment
from tools.hostile.works import (
    DATASET,
    TOURNAMENT,
    WARM_START,
    WORKS,
    Work,
    check_done,
    check_whole,
    checkpoints_of,
    curve_of,
    go_on,
    undisturbed,
)

HOW = (signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM)


def _kill(work: Work, rng: np.random.Generator, folder: Path) -> int:
    tried = 0
    for _ in range(rng.integers(1, 7)):
        how = HOW[rng.integers(len(HOW))]
        ended = _killed(work, rng, folder, how)
        tried += 1
        _check_killed(ended, how)
        check_whole(folder)
        if ended.status == 0:
            break
    was = _learnt(folder / "run")
    go_on(work, folder)
    check_done(work, folder)
    assert _learnt(folder / "run")[: len(was)] == was, "work before the last checkpoint was lost"
    return tried


def _killed(work: Work, rng: np.random.Generator, folder: Path, how: signal.Signals) -> Ended:
    whole, values = undisturbed(work), work.go_on(folder)
    if rng.random() < 0.8:
        moment = Moment(str(folder), whole.draw_write(rng), how.name)
        return start_command(work.command, *values, moment=moment).end()
    call = start_command(work.command, *values)
    time.sleep(rng.random() * whole.seconds)
    call.send(how)
    return call.end()


def _check_killed(ended: Ended, how: signal.Signals) -> None:
    if how is signal.SIGKILL:
        assert ended.status in (-how, 0), ended
        return
    # what asks politely before a command listens ends it as any other process
    expected = (130, 0) if how is signal.SIGINT else (130, 0, -how)
    assert ended.status in expected, ended
    assert not ended.errors, ended.errors


def _learnt(run: Path) -> list[dict[str, float]]:
    """Return the curve up to the last checkpoint with times, which repeated steps change."""
    done = [int(path.name[6:]) for path in checkpoints_of(run) if path.name.startswith("steps")]
    return [line for line in curve_of(run) if line["steps"] <= max(done, default=0)]


def _interrupt_from_the_start(rng: np.random.Generator, folder: Path) -> int:
    """Press Ctrl-C while Python itself begins, imports or ends."""
    work = WORKS[rng.integers(len(WORKS) - 2)]
    process = subprocess.Popen(
        script(work.command, *work.begin(folder)),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # what was started in the background of a shell would ignore Ctrl-C
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    time.sleep(0.1 + rng.random() * 8)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    if (process.returncode, errors) == (-signal.SIGINT, ""):
        check_done(work, folder)  # only Python itself was still to end
    elif process.returncode == -signal.SIGINT and "_run_code" not in errors:
        # Python was still importing the package, before it ran any of the command.
        assert errors.endswith("KeyboardInterrupt\n"), errors
    else:
        _check_killed(Ended(process.returncode, output, errors), signal.SIGINT)
    check_whole(folder)
    return 1


# the slower ones are left to `make hostile`
_IN_MAKE_TEST = {WARM_START, TOURNAMENT, DATASET}

ATTACKS = (
    *(
        Attack(
            f"kills-{work.name}", partial(_kill, work), 1 + work.is_run, int(work in _IN_MAKE_TEST)
        )
        for work in WORKS
    ),
    Attack("ctrl-c-from-the-start", _interrupt_from_the_start, few=0),
)
