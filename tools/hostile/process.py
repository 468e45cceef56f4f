"""An attack in a process of its own: it may start further ones, and may end its own."""

from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized
from typing import NamedTuple

from tools.hostile.attack import Failure, Tally, carry_out
from tools.hostile.attacks import ATTACKS


class Job(NamedTuple):
    """An attack by its name, and the arguments of `carry_out`."""

    attack: str
    seed: int
    seconds: float
    most: int | None


def in_its_process(job: Job) -> Tally:
    """What comes of `job`; an ended process is a failure of the trial that it was at."""
    context = get_context("spawn")
    at = context.Value("q", job.seed)
    with ProcessPoolExecutor(1, context, _share, (at,)) as process:
        try:
            return process.submit(_carry_out, job).result()
        except BrokenProcessPool:
            failure = Failure(at.value, "the process of the attack has ended")
            return Tally(job.attack, 1, 1, [failure], 0.0)


_at: "Synchronized[int]"


def _share(at: "Synchronized[int]") -> None:
    global _at
    _at = at


def _carry_out(job: Job) -> Tally:
    def begin(seed: int) -> None:
        _at.value = seed

    attack = next(attack for attack in ATTACKS if attack.name == job.attack)
    return carry_out(attack, job.seed, job.seconds, job.most, begin)
