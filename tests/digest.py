"""Digests of random games, to compare processes and versions."""

import hashlib

from tests.games import LARGEST_CASES, Case
from tests.play import random_game

SEED = 2023


def digest(case: Case) -> str:
    """Return a digest of a random game: its positions, and what the seats in turn see of them."""
    game = case.make()
    content = hashlib.sha256()
    for number, state in enumerate(random_game(game, SEED)):
        content.update(state.tobytes())
        content.update(game.legal_mask(state).tobytes())
        content.update(game.action_values(state).round(9).tobytes())
        content.update(game.scores(state).tobytes())
        seat = number % game.num_players
        content.update(game.observe(state, seat).tobytes())
        content.update(game.redeal(state, seat, SEED).tobytes())
    return content.hexdigest()


def digests() -> dict[str, str]:
    """Return the digests of the largest setups."""
    return {str(case): digest(case) for case in LARGEST_CASES}
