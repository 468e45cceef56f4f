"""What a game says about itself, once: registries, environments and configurations follow from it.

A specification imports no rules and compiles nothing, so that all games can be listed at no cost.
"""

import os
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hofspiele.envs.core.checks import is_integer, shown
from hofspiele.envs.core.suggest import unexpected_keyword

NUM_PLAYERS, COMPONENTS = "num_players", "components"


@dataclass(frozen=True)
class Option:
    """An option of a game.

    Attributes:
        name: of the keyword argument.
        kind: of its values, as type checkers are told.
        default: its value if it is not given.
        meaning: what it does, with the values that are allowed, for people.
        check: gives a value back as it is kept (JSON-ready); ValueError names what is allowed.
        allowed: the values it may have, where a list of them is short; None where it is not.
    """

    name: str
    kind: Any
    default: Any
    meaning: str
    check: Callable[[Any], Any]
    allowed: Sequence[Any] | None = None


def num_players(counts: Sequence[int], default: int) -> Option:
    """The number of players, one of `counts`."""
    allowed = ", ".join(map(str, counts))

    def check(value: Any) -> int:
        if not is_integer(value) or value not in counts:
            raise ValueError(f"{NUM_PLAYERS} is {shown(value)}, expected one of: {allowed}")
        return int(value)

    return Option(NUM_PLAYERS, int, default, f"one of {allowed}", check, tuple(counts))


def flag(name: str, meaning: str) -> Option:
    """An option that is on or off; off if it is not given."""

    def check(value: Any) -> bool:
        if not isinstance(value, bool | np.bool_):
            raise ValueError(f"{name} is {shown(value)}, expected True or False")
        return bool(value)

    return Option(name, bool, False, meaning, check)


def integer(name: str, default: int, low: int, high: int, meaning: str) -> Option:
    """A number from `low` to `high`."""

    def check(value: Any) -> int:
        if not is_integer(value) or not low <= value <= high:
            raise ValueError(f"{name} is {shown(value)}, expected an integer from {low} to {high}")
        return int(value)

    return Option(name, int, default, f"{meaning}, {low} to {high}", check)


def components_file(own: str) -> Option:
    """The file with cards, board and setup; None takes the game's `own`."""

    def check(value: Any) -> str | None:
        if value is None:
            return None
        path = os.fspath(value) if isinstance(value, str | os.PathLike) else None
        if not isinstance(path, str) or not path:
            raise ValueError(
                f"{COMPONENTS} is {shown(value)}, expected a file's path, "
                "or None for the game's own"
            )
        return str(path)  # not numpy's str

    kind = str | os.PathLike[str] | None
    return Option(COMPONENTS, kind, None, f"a file to play with, in the form of ``{own}``", check)


@dataclass(frozen=True)
class GameSpec:
    """A game as it is listed.

    Attributes:
        name: as in ``envs.make(name)``.
        title: for people.
        class_path: "package.module:Class" of the `Game`, which is imported when it is needed.
        options: in the order of their importance; the first is the number of players.
        simultaneous: whether players choose at the same time: there is a Parallel environment then.
        version: of its environments; from 1.0 of the package on it grows with each change of rules,
            observations or actions.
    """

    name: str
    title: str
    class_path: str
    options: tuple[Option, ...]
    simultaneous: bool = False
    version: int = 0

    @property
    def gymnasium_name(self) -> str:
        """The name in Gymnasium's spelling: KouKaRoi for kou_ka_roi."""
        return "".join(word.capitalize() for word in self.name.split("_"))

    @property
    def option_names(self) -> list[str]:
        """The names of all options."""
        return [option.name for option in self.options]

    def complete(self, given: Mapping[str, Any], callee: str | None = None) -> dict[str, Any]:
        """All options with their values, those that are not `given` with their defaults.

        Args:
            given: some options.
            callee: what was called with them, for the message.

        Raises:
            TypeError: there is no option of that name; the message has the nearest.
            ValueError: a value is not allowed; the message says which are.
        """
        for name in given:
            if name not in self.option_names:
                raise unexpected_keyword(callee or self.gymnasium_name, name, self.option_names)
        return {
            option.name: option.check(given.get(option.name, option.default))
            for option in self.options
        }

    def load(self) -> Callable[..., Any]:
        """Return the class of the game, a `Game`; ValueError if it can't be imported."""
        try:
            return pkgutil.resolve_name(self.class_path)
        except (ImportError, AttributeError, ValueError) as error:
            raise ValueError(
                f"game {self.name!r}: {self.class_path} can't be imported: {error}"
            ) from error
