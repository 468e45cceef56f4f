"""`python -m tests.digest`: digests of random games, to compare processes and machines."""

import hashlib
import json

from hofspiele.envs.core import Game
from tests.games import CASES
from tests.play import random_game


def digest(game: Game, seed: int) -> str:
    """Digest of all positions of a random game and of everything that is read from them."""
    content = hashlib.sha256()
    for state in random_game(game, seed):
        content.update(state.tobytes())
        content.update(game.legal_mask(state).tobytes())
        content.update(game.action_values(state).round(9).tobytes())
        content.update(game.scores(state).tobytes())
        for seat in range(game.num_players):
            content.update(game.observe(state, seat).tobytes())
            content.update(game.redeal(state, seat, seed).tobytes())
    return content.hexdigest()


def digests() -> dict[str, str]:
    """A digest for every game and set of options."""
    return {str(case): digest(case.make(), seed=2023) for case in CASES}


if __name__ == "__main__":
    print(json.dumps(digests()))
