"""Values that identify a game in files."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from hofspiele.envs.core import Game
from hofspiele.envs.core.spec import COMPONENTS


def fingerprint(game: Game) -> str:
    """Return 16 hex digits that depend on the observation, entities and actions of `game`.

    A network can play all games with the same fingerprint, even with a different number of players.
    """
    pieces = [[piece.name, *piece.shape] for piece in game.layout.pieces]
    kinds = [
        [kind.columns.tolist(), kind.actions.tolist(), kind.interchangeable]
        for kind in game.layout.entities
    ]
    actions = [game.action_name(action) for action in range(game.num_actions)]
    described = json.dumps([game.name, pieces, kinds, actions])
    return hashlib.sha256(described.encode()).hexdigest()[:16]


def identity_of(game: Game) -> dict[str, Any]:
    """Return the values that identify `game` in stored settings, as JSON-serialisable values."""
    identity = {"name": game.name, "options": game.options, "fingerprint": fingerprint(game)}
    return identity | components_sha256([game])


def components_sha256(games: Iterable[Game]) -> dict[str, dict[str, str]]:
    """Return ``components_sha256``: the SHA-256 of each own component file of `games`, or {}."""
    digests = {
        game.options[COMPONENTS]: game.components_sha256
        for game in games
        if game.components_sha256 is not None
    }
    return {"components_sha256": digests} if digests else {}
