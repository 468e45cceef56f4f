"""A check that another machine runs the same code as this one."""

import functools
from collections.abc import Mapping

from hofspiele import envs
from hofspiele.training.cli.versions import code_digest, platform_and_packages


@functools.cache
def software_here() -> dict[str, str]:
    """Return the versions and the digest of the code on this machine, by name."""
    return {
        "hofspiele": envs.__version__,
        **platform_and_packages(),
        "the code of hofspiele": code_digest("envs", "training")[:16],
    }


def check_same(expected: Mapping[str, str], node: str) -> None:
    """Raise ValueError unless this machine has the versions and code of the sender.

    Args:
        expected: the sender's values.
        node: the address of this machine, for the message.
    """
    found = software_here()
    different = [
        f"{name} is {found.get(name)}, expected {value}"
        for name, value in expected.items()
        if found.get(name) != value
    ]
    if different:
        raise ValueError(
            f"node {node} has other software than this machine: {'; '.join(different)}; install "
            "the same on all nodes"
        )
