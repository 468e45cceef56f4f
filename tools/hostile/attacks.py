"""All attacks in the order of the printed table.

Each attack runs in its own process, because attacks start processes and may crash.
"""

from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized

from tools.hostile.attack import Attack, Failure, Tally, carry_out

_MODULES = (
    "written", "tables_in_threads", "interruptions", "damage", "foreign", "server", "soak",
)  # fmt: skip
ATTACKS: tuple[Attack, ...] = tuple(
    attack for name in _MODULES for attack in import_module(f"tools.hostile.{name}").ATTACKS
)


def in_its_process(name: str, seed: int, seconds: float, most: int | None) -> Tally:
    """Run an attack in its own process; a crash of the process counts as one failed trial.

    Args:
        name: name of the attack.
        seed, seconds, most: as in `carry_out`.
    """
    context = get_context("spawn")
    at = context.Value("q", seed)
    with ProcessPoolExecutor(1, context, _share, (at,)) as process:
        try:
            return process.submit(_carry_out, name, seed, seconds, most).result()
        except BrokenProcessPool:
            failure = Failure(at.value, "the process of the attack has died")
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
