"""Layout of equal things in rows and columns, as large as possible."""

import math


def grid(
    things: int, wide: float, high: float, width: float, height: float, fewest: int = 1
) -> tuple[float, int]:
    """Return the largest scale at which all things fit into an area, and the number of columns.

    Args:
        things: number of things.
        wide: width of one thing at a scale of 1, including the gap to the next.
        high: height of one thing, including the gap to the next.
        width: width of the area.
        height: height of the area.
        fewest: minimum number of columns.
    """
    return max(
        (min(width / (columns * wide), height / (math.ceil(things / columns) * high or 1)), columns)
        for columns in range(fewest, max(things, fewest) + 1)
    )
