"""Actions: one for each row, and `wait` for a player who already has a row this turn."""

MAX_ROWS = 8
WAIT = MAX_ROWS

ACTION_NAMES = (*(f"row {number}" for number in range(1, MAX_ROWS + 1)), "wait")
