"""The target of an attempt, and the marker on it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from hofspiele.envs.knatsch.written_attempts import DEFENCE_NAME, KING_NAME
from hofspiele.envs.pictures.canvas import Canvas


class Target(NamedTuple):
    """The target of an attempt: a pile (from 1), a card of a seat, the king, or nothing."""

    pile: int | None = None
    owner: int | None = None
    of: str = ""
    king: bool = False


def target_of(position: Mapping[str, Any]) -> Target:
    """Return the target at which the dice of a position are thrown."""
    attempt = position["attempt"]
    if attempt is None or position["step"] != "dice":
        return Target()
    match attempt["target"].split():
        case ["pile", number]:
            return Target(pile=int(number))
        case ["castle", colour, "of", owner]:
            return Target(owner=int(owner), of=colour)
        case [*kind, "of", owner]:
            return Target(owner=int(owner), of=" ".join(kind))
    if attempt["target"] == DEFENCE_NAME:
        return Target(owner=attempt["by"], of=attempt["castle"])
    if attempt["target"] == KING_NAME:
        return Target(king=True)
    return Target(pile=attempt["pile"])


def paint_target_marker(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    """Paint a frame and a bull's eye on the target."""
    canvas.rect(
        x - 2, y - 2, width + 4, height + 4, radius=7, fill="none", stroke=canvas.theme.ink,
        stroke_width=2.5,
    )  # fmt: skip
    middle = x + width - 4
    for radius, colour in ((8.5, "#ffffff"), (7, "#b3261e"), (4.6, "#ffffff"), (2.4, "#b3261e")):
        canvas.circle(middle, y + 4, radius, fill=colour)
    canvas.piece("badge", "target", middle - 8.5, y - 4.5, 17, 17)
