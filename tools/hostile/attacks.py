"""All attacks, in the order of the table."""

from importlib import import_module

from tools.hostile.attack import Attack

_MODULES = (
    "positions", "records", "components", "actions", "options", "parallel_use", "shared_arrays",
    "hidden_cards", "kills", "disks", "damage", "foreign", "configurations", "amplified", "sockets",
    "tables", "thinking", "soak",
)  # fmt: skip
ATTACKS: tuple[Attack, ...] = tuple(
    attack for name in _MODULES for attack in import_module(f"tools.hostile.{name}").ATTACKS
)
