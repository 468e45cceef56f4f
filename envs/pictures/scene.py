"""The contents of a picture: a position as somebody sees it, names of players, highlights."""

import functools
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hofspiele.envs.core.text.words import counted, enumerated, plural


class Names(tuple[str, ...]):
    """The names of the players by seat; without names, they are called "player 0" and so on."""

    __slots__ = ()

    def of(self, *seats: int) -> str:
        """Return the names of seats for a sentence, such as "Ada and Bob" or "players 0 and 1"."""
        if self:
            return enumerated([self[seat] for seat in seats])
        return f"{plural(len(seats), 'player')} {enumerated(list(map(str, seats)))}"

    def put_into(self, text: str) -> str:
        """Return `text` with names in place of "player 0" and so on."""
        return re.sub(r"\bplayer (\d+)\b", lambda found: self.of(int(found[1])), text)

    def mark(self, seat: int) -> str:
        """Return the sign on the token of a seat: a part of its name, or a number.

        If the players have names, their signs are the first of these that are all different:
        initials, initials with the numbers at the end of the names ("S1" and "S2"), the first two
        letters, numbers from 1. Otherwise, the signs are the seat numbers.
        """
        return _marks(self)[seat] if self else str(seat)


UNNAMED = Names()


@functools.lru_cache(maxsize=32)
def _marks(names: Names) -> Sequence[str]:
    initials = [name[:1].upper() for name in names]
    numbers = [name.rpartition(" ")[2] for name in names]
    numbered = [
        initial + number * number.isdigit()
        for initial, number in zip(initials, numbers, strict=True)
    ]
    for marks in (initials, numbered, [name[:2].capitalize() for name in names]):
        if len(set(marks)) == len(names):
            return marks
    return [str(seat) for seat in range(1, len(names) + 1)]


class Highlight(NamedTuple):
    """Pieces that score together, such as the abbeys of a country."""

    pieces: Sequence[str]  # the names of pieces that light up (see `Canvas.moving`)
    links: Sequence[tuple[str, str]]  # names of pieces between which a line lights up
    points: Sequence[int]  # the points that each seat scores


def points_of(position: Mapping[str, Any], sheet: Mapping[str, Sequence[int]]) -> Sequence[int]:
    """Return the scores of a position or, in a game without scorings, the total of its sheet."""
    points: Sequence[int] = position.get("scores", sheet["total"])
    return points


class Scene(NamedTuple):
    """A position as a seat or spectator sees it, and the decision that led to it."""

    position: Mapping[str, Any]  #: what `Game.visible_part` returned
    #: The visible part of an earlier position since which changes are marked, if any.
    before: Mapping[str, Any] | None
    #: What `Game.visible_decision` returned for the decision since then; empty if it is not shown.
    decision: Mapping[str, Any]
    sheet: Mapping[str, Sequence[int]]  #: what `Game.score_sheet` returned
    ranks: Sequence[int]  #: ranks of the seats, 1 = best
    point_of_view: int | None  #: the seat that sees the picture; see `Presentation.picture`
    dark: bool | None  #: whether the background is dark; see `Canvas`
    names: Names = UNNAMED  #: the names of the players
    narrow: bool = False  #: whether a narrow screen shows the regions one below the other
    #: The chances of success of the actions that point at a single target, by target, if the seat
    #: that sees the picture decides.
    chances: Mapping[str, float] = {}
    points_before: Sequence[int] | None = None  #: the `points` of the earlier position, if any

    @property
    def earlier(self) -> Mapping[str, Any]:
        """The earlier position, or the position itself if nothing is marked."""
        return self.position if self.before is None else self.before

    @property
    def points(self) -> Sequence[int]:
        """The points that each seat has scored so far.

        In a game without scorings, they are the points as if the game ended now.
        """
        return points_of(self.position, self.sheet)

    def called(self, seat: int) -> str:
        """Return the name of a seat in a picture, with "(you)" for the seat that sees it."""
        return self.names.of(seat) + (" (you)" if seat == self.point_of_view else "")

    def scored(self, seat: int) -> str:
        """Return the points that a seat has just scored, with a sign; empty if there are none."""
        points = self.points[seat] - (self.points_before or self.points)[seat]
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
