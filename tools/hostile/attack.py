"""The class of attacks, and the loop that runs and counts their trials."""

import shutil
import tempfile
import time
import traceback
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np


class Attack(NamedTuple):
    """An attack, which consists of random trials that can be repeated from their seeds.

    Attributes:
        name: words joined by hyphens, as on the command line.
        trial: called as ``trial(rng, folder)`` with a new empty folder. It makes random attempts,
            returns their number, and raises an exception if the library fails to survive one.
        share: share of the total time, relative to the shares of the other attacks.
        few: number of trials in ``make test``; 0 runs the attack only in ``make hostile``.
    """

    name: str
    trial: Callable[[np.random.Generator, Path], int]
    share: float = 1.0
    few: int = 1


class Failure(NamedTuple):
    """A failed trial: the seed that repeats it, and the traceback of its exception."""

    seed: int
    text: str


class Tally(NamedTuple):
    """The result of an attack: numbers of trials and attempts, failures, and duration."""

    name: str
    trials: int
    tried: int
    failures: list[Failure]
    seconds: float


def carry_out(
    attack: Attack,
    seed: int,
    seconds: float,
    most: int | None = None,
    begin: Callable[[int], None] = lambda seed: None,
) -> Tally:
    """Run trials with consecutive seeds, limited in time and number, and return their result.

    Args:
        attack: attack to run.
        seed: seed of the first trial, which always runs.
        seconds: time in seconds after which no further trial starts.
        most: maximum number of trials; None sets no maximum.
        begin: function that is called with the seed of each trial before the trial starts.
    """
    started = time.monotonic()
    tried, failures, trials = 0, [], 0
    while trials == 0 or (time.monotonic() - started < seconds and trials != most):
        folder = Path(tempfile.mkdtemp(prefix=f"hostile-{attack.name}-"))
        begin(seed + trials)
        try:
            tried += attack.trial(rng_of(attack, seed + trials), folder)
        except Exception:
            tried += 1
            failures.append(Failure(seed + trials, traceback.format_exc()))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        trials += 1
    return Tally(attack.name, trials, tried, failures, time.monotonic() - started)


def rng_of(attack: Attack, seed: int) -> np.random.Generator:
    """Return the random generator of a trial, which depends on the attack and the seed."""
    return np.random.default_rng([seed, zlib.crc32(attack.name.encode())])
