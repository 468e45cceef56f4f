"""Written positions as text."""

from collections.abc import Mapping
from typing import Any

from hofspiele.envs.core.text.words import counted
from hofspiele.envs.kardinal import SPEC
from hofspiele.envs.kardinal.components import Board

_FREE_MONASTERY = "."


def variants(position: Mapping[str, Any]) -> list[str]:
    """Return the names of the options that are on in a position."""
    return [option.words for option in SPEC.options if position.get(option.name) is True]


def draw(board: Board, position: Mapping[str, Any]) -> str:
    """Return a position, in the form of `Game.visible_part`, as lines of text."""
    options = variants(position)
    with_options = f" with {' and '.join(options)}" if options else ""
    stage = "game over" if position["over"] else position["stage"]
    lines = [f"Kardinal & König{with_options}, {stage}"]
    for country in board.countries:
        names = [monastery.name for monastery in board.monasteries_of(country)]
        abbeys = " ".join(
            f"{name} {position['abbeys'].get(name, _FREE_MONASTERY)}" for name in names
        )
        advisors = position["advisors"].get(country, [])
        seated = ", ".join(
            f"{count} of player {seat}" for seat, count in enumerate(advisors) if count
        )
        lines.append(f"  {country}: {abbeys}; advisors: {seated or 'none'}")
    for table in ("cloister_table", "council_table"):
        seals = ", ".join(f"{country} (player {seat})" for country, seat in position[table].items())
        if seals:
            lines.append(f"  {table.replace('_', ' ')}: {seals}")
    face_up = ", ".join(card or "-" for card in position["face_up"])
    lines.append(f"  face up: {face_up}; {counted(position['pile'], 'card')} in the pile")
    for seat, hand in enumerate(position["hands"]):
        decides = seat == position["player"] and not position["over"]
        on_turn = f" to {position['step']}" if decides else ""
        points = counted(position["scores"][seat], "point")
        lines.append(f"  player {seat}{on_turn} ({points}): {_cards(hand)}")
    return "\n".join(lines)


def _cards(hand: Mapping[str, int] | int) -> str:
    if isinstance(hand, int):
        return counted(hand, "card")
    return ", ".join(f"{count} {colour}" for colour, count in hand.items()) or "no cards"
