"""The games that every shared test runs over. A new game joins with its lines here."""

from typing import Any, NamedTuple

import envs
from envs.core import Game


class Case(NamedTuple):
    """A game and its options."""

    name: str
    options: dict[str, Any]

    @property
    def label(self) -> str:
        """The options as part of a file name or test name."""
        return "-".join(f"{option}_{value}" for option, value in self.options.items())

    def make(self) -> Game:
        return envs.make(self.name, **self.options)

    def __str__(self) -> str:
        return f"{self.name}-{self.label}"


CASES = [
    *(Case("kou_ka_roi", {"num_players": number}) for number in (2, 3, 4)),
]
