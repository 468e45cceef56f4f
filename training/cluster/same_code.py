"""Whether another machine would do with the same code what this one does."""

import functools
from collections.abc import Mapping

from hofspiele import envs
from hofspiele.training.cli.versions import code_digest, platform_and_packages


@functools.cache
def told_here() -> dict[str, str]:
    """What results follow from on this machine, beside what is sent: by name, for comparison."""
    return {
        "hofspiele": envs.__version__,
        **platform_and_packages(),
        "the code of hofspiele": code_digest("envs", "training")[:16],
    }


def check_same(expected: Mapping[str, str], node: str) -> None:
    """Raise ValueError unless `told_here` is what the machine said that sends work.

    Args:
        expected: what it said.
        node: the address of this one, for the message.
    """
    found = told_here()
    different = [
        f"{name} is {found.get(name)}, expected {value}"
        for name, value in expected.items()
        if found.get(name) != value
    ]
    if different:
        raise ValueError(
            f"node {node} would play otherwise than this machine: {'; '.join(different)}; install "
            "the same on all nodes"
        )
