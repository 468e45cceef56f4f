"""Specifications of games, from which registries, environments and configurations are made.

A specification imports no rules and compiles nothing, so games can be listed quickly.
"""

import functools
import os
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hofspiele.envs.core.checks import is_integer, shown, whole_number
from hofspiele.envs.core.text.suggest import unexpected_keyword

NUM_PLAYERS, COMPONENTS = "num_players", "components"


@dataclass(frozen=True)
class Option:
    """An option of a game."""

    name: str  #: name of the keyword argument
    kind: Any  #: type of its values, for type checkers
    default: Any  #: value if the option is not passed
    meaning: str  #: a description; for numbers, with the allowed values
    #: Returns a value in its stored form (JSON-serialisable), or raises ValueError.
    check: Callable[[Any], Any]
    allowed: Sequence[Any] | None = None  #: the allowed values if they are listed
    title: str = ""  #: name for people; empty if the name in code is clear enough

    @property
    def words(self) -> str:
        """The name of the option for people."""
        return self.title or self.name.replace("_", " ")


def num_players(counts: Sequence[int], default: int) -> Option:
    """Return the option for the number of players, one of `counts`."""
    allowed = ", ".join(map(str, counts))
    meaning = f"number of players, one of {allowed}"

    def check(value: Any) -> int:
        if not is_integer(value) or value not in counts:
            raise ValueError(f"{NUM_PLAYERS} is {shown(value)}, expected one of: {allowed}")
        return int(value)

    return Option(NUM_PLAYERS, int, default, meaning, check, tuple(counts), "players")


def flag(name: str, meaning: str, title: str = "") -> Option:
    """Return an option that is True or False, by default False."""

    def check(value: Any) -> bool:
        if not isinstance(value, bool | np.bool_):
            raise ValueError(f"{name} is {shown(value)}, expected true or false")
        return bool(value)

    return Option(name, bool, False, meaning, check, title=title)


def integer(name: str, default: int, low: int, high: int, meaning: str, title: str = "") -> Option:
    """Return an option whose value is an integer from `low` to `high`."""
    check = functools.partial(whole_number, name, least=low, most=high)
    return Option(name, int, default, f"{meaning}, from {low} to {high}", check, title=title)


def components_file(game: str) -> Option:
    """Return the option for the file with cards, board and setup, by default the bundled file."""

    def check(value: Any) -> str | None:
        if value is None:
            return None
        path = os.fspath(value) if isinstance(value, str | os.PathLike) else None
        if not isinstance(path, str) or not path:
            raise ValueError(
                f"{COMPONENTS} is {shown(value)}, expected the path of a component file, "
                "or None for the bundled components"
            )
        return str(path)  # This converts numpy strings, which messages would show as np.str_('…').

    kind = str | os.PathLike[str] | None
    meaning = f"path of a TOML file in the form that ``hofspiele components {game}`` writes"
    return Option(COMPONENTS, kind, None, meaning, check)


@dataclass(frozen=True)
class Utilities:
    """The range of a game's utilities (`Game.outcome`), and whether they sum to zero.

    The default describes the utilities of games without a kernel `utilities`.
    """

    low: float = -1.0
    high: float = 1.0
    zero_sum: bool = True


@dataclass(frozen=True)
class GameSpec:
    """The facts about a game that are available without importing its rules."""

    name: str  #: name of the game in code, as in ``envs.make(name)``
    title: str  #: name of the game for people
    #: ``package.module:Class`` of the `Game`, which is imported when it is needed, also by other
    #: processes, which compile the game or play it.
    class_path: str
    options: tuple[Option, ...]  #: most important first; the first is made by `num_players`
    simultaneous: bool = False  #: whether players choose at the same time (Parallel environment)
    #: Version of the environments, which increases with each change of rules, observations,
    #: actions, rewards or random numbers that can change results.
    version: int = 0
    #: ``package.module:Class`` of a subclass of `hofspiele.envs.pictures.presentation.Presentation`
    #: with the pictures and sentences of the game, which is imported when something is shown. With
    #: None, positions are shown as text.
    presentation_path: str | None = None
    summary: str = ""  #: two sentences for people who choose a game
    decisions: int | None = None  #: typical number for each player in a game of three
    utilities: Utilities = Utilities()  #: facts for a game with its own kernel `utilities`

    @property
    def gymnasium_name(self) -> str:
        """The name in Gymnasium's spelling: KouKaRoi for kou_ka_roi."""
        return "".join(word.capitalize() for word in self.name.split("_"))

    @property
    def option_names(self) -> list[str]:
        """The names of all options."""
        return [option.name for option in self.options]

    def complete(self, given: Mapping[str, Any], callee: str | None = None) -> dict[str, Any]:
        """Return the values of all options: the given ones, and defaults for the others.

        Raise TypeError if a given option is unknown, naming `callee` (by default `gymnasium_name`)
        and the most similar option or all options; ValueError if a value is not allowed.
        """
        for name in given:
            if name not in self.option_names:
                raise unexpected_keyword(callee or self.gymnasium_name, name, self.option_names)
        return {
            option.name: option.check(given.get(option.name, option.default))
            for option in self.options
        }

    def changed(self, options: Mapping[str, Any]) -> list[str]:
        """Return the options, except the players, whose values are not the default, in words."""
        return [
            option.words if value is True else f"{option.words}: {value}"
            for option in self.options
            if (value := options[option.name]) != option.default and option.name != NUM_PLAYERS
        ]

    def load(self) -> Callable[..., Any]:
        """Return the game's subclass of `Game`.

        Raise ValueError if it can't be imported, or its attribute ``spec`` has another name.
        """
        found = self._resolve(self.class_path)
        if getattr(getattr(found, "spec", None), "name", None) != self.name:
            raise ValueError(
                f"game {self.name!r}: {self.class_path} is {shown(found)}, expected the class of a "
                "Game whose spec has this name"
            )
        return found

    def load_presentation(self) -> Callable[..., Any] | None:
        """Return the presentation's class or None; raise ValueError if it can't be imported."""
        return None if self.presentation_path is None else self._resolve(self.presentation_path)

    def _resolve(self, path: str) -> Callable[..., Any]:
        try:
            return pkgutil.resolve_name(path)
        except (ImportError, AttributeError, ValueError) as error:
            raise ValueError(f"game {self.name!r}: {path} can't be imported: {error}") from error
