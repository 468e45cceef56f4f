"""The games that every shared test runs over. A new game must be added here."""

import functools
from typing import Any, NamedTuple

from hofspiele import envs
from hofspiele.envs.core import Game
from tests.fourth_game import SPEC


class Case(NamedTuple):
    """A game and its options."""

    name: str
    options: dict[str, Any]

    @property
    def label(self) -> str:
        """The options as part of a file name or test name."""
        return "-".join(f"{option}_{value}" for option, value in self.options.items())

    def make(self) -> Game:
        """Return the game, which all tests of a process share."""
        return _made(self.name, *self.options.items())

    def __str__(self) -> str:
        return f"{self.name}-{self.label}"


@functools.cache
def _made(name: str, *options: tuple[str, Any]) -> Game:
    return envs.make(name, **dict(options))


def _kardinal(num_players: int, *extras: str) -> Case:
    return Case("kardinal", {"num_players": num_players, **dict.fromkeys(extras, True)})


def _knatsch(num_players: int, **options: Any) -> Case:
    return Case("knatsch", {"num_players": num_players, **options})


# This game is not part of the package, but everything that holds for all games holds for it.
envs.register(SPEC)
FOREIGN_CASES = [Case(SPEC.name, {"num_players": 3})]

OWN_CASES = [
    Case("kou_ka_roi", {"num_players": 2}),
    Case("kou_ka_roi", {"num_players": 4}),
    _kardinal(3),
    _kardinal(4, "vatikan"),
    _kardinal(5, "vatikan", "two_countries"),
    _knatsch(2),
    _knatsch(4),
    _knatsch(6),
]
CASES = [*OWN_CASES, *FOREIGN_CASES]

# The setup of each game with the most players and all options that change its rules.
LARGEST_CASES = [*{case.name: case for case in CASES}.values()]

# Cases for tests of properties that differ between games, but not between their options.
ONE_OF_EACH_OWN_GAME = [
    Case("kou_ka_roi", {"num_players": 4}),
    _kardinal(4, "vatikan"),
    _knatsch(4),
]
ONE_OF_EACH_GAME = [*ONE_OF_EACH_OWN_GAME, *FOREIGN_CASES]

# Cases in which all players choose at once. They have `parallel_env` and secret choices.
PARALLEL_CASES = [case for case in CASES if case.make().simultaneous]

# Names of the games that are won by reaching a goal first, not by points.
RACES = ("knatsch",)

# Cases that cover every number of players and all options.
TABLE_CASES = [
    *(Case("kou_ka_roi", {"num_players": number}) for number in (2, 3, 4)),
    _kardinal(3),
    _kardinal(3, "vatikan"),
    _kardinal(3, "two_countries"),
    _kardinal(4),
    _kardinal(4, "vatikan"),
    _kardinal(4, "two_countries"),
    _kardinal(4, "vatikan", "two_countries"),
    _kardinal(5),
    _kardinal(5, "vatikan"),
    _kardinal(5, "vatikan", "two_countries"),
    *(_knatsch(number) for number in (2, 3, 4, 5, 6)),
    *(_knatsch(number, max_turns=20) for number in (2, 3, 4, 5, 6)),
]

# Cases for tests of pictures: all numbers of players, and each pair of a number of players and an
# option. Long games of Knatsch show nothing that 20 turns do not show.
PICTURE_CASES = [
    *(Case("kou_ka_roi", {"num_players": number}) for number in (2, 3, 4)),
    _kardinal(3, "vatikan"),
    _kardinal(3, "two_countries"),
    _kardinal(4),
    _kardinal(4, "vatikan", "two_countries"),
    _kardinal(5),
    _kardinal(5, "vatikan", "two_countries"),
    *(_knatsch(number, max_turns=20) for number in (2, 3, 4, 5, 6)),
]

# Cases for which the digest of a random game is stored.
DIGEST_CASES = [*TABLE_CASES, *FOREIGN_CASES]

# Cases with a golden playthrough as text. More of them would not be read.
GOLDEN_CASES = [
    Case("kou_ka_roi", {"num_players": 2}),
    _kardinal(3, "vatikan", "two_countries"),
    _knatsch(3, max_turns=20),
]
