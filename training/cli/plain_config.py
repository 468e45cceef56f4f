"""Configurations of plain values, which read the same each time.

OmegaConf resolves a text like ``${oc.env:HOME}`` at each access, and the result may change between
two of them. Configurations from this module hold no such text.
"""

from typing import Any

from omegaconf import DictConfig, OmegaConf

from hofspiele.envs.core.checks import shown

# OmegaConf takes every text for an interpolation in which this stands.
_INTERPOLATION = "${"
# Python can't write integers of thousands of digits, which YAML reads of 1:59:59:….
_MOST_BITS = 1024


def plain_config(values: dict[str, Any]) -> DictConfig:
    """Return the configuration that has these values.

    Raises:
        ValueError: a value is not plain. Plain values are mappings by names, lists, texts without
            ``${``, numbers of ordinary length, true, false and null.
    """
    _check_plain(values, "")
    return OmegaConf.create(values)


def _check_plain(value: Any, name: str) -> None:
    if isinstance(value, dict):
        for key, entry in value.items():
            if not isinstance(key, str):
                raise ValueError(f"{name or 'it'} has the name {shown(key)}, expected a text")
            _check_plain(key, f"a name in {name or 'it'}")
            _check_plain(entry, f"{name}.{key}" if name else key)
    elif isinstance(value, list):
        for entry in value:
            _check_plain(entry, name)
    elif isinstance(value, str):
        if _INTERPOLATION in value:
            raise ValueError(f"{name} is {shown(value)}, expected a text without {_INTERPOLATION}")
    elif isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise ValueError(f"{name} is {shown(value)}, expected at most {_MOST_BITS} bits")
    elif not (value is None or isinstance(value, int | float)):
        raise ValueError(
            f"{name} is {shown(value)}, expected a text, a number, true, false or null"
        )


def resolved(config: DictConfig) -> DictConfig:
    """Return the configuration of a command line with its interpolations resolved.

    Raises:
        ValueError: a value has ``${`` in it even then.
        OmegaConfBaseException: an interpolation cannot be resolved.
    """
    if config.get("resume") is not None:
        # A resumed run already has the values that a new run needs.
        missing = {str(name): None for name in config if OmegaConf.is_missing(config, name)}
        config = config.copy()
        config.update(missing)
    values = OmegaConf.to_container(config, resolve=True)
    assert isinstance(values, dict)
    plain = plain_config({str(name): value for name, value in values.items()})
    OmegaConf.set_struct(plain, True)
    return plain
