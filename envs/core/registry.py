"""Games by name: `make` finds the class of a registered game and checks the options."""

from typing import TYPE_CHECKING, Any

from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.spec import GameSpec
from hofspiele.envs.core.suggest import nearest

if TYPE_CHECKING:  # games are listed without Numba, which takes half a second to import
    from hofspiele.envs.core.game import Game

_specs: dict[str, GameSpec] = {}


def register_game(spec: GameSpec) -> None:
    """Let `make` find a game by its name."""
    _specs[spec.name] = spec


def game_names() -> list[str]:
    """The names that `make` knows."""
    return sorted(_specs)


def spec_of(name: str) -> GameSpec:
    """What is known of the game `name`; ValueError if there is none."""
    if not isinstance(name, str) or name not in _specs:
        raise ValueError(
            f"no game is called {shown(name)}{nearest(name, _specs)} "
            f"(games: {', '.join(game_names())})"
        )
    return _specs[name]


def make(name: str, **options: Any) -> "Game":
    """The game `name` with its options, e.g. ``make("kou_ka_roi", num_players=3)``.

    Args:
        name: one of `game_names`.
        **options: of this game; those that are not given have its defaults. ``hofspiele games`` in
            a terminal lists them, and a type checker knows them.

    Raises:
        TypeError: there is no such option.
        ValueError: the name is unknown, or an option has a value that is not allowed.
    """
    spec = spec_of(name)
    return spec.load()(**spec.complete(options, callee="make"))
