"""Things of one size in lines and columns, as large as there is room for."""

import math


def grid(
    things: int, wide: float, high: float, width: float, height: float, fewest: int = 1
) -> tuple[float, int]:
    """The largest scale at which all things fit into an area, and the number of columns.

    Args:
        things: how many there are.
        wide, high: of one of them at a scale of 1, with the gap to the next.
        width, height: of the area.
        fewest: columns.
    """
    return max(
        (min(width / (columns * wide), height / (math.ceil(things / columns) * high or 1)), columns)
        for columns in range(fewest, max(things, fewest) + 1)
    )
