"""The games that tables can be opened for, and a cache of `Game` objects."""

import functools
import json
import pkgutil
from collections.abc import Mapping
from typing import Any

from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.spec import COMPONENTS, GameSpec
from hofspiele.play.rules_page import pictures_of, rules_address


def make_game(class_path: str, options: Mapping[str, Any]) -> Game:
    """Return the game of class "package.module:Class", registered in this process or not."""
    return _made(class_path, json.dumps(options, sort_keys=True))


@functools.lru_cache(maxsize=64)
def _made(class_path: str, options: str) -> Game:
    return pkgutil.resolve_name(class_path)(**json.loads(options))


def describe_game(spec: GameSpec) -> dict[str, Any]:
    """Return what the start page shows of a game and its options, as JSON-serialisable values."""
    fields = ("name", "words", "default", "meaning", "allowed")
    options = [
        {field: getattr(option, field) for field in fields}
        for option in spec.options
        if option.name != COMPONENTS
    ]
    pictures = pictures_of(spec.name)
    return {
        "name": spec.name,
        "title": spec.title,
        "summary": spec.summary,
        "decisions": spec.decisions,
        "picture": rules_address(spec.name, pictures[0]) if pictures else None,
        "rules": rules_address(spec.name),
        "options": options,
    }


def complete_options(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of a game: the given ones, and defaults for the others.

    Raises:
        ValueError: there is no such game or option, or a value is not allowed. The option
            `COMPONENTS` is refused because no browser may choose a file on this machine.
    """
    if given.get(COMPONENTS) is not None:
        raise ValueError(f"{COMPONENTS} can't be changed in the browser; use hofspiele play")
    try:
        return spec_of(name).complete(given)
    except TypeError as error:
        raise ValueError(str(error)) from error
