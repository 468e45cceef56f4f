"""Hofspiele: multi-agent reinforcement-learning environments for designer games."""
# written by `python -m tests.stubs`

from os import PathLike
from typing import Literal, overload

from hofspiele.envs.api.registration import register as register
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.registry import GameName
from hofspiele.envs.core.registry import game_names as game_names
from hofspiele.envs.kardinal.game import Kardinal
from hofspiele.envs.knatsch.game import Knatsch
from hofspiele.envs.kou_ka_roi.game import KouKaRoi

__version__: str
__all__ = ["GameName", "game_names", "make", "register"]

@overload
def make(
    name: Literal["kou_ka_roi"],
    *,
    num_players: int = 3,
    components: str | PathLike[str] | None = None,
) -> KouKaRoi:
    """Kou-Ka-Roi with its options.

    Args:
        name: of the game.
        num_players: one of 2, 3, 4.
        components: a file to play with, in the form of ``envs/kou_ka_roi/components.toml``.
    """

@overload
def make(
    name: Literal["kardinal"],
    *,
    num_players: int = 4,
    vatikan: bool = False,
    two_countries: bool = False,
    components: str | PathLike[str] | None = None,
) -> Kardinal:
    """Kardinal & König with its options.

    Args:
        name: of the game.
        num_players: one of 3, 4, 5.
        vatikan: play with the expansion Der Vatikan.
        two_countries: play the variant in which a turn may place in two countries.
        components: a file to play with, in the form of ``envs/kardinal/components.toml``.
    """

@overload
def make(
    name: Literal["knatsch"],
    *,
    num_players: int = 4,
    max_turns: int = 500,
    components: str | PathLike[str] | None = None,
) -> Knatsch:
    """Knatsch with its options.

    Args:
        name: of the game.
        num_players: one of 2, 3, 4, 5, 6.
        max_turns: turns after which a game is truncated, as a draw, 1 to 10000.
        components: a file to play with, in the form of ``envs/knatsch/components.toml``.
    """

@overload
def make(
    name: GameName, *, num_players: int = ..., components: str | PathLike[str] | None = ...
) -> Game:
    """The game `name` with its options, e.g. ``make("kou_ka_roi", num_players=3)``.

    Args:
        name: one of `game_names`. Type checkers ask for a `GameName` where the name is not that of
            a game of this package.
        **options: of this game; those that are not given have its defaults. ``hofspiele games`` in
            a terminal lists them, and a type checker knows them.
    """
