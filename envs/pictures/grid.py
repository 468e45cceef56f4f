"""Layout of equally large items in rows and columns, as large as possible."""

import math


def grid(
    things: int, wide: float, high: float, width: float, height: float, fewest: int = 1
) -> tuple[float, int]:
    """Return the largest scale at which all items fit into an area, and the number of columns.

    At a scale of 1, an item measures `wide` by `high`, including the gap to the next. The area
    measures `width` by `height`. There are at least `fewest` columns.
    """
    return max(
        (min(width / (columns * wide), height / (math.ceil(things / columns) * high or 1)), columns)
        for columns in range(fewest, max(things, fewest) + 1)
    )
