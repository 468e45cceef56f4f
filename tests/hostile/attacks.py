"""All attacks, in the order of the table."""

from tests.hostile import components, positions, records
from tests.hostile.attack import Attack

ATTACKS: tuple[Attack, ...] = (
    *positions.ATTACKS,
    *records.ATTACKS,
    *components.ATTACKS,
)
