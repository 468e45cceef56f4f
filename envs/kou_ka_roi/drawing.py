"""Written positions as text."""

from collections.abc import Mapping
from typing import Any

from hofspiele.envs.core.text.words import counted


def draw(position: Mapping[str, Any]) -> str:
    """Return the visible part of a position, from `visible_part`, as lines of text."""
    pile, box = counted(position["pile"], "card"), position["box"]
    stage = "game over" if position["over"] else f"round {position['round']}"
    last = ", last turn" if position["last_turn"] and not position["over"] else ""
    lines = [f"Kou-Ka-Roi, {stage}{last}; {pile} in the pile, {box} in the box"]
    for number, cards in enumerate(position["rows"], 1):
        lines.append(f"  row {number}: {', '.join(cards) or '-'}")
    for seat, collection in enumerate(position["collections"]):
        cards = ", ".join(f"{count} × {kind}" for kind, count in collection.items())
        points = counted(position["scores"][seat], "point")
        state = ", ".join(filter(None, [points, state_of(position, seat)]))
        lines.append(f"  player {seat} ({state}): {cards or 'no cards'}")
    return "\n".join(lines)


def state_of(position: Mapping[str, Any], seat: int) -> str:
    """Return what a seat has done or is doing in this turn; empty once the game is over."""
    if position["over"]:
        return ""
    if seat not in position["undecided"]:
        return "has taken a row"
    return "has chosen" if str(seat) in position["choices"] else "choosing a row"
