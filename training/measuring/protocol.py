"""The protocol of scorecards: which games an agent plays, against whom, and how many deals.

``README.md`` in this folder says which scorecards may be compared. A change that alters any result
needs a new `VERSION`; an additional opponent does not. Changed opponents are recognised by the
SHA-256 of their files and by the version of hofspiele.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

from hofspiele.envs.command_line.game import ChosenGame
from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import known_specs, spec_of

VERSION = 1
# Number of deals that the agent plays in each setup against each opponent, which holds all
# other seats. On two cores, the scorecard of a fast agent then takes less than half an hour, most
# of it for the matches against searches.
DEALS = {
    "random": 100,
    "greedy": 200,
    "search-100": 16,
    "search-1000": 4,
    "trained": 200,
    "guided-100": 16,
}


def setups(name: str | None, sizes: Sequence[int] | None) -> list[Game]:
    """Return the game `name` (None: all games) for each number of players in `sizes` (None: all).

    There is one game for each combination of options that are switched on or off; other options
    have their defaults. Raises ValueError for an unknown game or a size that no game allows.
    """
    specs = known_specs() if name is None else [spec_of(name)]
    allowed = {spec.name: [*(spec.options[0].allowed or ())] for spec in specs}
    found = sorted({size for counts in allowed.values() for size in counts})
    if sizes is not None and not set(sizes) <= set(found):
        raise ValueError(
            f"num_players is {', '.join(map(str, sizes))}, expected one or more of "
            f"{', '.join(map(str, found))}"
        )
    games = []
    for spec in specs:
        switches: dict[str, Any] = {
            option.name: [False, True] for option in spec.options if option.kind is bool
        }
        counts = [count for count in allowed[spec.name] if sizes is None or count in sizes]
        if counts:
            games += ChosenGame(spec.name, switches).make_all(counts)
    return games


def label_of(game: Game) -> str:
    """Return the name of a setup: the game, the number of players and the switched-on options."""
    switched_on = [name for name, value in game.options.items() if value is True]
    return ", ".join([game.name, f"{game.num_players} players", *switched_on])


def seed_of(game: Game) -> int:
    """Return the seed of a setup's deals, which are independent of the deals of other setups."""
    text = f"scorecard {VERSION}: {label_of(game)}"
    # JSON readers in other languages read 48 bits exactly.
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")
