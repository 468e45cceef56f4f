"""A recorded game with all its positions and their pictures."""

import itertools
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.core import Game, GameRecord
from hofspiele.envs.core.text.records import RecordError
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.presentation import Presentation, presentation_of
from hofspiele.envs.pictures.scene import Scene


class ReplayedGame(NamedTuple):
    """A game that was replayed from its record."""

    record: GameRecord  # the record of the game
    game: Game  # the game that was played
    positions: list[np.record]  # the positions after the deal and after each decision

    @classmethod
    def from_record(cls, record: GameRecord, first: int = 0) -> "ReplayedGame":
        """Return the game of a record; raise RecordError if that fails or `first` is too large."""
        if not 0 <= first <= len(record.actions):
            raise RecordError(
                f"skip is {first}, expected 0 to {len(record.actions)}, the number of "
                f"decisions of the game ({record.where})"
            )
        return cls(record, *record.game_and_positions())

    def picture(
        self, number: int, point_of_view: int | None = None, *, dark: bool = False
    ) -> Canvas:
        """Return the picture after `number` decisions, with the last decision marked."""
        presentation = presentation_of(self.game)
        return presentation.paint(self.scene(presentation, number, point_of_view, dark=dark))

    def scene(
        self, presentation: Presentation, number: int, point_of_view: int | None = None, **look: Any
    ) -> Scene:
        """Return the scene after `number` decisions, with the last one; `look` is for `scene`."""
        before, action = None, None
        if number > 0:
            before, action = self.positions[number - 1], self.record.actions[number - 1]
        after = self.positions[number]
        return presentation.scene(after, point_of_view, before=before, action=action, **look)

    def points(self) -> list[list[float]]:
        """Return the points of the seats in each position, as if the game ended there."""
        return [self.game.scores(state).tolist() for state in self.positions]

    def scorings(self) -> list[bool]:
        """Return whether each decision changed the points that the seats have scored so far."""
        presentation = presentation_of(self.game)
        scored = [presentation.scene(state).points for state in self.positions]
        return [before != after for before, after in itertools.pairwise(scored)]
