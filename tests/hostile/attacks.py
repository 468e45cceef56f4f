"""All attacks, in the order of the table."""

from tests.hostile import damage, disks, foreign, kills
from tests.hostile.attack import Attack

ATTACKS: tuple[Attack, ...] = (
    *kills.ATTACKS,
    *disks.ATTACKS,
    *damage.ATTACKS,
    *foreign.ATTACKS,
)
