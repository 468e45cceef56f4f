"""The game of a command: its name and options, as declared in the game's specification."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from hofspiele.envs.command_line.setting import setting
from hofspiele.envs.core.registry import game_names, known_specs, make, spec_of
from hofspiele.envs.core.spec import NUM_PLAYERS, GameSpec, Option

if TYPE_CHECKING:
    from hofspiele.envs.core import Game

OptionValue = bool | int | float | str | None


@dataclass(frozen=True)
class ChosenGame:
    """A game's name and options; without a name (None), the command determines the game."""

    name: str | None = setting(None, None)
    options: dict[str, OptionValue | list[OptionValue]] = setting({}, None, may_be_empty=True)

    @property
    def spec(self) -> GameSpec:
        """The specification of the game. Raises ValueError if the game is null or unknown."""
        if self.name is None:
            expected = f"one of {', '.join(game_names())}, or your own as MODULE:SPEC"
            raise ValueError(f"game is null, expected {expected}")
        return spec_of(self.name)

    @classmethod
    def of(cls, name: str, options: Mapping[str, Any]) -> "ChosenGame":
        """Return the chosen game `name` with its `options`, leaving out the number of players."""
        return cls(name, {key: value for key, value in options.items() if key != NUM_PLAYERS})

    def make(self, num_players: int | None) -> "Game":
        """Return the game for `num_players`; None stands for the game's default."""
        given: dict[str, Any] = {} if num_players is None else {NUM_PLAYERS: num_players}
        return make_game(self.spec.name, self.options | given)

    def make_all(self, num_players: list[int] | None) -> "list[Game]":
        """Return the game for each combination of values; raise ValueError for wrong values."""
        given: dict[str, Any] = {} if num_players is None else {NUM_PLAYERS: num_players}
        several = {name: _several(name, value) for name, value in (given | self.options).items()}
        combinations = (dict(zip(several, one, strict=True)) for one in product(*several.values()))
        return [make_game(self.spec.name, options) for options in combinations]


# The type of settings that hold a `ChosenGame`. Type checkers accept any value, because names and
# objects of `Game` are replaced by a `ChosenGame`.
if TYPE_CHECKING:
    GivenGame = Any
else:
    GivenGame = ChosenGame


def _several(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        return [value]
    if not value or len(set(map(str, value))) < len(value):
        raise ValueError(
            f"{name} is {value}, expected one value, or a list of different ones, for example [3,4]"
        )
    return value


def make_game(name: str, options: Mapping[str, Any]) -> "Game":
    """Return the game `name` with `options`; raise ValueError if one of them is wrong."""
    try:
        return make(name, **options)
    except TypeError as error:
        raise ValueError(f"game {name}: {error}") from error


def options_in(spec: GameSpec) -> dict[str, Option]:
    """Return the options of a game except the number of players, which has its own setting."""
    return {option.name: option for option in spec.options if option.name != NUM_PLAYERS}


def games_with(option: str) -> list[str]:
    """Return the names of the games that have `option`."""
    return [spec.name for spec in known_specs() if option in spec.option_names]
