"""The games that tables are opened for, each made once."""

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
    """The game of that name with these options; TypeError or ValueError as `envs.make`."""
    spec = spec_of(name)
    return make_game_of_class(spec.class_path, spec.complete(options))


def make_game_of_class(class_path: str, options: Mapping[str, Any]) -> Game:
    """The game of a class, "package.module:Class", which need not be registered in this process."""
    return _made(class_path, json.dumps(options, sort_keys=True))


@functools.lru_cache(maxsize=64)
def _made(class_path: str, options: str) -> Game:
    return pkgutil.resolve_name(class_path)(**json.loads(options))


def describe_game(spec: GameSpec) -> dict[str, Any]:
    """Return a game as browsers are offered it, JSON-ready, but for its agents."""
    return {
        "name": spec.name,
        "title": spec.title,
        "options": [_described(option) for option in spec.options if option.name != COMPONENTS],
    }


def _described(option: Option) -> dict[str, Any]:
    fields = ("name", "default", "meaning", "allowed")
    return {field: getattr(option, field) for field in fields}


def complete_options(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a game with their values.

    Raises:
        ValueError: there is no such game, no such option, or a value is not allowed. Components are
            a file of this machine, which nobody reads from a browser.
    """
    if COMPONENTS in given:
        raise ValueError(
            f"{COMPONENTS} can't be chosen here; tables are played with the game's own"
        )
    try:
        return spec_of(name).complete(given)
    except TypeError as error:
        raise ValueError(str(error)) from error


def read_rules(name: str) -> str | None:
    """The rules page of a game, Markdown; None if it has none.

    Raises:
        ValueError: there is no such game.
    """
    package = spec_of(name).class_path.partition(":")[0].rpartition(".")[0]
    if not package:
        return None  # a module by itself, beside which anything may lie
    page = resources.files(package).joinpath("README.md")
    return page.read_text(encoding="utf-8") if page.is_file() else None
