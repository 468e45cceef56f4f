"""The number of processor cores that this process may use."""

import os

from hofspiele.envs.core.checks import whole_number

# Maximum number of cores, or None for no limit.
_limit: int | None = None


def limit_cores(number: int | None) -> None:
    """Limit this process to `number` cores; None removes the limit.

    Agents use at most this number of threads, and with one core no second process compiles games.
    Call this in each of several processes that share a machine. Raise ValueError if `number` is
    less than 1.
    """
    global _limit
    _limit = None if number is None else whole_number("number", number, least=1)


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    return cores if _limit is None else min(cores, _limit)
