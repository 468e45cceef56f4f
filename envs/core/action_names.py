"""The names of a game's actions."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from hofspiele.envs.core.checks import is_integer, shown
from hofspiele.envs.core.suggest import nearest

# A message lists at most this many legal actions.
_LISTED = 12


class ActionNames:
    """The names of all actions, in the order of their numbers."""

    def __init__(self, names: Sequence[str]):
        self._names = tuple(names)
        self._numbers = {name: number for number, name in enumerate(names)}

    def __len__(self) -> int:
        return len(self._names)

    def name(self, action: int) -> str:
        """Return the name of an action; raise ValueError if its number is out of range."""
        if not is_integer(action) or not 0 <= action < len(self):
            raise ValueError(f"action is {shown(action)}, expected 0 to {len(self) - 1}")
        return self._names[action]

    def index(self, name: str) -> int:
        """Return the number of the action `name`; raise ValueError if the name is unknown."""
        if not isinstance(name, str) or name not in self._numbers:
            raise ValueError(
                f"no action is called {shown(name)}{nearest(name, self._names)} (actions "
                f"are called like {self._names[0]!r})"
            )
        return self._numbers[name]

    def number(self, action: Any) -> int:
        """Return the number of an action given by name or number, which may be out of range.

        Raises:
            ValueError: `action` is neither an integer nor the name of an action.
        """
        if isinstance(action, str):
            return self.index(action)
        if not is_integer(action):
            raise ValueError(
                f"action is {shown(action)}, expected a number from 0 to {len(self) - 1}, "
                f"or the name of an action, like {self._names[0]!r}"
            )
        return int(action)

    def describe_illegal(self, action: int, mask: np.ndarray) -> str:
        """Return a sentence that refuses `action` and lists the actions that `mask` allows."""
        if not mask.any():
            return f"action {shown(action)} is refused: nobody has a decision to make here"
        legal = [f"{index} ({self._names[index]})" for index in np.flatnonzero(mask)]
        listed = ", ".join(legal[:_LISTED]) + (" …" if len(legal) > _LISTED else "")
        name = f" ({self._names[action]})" if 0 <= action < len(self) else ""
        return f"action {shown(action)}{name} is illegal here; legal: {listed}"
