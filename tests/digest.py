"""Digests of random games, to compare processes and versions."""

import hashlib

import numpy as np

from hofspiele.envs.core.state import SETUP
from tests.games import DIGEST_CASES, Case
from tests.play import random_game

SEED = 2023


def digest(case: Case) -> str:
    """Return a digest of a random game: its positions, and what the seats in turn see of them."""
    game = case.make()
    content = hashlib.sha256()
    for number, state in enumerate(random_game(game, SEED)):
        content.update(fields_of(state))
        content.update(game.legal_mask(state).tobytes())
        content.update(game.action_values(state).round(9).tobytes())
        content.update(game.scores(state).tobytes())
        seat = number % game.num_players
        content.update(game.observe(state, seat).tobytes())
        content.update(fields_of(game.redeal(state, seat, SEED)))
    return content.hexdigest()


def fields_of(state: np.record) -> bytes:
    """Return the bytes of all fields that depend on the rules and on chance."""
    names = [name for name in state.dtype.names or () if name not in (SETUP, "padding")]
    return b"".join(state[name].tobytes() for name in names)


def digests() -> dict[str, str]:
    """Return the digests of one setup of each game, the last in `DIGEST_CASES`."""
    cases = {case.name: case for case in DIGEST_CASES}
    return {str(case): digest(case) for case in cases.values()}
