"""Hofspiele: multi-agent reinforcement-learning environments for designer games."""

from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, overload

from hofspiele.envs import kardinal, knatsch, kou_ka_roi
from hofspiele.envs.api.registration import register
from hofspiele.envs.core import registry
from hofspiele.envs.core.registry import GameName, game_names

if TYPE_CHECKING:  # The rules of a game are imported only when `make` makes it.
    from hofspiele.envs.core.game import Game
    from hofspiele.envs.kardinal.game import Kardinal
    from hofspiele.envs.knatsch.game import Knatsch
    from hofspiele.envs.kou_ka_roi.game import KouKaRoi

__version__ = "1.0.0"
__all__ = ["GameName", "game_names", "make", "register"]

register(kardinal.SPEC)
register(knatsch.SPEC)
register(kou_ka_roi.SPEC)


@overload
def make(
    name: Literal["kardinal"],
    *,
    num_players: int = 4,
    vatikan: bool = False,
    two_countries: bool = False,
    components: str | PathLike[str] | None = None,
) -> "Kardinal": ...


@overload
def make(
    name: Literal["knatsch"],
    *,
    num_players: int = 4,
    max_turns: int = 500,
    components: str | PathLike[str] | None = None,
) -> "Knatsch": ...


@overload
def make(
    name: Literal["kou_ka_roi"],
    *,
    num_players: int = 3,
    components: str | PathLike[str] | None = None,
) -> "KouKaRoi": ...


@overload
def make(name: GameName, **options: Any) -> "Game": ...


def make(name: str, **options: Any) -> "Game":
    """Make the game `name` with its options, e.g. ``make("kou_ka_roi", num_players=3)``.

    Args:
        name: one of `game_names`. Type checkers accept the names of bundled games; other games
            need ``GameName(name)``.
        **options: options of the game; options that are not passed have their defaults. The command
            ``hofspiele games`` lists all options with their meaning.

    Raises:
        TypeError: an option is unknown.
        ValueError: the game is unknown, or an option has a value that is not allowed.
    """
    return registry.make(name, **options)
