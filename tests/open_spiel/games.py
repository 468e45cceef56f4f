"""The games and states that tests of OpenSpiel use; importing this needs pyspiel."""

from typing import Any

import numpy as np
import pyspiel

from hofspiele.envs.open_spiel import register
from tests.fourth_game import SPEC

# The tests' own game stands for a game of another package.
register(SPEC)

SAMPLED = {
    "hofspiele_kardinal": {"vatikan": True},
    "hofspiele_knatsch": {"max_turns": 60},
    "hofspiele_kou_ka_roi": {},
    f"hofspiele_{SPEC.name}": {},
}
SEQUENTIAL = SAMPLED | {"hofspiele_kou_ka_roi": {"in_turns": True}}


def load(name: str, **parameters: Any) -> Any:
    """Return the OpenSpiel game called `name`, with a fixed seed."""
    return pyspiel.load_game(name, {"rng_seed": 1, **parameters})


def dealt(game: Any) -> Any:
    """Return a state after the deal."""
    return game.new_initial_state().child(0)


def played(game: Any, decisions: int, seed: int = 0) -> Any:
    """Return a state some random decisions after the deal, before the end."""
    rng = np.random.default_rng(seed)
    state = dealt(game)
    for _ in range(decisions):
        after = state.clone()
        after.apply_action(int(rng.choice(state.legal_actions())))
        if after.is_terminal():
            break
        state = after
    return state
