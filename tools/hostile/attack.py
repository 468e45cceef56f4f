"""What an attack is, and how its trials are carried out and counted."""

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
    """A hostile action that can be repeated.

    Attributes:
        name: words joined by hyphens, as on the command line.
        trial: called as ``trial(rng, folder)`` with an empty folder of its own; does what `rng`
            draws, gives back how many things it tried, and raises where one was not survived.
        share: of the time, beside the shares of the others.
        few: trials in ``make test``; 0 leaves it to ``make hostile``.
    """

    name: str
    trial: Callable[[np.random.Generator, Path], int]
    share: float = 1.0
    few: int = 1


class Failure(NamedTuple):
    """A trial that was not survived: its seed, which repeats it, and what was raised."""

    seed: int
    text: str


class Tally(NamedTuple):
    """The outcome of an attack."""

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
    """Try again and again, with seeds counted from `seed`, until the time is over.

    Args:
        attack: what to try.
        seed: of the first trial, which is carried out however little time there is.
        seconds: after which no further trial begins.
        most: trials, None for as many as there is time for.
        begin: a function that is called with the seed of each trial before it starts.
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
    """Return the generator of a trial, a different one for each attack."""
    return np.random.default_rng([seed, zlib.crc32(attack.name.encode())])
