"""Written positions, changed: refused with the field's name, or played on like any other."""

import re
from pathlib import Path
from typing import Any

import numpy as np

from hofspiele.envs.core import Game
from tools.hostile.attack import Attack
from tools.hostile.drawn import OWN_TABLES, any_game, any_history, changed, one_of, seed_of
from tools.hostile.survived import attempt, check_to_the_end, within

_POSITIONS, _SECONDS = 40, 200


def changed_positions(rng: np.random.Generator, folder: Path) -> int:
    """Change positions of one game."""
    game = any_game(rng, OWN_TABLES)
    history = any_history(game, rng)
    for _ in range(_POSITIONS):
        position = changed(game.to_dict(one_of(rng, history)), rng)
        with within(_SECONDS):
            _read_and_play(game, position, seed_of(rng))
    return _POSITIONS


def _read_and_play(game: Game, position: Any, seed: int) -> None:
    state, refused = attempt(lambda: game.from_dict(position, seed), ValueError)
    if refused:
        _check_message(game, str(refused))
    else:
        check_to_the_end(game, state, seed)


def _check_message(game: Game, message: str) -> None:
    """Check that a message is one short line that names a field."""
    fields = ["position", "unknown field", *game.to_dict(game.new(0))]
    assert re.search(rf"\b({'|'.join(fields)})\b", message), message
    assert "\n" not in message, message
    assert len(message) < 1500, message


ATTACKS = (Attack("positions", changed_positions, share=3, few=2),)
