"""The games that tables can be opened for, each made once per process."""

import functools
import json
import pkgutil
from collections.abc import Mapping
from importlib import resources
from typing import Any

from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.spec import COMPONENTS, GameSpec, Option


def make_game(name: str, options: Mapping[str, Any]) -> Game:
    """Return the game with these options; errors are those of `envs.make`."""
    spec = spec_of(name)
    return make_game_of_class(spec.class_path, spec.complete(options))


def make_game_of_class(class_path: str, options: Mapping[str, Any]) -> Game:
    """Return the game of a class, "package.module:Class", registered in this process or not."""
    return _made(class_path, json.dumps(options, sort_keys=True))


@functools.lru_cache(maxsize=64)
def _made(class_path: str, options: str) -> Game:
    return pkgutil.resolve_name(class_path)(**json.loads(options))


def describe_game(spec: GameSpec) -> dict[str, Any]:
    """Return name, title and options of a game, JSON-ready."""
    return {
        "name": spec.name,
        "title": spec.title,
        "options": [
            _describe_option(option) for option in spec.options if option.name != COMPONENTS
        ],
    }


def _describe_option(option: Option) -> dict[str, Any]:
    fields = ("name", "default", "meaning", "allowed")
    return {field: getattr(option, field) for field in fields}


def complete_options(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of a game, the given ones and defaults for the others.

    Raises:
        ValueError: there is no such game or option, or a value is not allowed. Components are
            refused because no browser may choose a file of this machine.
    """
    if COMPONENTS in given:
        raise ValueError(
            f"{COMPONENTS} is given, expected none; tables use the components of the game"
        )
    try:
        return spec_of(name).complete(given)
    except TypeError as error:
        raise ValueError(str(error)) from error


def read_rules(name: str) -> str | None:
    """Return the rules page of a game in Markdown, or None if it has none.

    Raises:
        ValueError: there is no such game.
    """
    package = spec_of(name).class_path.partition(":")[0].rpartition(".")[0]
    if not package:
        return None  # The README.md beside a single module could be about anything.
    page = resources.files(package).joinpath("README.md")
    return page.read_text(encoding="utf-8") if page.is_file() else None
