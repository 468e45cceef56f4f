"""All attacks in the order of the table, and each in a process of its own.

There it may start further processes, and may end its own.
"""

from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized

from tools.hostile.attack import Attack, Failure, Tally, carry_out

_MODULES = (
    "written", "actions", "options", "parallel_use", "shared_arrays", "hidden_cards",
    "interruptions", "damage", "foreign", "configurations", "amplified", "server", "soak",
)  # fmt: skip
ATTACKS: tuple[Attack, ...] = tuple(
    attack for name in _MODULES for attack in import_module(f"tools.hostile.{name}").ATTACKS
)


def in_its_process(name: str, seed: int, seconds: float, most: int | None) -> Tally:
    """Return what comes of an attack; an ended process is a failure of the trial that it was at.

    Args:
        name: the name of the attack.
        seed, seconds, most: as in `carry_out`.
    """
    context = get_context("spawn")
    at = context.Value("q", seed)
    with ProcessPoolExecutor(1, context, _share, (at,)) as process:
        try:
            return process.submit(_carry_out, name, seed, seconds, most).result()
        except BrokenProcessPool:
            failure = Failure(at.value, "the process of the attack has ended")
            return Tally(name, 1, 1, [failure], 0.0)


_at: "Synchronized[int]"


def _share(at: "Synchronized[int]") -> None:
    global _at
    _at = at


def _carry_out(name: str, seed: int, seconds: float, most: int | None) -> Tally:
    def begin(seed: int) -> None:
        _at.value = seed

    attack = next(attack for attack in ATTACKS if attack.name == name)
    return carry_out(attack, seed, seconds, most, begin)
