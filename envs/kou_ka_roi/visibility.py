"""The parts of written positions and of choices that a seat or a spectator sees."""

from collections.abc import Mapping
from typing import Any


def visible_part(position: Mapping[str, Any], point_of_view: int | None) -> dict[str, Any]:
    """Return a written position without what is hidden from one point of view.

    Pile and box become numbers of cards, and the rows that others chose in secret become 0.

    Args:
        position: the whole written position.
        point_of_view: the seat that looks at it; None is a spectator, who sees no secret choice.
    """
    own = str(point_of_view)
    choices = {seat: row if seat == own else 0 for seat, row in position["choices"].items()}
    hidden = {"pile": len(position["pile"]), "box": sum(position["box"].values())}
    return {**position, **hidden, "box_known": None, "choices": choices}


def visible_decision(
    before: Mapping[str, Any], action: str, after: Mapping[str, Any], point_of_view: int | None
) -> dict[str, Any]:
    """Return what is visible of a choice from one point of view.

    Args:
        before: the written position in which the choice was made.
        action: the row that was chosen.
        after: the written position that followed.
        point_of_view: the seat that looks at it; None is a spectator.

    Returns:
        The `player` who chose, and the `action`, which is None to others while it is secret. Once
        all have chosen there are also their `choices`: rows (from 1) by seat.
    """
    player = before["player"]
    if after["choices"]:
        return {"player": player, "action": action if player == point_of_view else None}
    choices = {**before["choices"], str(player): int(action.removeprefix("row "))}
    return {"player": player, "action": action, "choices": choices}
