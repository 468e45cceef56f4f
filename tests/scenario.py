"""Written positions to play on, for tests of any game."""

from typing import Any

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.envs.pictures.presentation import Presentation, presentation_of
from tests.play import written_fields


class Position:
    """A written position to play on; chance to come follows from `seed`."""

    def __init__(self, game: Game, seed: int, /, **fields: Any):
        self.game = game
        self.state: np.record = game.from_dict({"game": game.name, **fields}, seed)

    @property
    def shown(self) -> dict[str, Any]:
        """The position as it is written."""
        return self.game.to_dict(self.state)

    @property
    def presentation(self) -> Presentation:
        """The presentation of the game."""
        return presentation_of(self.game)

    def do(self, *actions: str) -> dict[str, Any]:
        """Carry these actions out, one after the other."""
        for action in actions:
            self.carry_out(action)
        return come_back(self.game, self.state)

    def carry_out(self, action: str) -> None:
        """Carry one decision out."""
        self.game.apply(self.state, action)

    def legal(self) -> set[str]:
        """The names of the legal actions."""
        return {*map(self.game.action_name, self.game.legal_actions(self.state))}

    def legal_after(self, start: str) -> set[str]:
        """What follows `start` in the names of the legal actions that begin with it."""
        return {name.removeprefix(start) for name in self.legal() if name.startswith(start)}


def come_back(game: Game, state: np.record) -> dict[str, Any]:
    """The position as it is written; all that is kept beside it follows from that."""
    shown = game.to_dict(state)
    assert written_fields(game, game.from_dict(shown)) == written_fields(game, state)
    return shown
