"""Plain values: mappings by texts, lists, texts, numbers, true, false and null.

OmegaConf resolves a text like ``${oc.env:HOME}`` at each access, and the result may change between
two of them. Plain values hold no such text, so what was checked is what is used.
"""

from typing import Any

from hofspiele.envs.core.checks import shown

# OmegaConf takes every text for an interpolation in which this stands.
_INTERPOLATION = "${"
# Python can't write integers of thousands of digits, which YAML reads of 1:59:59:….
_MOST_BITS = 1024


def check_plain(value: Any, name: str) -> None:
    """Raise ValueError, which names the value, if it is not plain or holds ``${``."""
    if isinstance(value, dict):
        for key, entry in value.items():
            if not isinstance(key, str):
                raise ValueError(f"{name or 'it'} has the name {shown(key)}, expected a text")
            check_plain(key, f"a name in {name or 'it'}")
            check_plain(entry, f"{name}.{key}" if name else key)
    elif isinstance(value, list):
        for entry in value:
            check_plain(entry, name)
    elif isinstance(value, str):
        if _INTERPOLATION in value:
            raise ValueError(f"{name} is {shown(value)}, expected a text without {_INTERPOLATION}")
    elif isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise ValueError(f"{name} is {shown(value)}, expected at most {_MOST_BITS} bits")
    elif not (value is None or isinstance(value, int | float)):
        raise ValueError(
            f"{name} is {shown(value)}, expected a text, a number, true, false or null"
        )


def text_of(value: Any) -> str:
    """Return a plain value as the command line takes it."""
    if isinstance(value, list):
        return f"[{','.join(map(text_of, value))}]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{text_of(entry)}" for key, entry in value.items()) + "}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if value == "":
        return "''"
    return f"{value:_}" if isinstance(value, int) and value >= 10_000 else str(value)
