"""All attacks, in the order of the table."""

from tests.hostile import positions
from tests.hostile.attack import Attack

ATTACKS: tuple[Attack, ...] = (*positions.ATTACKS,)
