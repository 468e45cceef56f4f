"""Written positions to play on, for tests of any game."""

from typing import Any

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.envs.pictures.presentation import Presentation, presentation_of
from tests.play import written_fields


class Position:
    """A game that continues from a written position; `seed` determines later random events."""

    def __init__(self, game: Game, seed: int, /, **fields: Any):
        self.game = game
        self.state: np.record = game.from_dict({"game": game.name, **fields}, seed)

    @property
    def shown(self) -> dict[str, Any]:
        """The current position in written form."""
        return self.game.to_dict(self.state)

    @property
    def presentation(self) -> Presentation:
        """The presentation of the game."""
        return presentation_of(self.game)

    def do(self, *actions: str) -> dict[str, Any]:
        """Carry out these actions in turn and return the written position that follows."""
        for action in actions:
            self.carry_out(action)
        return come_back(self.game, self.state)

    def carry_out(self, action: str) -> None:
        """Carry out one action."""
        self.game.apply(self.state, action)

    def legal(self) -> set[str]:
        """Return the names of the legal actions."""
        return {*map(self.game.action_name, self.game.legal_actions(self.state))}

    def legal_after(self, start: str) -> set[str]:
        """Return the names of the legal actions that begin with `start`, without `start`."""
        return {name.removeprefix(start) for name in self.legal() if name.startswith(start)}


def come_back(game: Game, state: np.record) -> dict[str, Any]:
    """Return the written position, after checking that the same record can be read from it."""
    shown = game.to_dict(state)
    assert written_fields(game, game.from_dict(shown)) == written_fields(game, state)
    return shown
