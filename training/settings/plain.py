"""Plain values: mappings with string keys, lists, strings, numbers, true, false and null.

OmegaConf resolves a string like ``${oc.env:HOME}`` at each access, so its value may change between
accesses. Plain values contain no such strings, so the checked value is the value that is used.
"""

from typing import Any

from hofspiele.envs.core.checks import shown

# OmegaConf treats every string that contains this as an interpolation.
_INTERPOLATION = "${"
# Maximum size of integers in bits. YAML reads 1:59:59:… as an integer with thousands of digits,
# which Python can't print.
_MOST_BITS = 1024


def check_plain(value: Any, name: str) -> None:
    """Raise ValueError naming `name` if `value` is not plain or contains ``${``."""
    if isinstance(value, dict):
        for key, entry in value.items():
            if not isinstance(key, str):
                where = name or "the configuration"
                raise ValueError(f"{where} contains the name {shown(key)}, expected a string")
            check_plain(key, f"a name in {name or 'the configuration'}")
            check_plain(entry, f"{name}.{key}" if name else key)
    elif isinstance(value, list):
        for entry in value:
            check_plain(entry, name)
    elif isinstance(value, str):
        if _INTERPOLATION in value:
            raise ValueError(
                f"{name} is {shown(value)}, expected a string without {_INTERPOLATION}"
            )
    elif isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise ValueError(
            f"{name} is {shown(value)}, expected an integer of at most {_MOST_BITS} bits"
        )
    elif not (value is None or isinstance(value, int | float)):
        raise ValueError(
            f"{name} is {shown(value)}, expected a string, a number, true, false or null"
        )


def text_of(value: Any) -> str:
    """Return a plain value as it is written on the command line."""
    if isinstance(value, list):
        return f"[{','.join(map(text_of, value))}]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{text_of(entry)}" for key, entry in value.items()) + "}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if value == "":
        return "''"
    return f"{value:_}" if isinstance(value, int) and value >= 10_000 else str(value)
