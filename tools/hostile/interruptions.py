"""Commands that are killed or cannot write, and are then resumed.

Most interruptions happen at a chosen write, so that a seed repeats them exactly; others happen
after a random time.
"""

import signal
from pathlib import Path
from typing import Any

from tools.hostile.checks import check_clear, check_resumes, check_whole
from tools.hostile.drawn import Rng, one_of
from tools.hostile.forks import Ended, run_command
from tools.hostile.moments import Moment
from tools.hostile.tasks import TASKS, Task, undisturbed

_SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM)
_ERRORS = ("ENOSPC", "EACCES", "EROFS", "EIO", "EISDIR", "ENOTDIR", "ELOOP", "vanish")


def kill(rng: Rng, folder: Path) -> int:
    """Kill or interrupt a command up to six times, then resume it to its end."""
    task = one_of(rng, TASKS)
    tried = 0
    for _ in range(rng.integers(1, 7)):
        how = one_of(rng, _SIGNALS)
        ended = _killed(task, rng, folder, how)
        tried += 1
        _check_killed(ended, how)
        check_whole(folder)
        if ended.status == 0:
            break
    check_resumes(task, folder)
    return tried


def _killed(task: Task, rng: Rng, folder: Path, how: signal.Signals) -> Ended:
    whole, values = undisturbed(task), task.go_on(folder)
    if rng.random() < 0.8:
        moment = Moment(str(folder), whole.draw_write(rng), how.name)
        return run_command(task.command, *values, moment=moment)
    interruption = rng.random() * whole.seconds, how
    return run_command(task.command, *values, interruption=interruption)


def _check_killed(ended: Ended, how: signal.Signals) -> None:
    # SIGTERM ends the process at once if it arrives before the command handles signals.
    expected = {signal.SIGKILL: {-how}, signal.SIGINT: {130}, signal.SIGTERM: {130, -how}}[how]
    assert ended.status in {0, *expected}, ended
    assert how is signal.SIGKILL or not ended.errors, ended.errors


def fail_to_write(rng: Rng, folder: Path) -> int:
    """Make writes of a command fail, or remove its folder while it runs; then resume it."""
    task, kind = one_of(rng, TASKS), rng.random()
    how: dict[str, Any] = {}
    if kind < 0.1:
        how["output"] = "/dev/full"
    elif kind < 0.4:
        # Unlike a moment, a limit also affects writes by C++ code and to files already open.
        how["largest_file"] = int(10 ** rng.uniform(1, 5.5))
    else:
        at, deed = undisturbed(task).draw_write(rng), one_of(rng, _ERRORS)
        lasts = deed != "vanish" and bool(rng.integers(2))
        how["moment"] = Moment(str(folder), at, deed, lasts)
    _check_reported(run_command(task.command, *task.begin(folder), **how))
    folder.mkdir(exist_ok=True)
    check_resumes(task, folder)
    return 1


def _check_reported(ended: Ended) -> None:
    """Check that a command succeeded, or reported in one line why it failed."""
    errors = ended.errors
    if ended.status and "in thread" in errors:
        # TensorBoard's writer thread prints its error, before or while the command reports it.
        lines = errors.splitlines(keepends=True)
        errors = "".join(line for line in lines if line.startswith("error: "))
    if ended.status:
        check_clear(ended._replace(errors=errors))
    else:
        assert not errors, errors
