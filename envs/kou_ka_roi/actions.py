"""The actions: one for each row, and `wait` for a player who already has a row this turn."""

MAX_ROWS = 8
WAIT = MAX_ROWS


def row_name(number: int) -> str:
    """Return the name of row `number`, counted from 1, which is also the name of its action."""
    return f"row {number}"


ACTION_NAMES = (*(row_name(number) for number in range(1, MAX_ROWS + 1)), "wait")
