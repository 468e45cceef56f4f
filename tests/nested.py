"""What is nested too deeply for whoever goes into it by recursion."""

from typing import Any


def nested(depth: int) -> list[Any]:
    """A list in a list, so many times."""
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value
