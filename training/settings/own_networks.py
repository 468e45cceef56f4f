"""The user's own networks, which settings and agent files name as MODULE:NAME.

A file cannot import the network that it names. The user registers the network, names it on the
command line (``networks=[MODULE:NAME]``), or trusts the file.
"""

from collections.abc import Callable
from typing import Any

from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.text.imported import import_named, is_import_name

# A class or function that creates a network from a game, `Network` settings and keyword arguments.
NewNetwork = Callable[..., Any]
# The user's networks by MODULE:NAME.
_registered: dict[str, NewNetwork] = {}


def register_network(network: str | NewNetwork) -> str:
    """Let settings and agent files name a network of the user, and return its name MODULE:NAME.

    `network` is a class or function that creates the network (see modules.py), or its name. Raise
    ValueError if the name cannot be imported, or if it is not callable.
    """
    if not isinstance(network, str):
        name, create = f"{network.__module__}:{network.__qualname__}", network
    elif is_import_name(network):
        name, create = network, import_named("network", network)
    else:
        raise ValueError(f"networks contain {network!r}, expected MODULE:NAME")
    if not callable(create):
        raise ValueError(f"network {name} is {shown(create)}, expected a class or function")
    _registered[name] = create
    return name


def name_networks(settings: Any) -> None:
    """Register the networks in ``settings.networks``, and replace them by their names."""
    names = [one if one in _registered else register_network(one) for one in settings.networks]
    object.__setattr__(settings, "networks", names)


def is_registered(name: str) -> bool:
    """Return whether settings may name this network without importing anything unknown."""
    return not is_import_name(name) or find_registered(name) is not None


def find_registered(name: str) -> NewNetwork | None:
    """Return the registered network `name`, or the only one with this NAME in another module.

    A network that was written in a notebook or script is called ``__main__:NAME`` there.
    """
    if name in _registered:
        return _registered[name]
    alike = [own for own in _registered if own.partition(":")[2] == name.partition(":")[2]]
    return _registered[alike[0]] if len(alike) == 1 else None
