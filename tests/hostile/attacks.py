"""All attacks, in the order of the table."""

from tests.hostile import disks, kills
from tests.hostile.attack import Attack

ATTACKS: tuple[Attack, ...] = (
    *kills.ATTACKS,
    *disks.ATTACKS,
)
