"""Deeply nested values."""

from typing import Any


def nested(depth: int) -> list[Any]:
    """Return a list that is nested `depth` times."""
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value
