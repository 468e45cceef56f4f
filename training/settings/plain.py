"""Plain values: mappings with string keys, lists, strings, numbers, true, false and null."""

from typing import Any

from hofspiele.envs.core.checks import shown

# Maximum size of integers in bits. YAML reads 1:59:59:… as an integer with thousands of digits,
# which Python can't print.
_MOST_BITS = 1024


def check_plain(value: Any, name: str) -> None:
    """Raise ValueError naming `name` if `value` is not plain."""
    if isinstance(value, dict):
        for key, entry in value.items():
            if not isinstance(key, str):
                where = name or "the configuration"
                raise ValueError(f"{where} contains the name {shown(key)}, expected a string")
            check_plain(entry, f"{name}.{key}" if name else key)
    elif isinstance(value, list):
        for entry in value:
            check_plain(entry, name)
    elif isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise ValueError(
            f"{name} is {shown(value)}, expected an integer of at most {_MOST_BITS} bits"
        )
    elif not (value is None or isinstance(value, str | int | float)):
        raise ValueError(
            f"{name} is {shown(value)}, expected a string, a number, true, false or null"
        )
