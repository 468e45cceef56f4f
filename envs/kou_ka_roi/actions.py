"""The actions: one for each row, and `wait` for a player who already has a row this turn."""

MAX_ROWS = 8
WAIT = MAX_ROWS


def row_name(number: int) -> str:
    """Return the name of a row, counted from 1, and of the action that chooses it."""
    return f"row {number}"


ACTION_NAMES = (*(row_name(number) for number in range(1, MAX_ROWS + 1)), "wait")
