"""All attacks, in the order of the table."""

from tools.hostile import (
    actions,
    amplified,
    components,
    configurations,
    damage,
    disks,
    foreign,
    hidden_cards,
    kills,
    options,
    parallel_use,
    positions,
    records,
    shared_arrays,
    soak,
    sockets,
    tables,
    thinking,
)
from tools.hostile.attack import Attack

ATTACKS: tuple[Attack, ...] = (
    *positions.ATTACKS,
    *records.ATTACKS,
    *components.ATTACKS,
    *actions.ATTACKS,
    *options.ATTACKS,
    *parallel_use.ATTACKS,
    *shared_arrays.ATTACKS,
    *hidden_cards.ATTACKS,
    *kills.ATTACKS,
    *disks.ATTACKS,
    *damage.ATTACKS,
    *foreign.ATTACKS,
    *configurations.ATTACKS,
    *amplified.ATTACKS,
    *sockets.ATTACKS,
    *tables.ATTACKS,
    *thinking.ATTACKS,
    *soak.ATTACKS,
)
