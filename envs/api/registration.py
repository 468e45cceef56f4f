"""Registers every environment with Gymnasium and PettingZoo; entry points are only names here."""

from typing import NamedTuple

import gymnasium
import pettingzoo


class Listing(NamedTuple):
    """How a game is registered.

    Attributes:
        game: its name, as in ``envs.make``.
        gymnasium_name: its name in Gymnasium's spelling.
        simultaneous: whether there is a Parallel environment.
        version: of its environments; ``envs/<game>_v<version>.py`` holds those for PettingZoo.
    """

    game: str
    gymnasium_name: str
    simultaneous: bool
    version: int = 0


LISTINGS = (
    Listing("kardinal", "Kardinal", simultaneous=False),
    Listing("knatsch", "Knatsch", simultaneous=False),
    Listing("kou_ka_roi", "KouKaRoi", simultaneous=True),
)


def register_environments() -> None:
    """Register all of `LISTINGS` as ``hofspiele/…-vN``."""
    for listing in LISTINGS:
        _register_with_gymnasium(listing)
        _register_with_pettingzoo(listing)


def _register_with_gymnasium(listing: Listing) -> None:
    gymnasium.register(
        f"hofspiele/{listing.gymnasium_name}-v{listing.version}",
        entry_point="hofspiele.envs.api.gym_env:GameEnv",
        vector_entry_point="hofspiele.envs.api.gym_vector:GameVectorEnv",
        kwargs={"game": listing.game},
    )


def _register_with_pettingzoo(listing: Listing) -> None:
    module = f"hofspiele.envs.{listing.game}_v{listing.version}"
    environment = f"hofspiele/{listing.game}-v{listing.version}"
    pettingzoo.register("aec", environment, f"{module}:env")
    if listing.simultaneous:
        pettingzoo.register("parallel", environment, f"{module}:parallel_env")
