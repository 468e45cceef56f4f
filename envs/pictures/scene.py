"""What a picture is to show."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Scene(NamedTuple):
    """A position as somebody sees it, and how it came about.

    Attributes:
        position: as `Game.visible` gives it.
        before: an earlier one, likewise: what has changed since is marked; None to mark nothing.
        told: what led from there to here, as `Game.tell` gives it; empty if it is not to be said.
        sheet: points by category and in all, of each seat, as `Game.score_sheet` gives them.
        ranks: of the seats, 1 = best.
        point_of_view: the seat that sees it, None for an onlooker.
        dark: whether the background is dark.
    """

    position: Mapping[str, Any]
    before: Mapping[str, Any] | None
    told: Mapping[str, Any]
    sheet: Mapping[str, Sequence[int]]
    ranks: Sequence[int]
    point_of_view: int | None
    dark: bool

    def scored(self, seat: int) -> str:
        """How many points came to a seat, with a sign; empty if none did."""
        if self.before is None or self.before["scores"][seat] == self.position["scores"][seat]:
            return ""
        points = self.position["scores"][seat] - self.before["scores"][seat]
        return f"{points:+d}".replace("-", "−")

    def verdict(self, seat: int) -> str:
        """Whether a seat wins, in words; empty if it does not, or not yet."""
        if not self.position["over"] or seat not in self.winners:
            return ""
        return "wins" if self.winners == [seat] else "wins with others"

    @property
    def winners(self) -> list[int]:
        """The seats that share the first rank."""
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]


def counted(number: int, word: str) -> str:
    """A number of things, in words: "1 point", "2 points"."""
    return f"{number} {plural(number, word)}"


def plural(number: int, word: str) -> str:
    """What so many things are called."""
    return word if number == 1 else f"{word}s"
