"""The contents of a picture."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hofspiele.envs.core.text.words import counted
from hofspiele.envs.pictures.names import UNNAMED, Names


class Scene(NamedTuple):
    """A position as a seat or spectator sees it, and the decision that led to it.

    Attributes:
        position: what `Game.visible_part` returned.
        before: the visible part of an earlier position; changes since then are marked. It is None
            if nothing is marked.
        decision: the decision between `before` and `position`, as `Game.visible_decision`
            returned it; empty if it is not shown.
        sheet: points of each seat by category and in total, as `Game.score_sheet` returned them.
        ranks: ranks of the seats, 1 = best.
        point_of_view: the seat that sees the picture, None for a spectator, or `Game.bystander`
            (see `Presentation.svg`).
        dark: whether the background is dark.
        names: the names of the players.
        narrow: whether the regions of the picture are shown one below the other on a narrow screen.
        chances: the chances of success of the actions that point at a single target, by target, if
            the seat that sees the picture decides.
    """

    position: Mapping[str, Any]
    before: Mapping[str, Any] | None
    decision: Mapping[str, Any]
    sheet: Mapping[str, Sequence[int]]
    ranks: Sequence[int]
    point_of_view: int | None
    dark: bool
    names: Names = UNNAMED
    narrow: bool = False
    chances: Mapping[str, float] = {}

    @property
    def earlier(self) -> Mapping[str, Any]:
        """The earlier position, or the position itself if nothing is marked."""
        return self.position if self.before is None else self.before

    @property
    def points(self) -> Sequence[int]:
        """The points that each seat has scored so far.

        In a game without scorings, they are the points as if the game ended now.
        """
        scores: Sequence[int] = self.position.get("scores", self.sheet["total"])
        return scores

    def called(self, seat: int) -> str:
        """Return the name of a seat in a picture, with "(you)" for the seat that sees it."""
        return self.names.of(seat) + (" (you)" if seat == self.point_of_view else "")

    def scored(self, seat: int) -> str:
        """Return the points that a seat has just scored, with a sign; empty if there are none."""
        points = self.position["scores"][seat] - self.earlier["scores"][seat]
        return f"{points:+d}".replace("-", "−") if points else ""

    def verdict(self, seat: int) -> str:
        """Return "wins" or "shares the win" if the seat has won, else an empty string."""
        if not self.position["over"] or seat not in self.winners:
            return ""
        return "wins" if self.winners == [seat] else "shares the win"

    @property
    def winners(self) -> list[int]:
        """The seats that share the first rank."""
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]

    @property
    def conclusion(self) -> str:
        """A phrase such as "player 1 wins with 5 points"; empty before the end."""
        if not self.position["over"]:
            return ""
        does = "share the win" if len(self.winners) > 1 else "wins"
        points = counted(self.sheet["total"][self.winners[0]], "point")
        return f"{self.names.of(*self.winners)} {does} with {points}"
