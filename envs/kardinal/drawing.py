"""Written positions as text."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from hofspiele.envs.core.text.words import counted
from hofspiele.envs.kardinal import SPEC
from hofspiele.envs.kardinal.components import Board

# How a country is written: with numbers of seats, in words, or with its free monasteries counted.
Style = Literal["numbers", "words", "brief"]


def variants(position: Mapping[str, Any]) -> list[str]:
    """Return the names of the options that are on in a position."""
    return [option.words for option in SPEC.options if position.get(option.name) is True]


def draw(board: Board, position: Mapping[str, Any], style: Style = "numbers") -> str:
    """Return a position, in the form of `Game.visible_part`, as lines of text."""
    options = variants(position)
    with_options = f" with {' and '.join(options)}" if options else ""
    stage = "game over" if position["over"] else position["stage"]
    lines = [f"Kardinal & König{with_options}, {stage}"]
    for country in board.countries:
        names = [monastery.name for monastery in board.monasteries_of(country)]
        abbeys = _abbeys(names, position["abbeys"], style)
        advisors = position["advisors"].get(country, [])
        seated = [f"{count} of player {seat}" for seat, count in enumerate(advisors) if count]
        if seated or style != "brief":
            abbeys += f"; advisors: {', '.join(seated) or 'none'}"
        lines.append(f"  {country}: {abbeys}")
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


def _abbeys(names: Sequence[str], owners: Mapping[str, int], style: Style) -> str:
    if style == "numbers":
        return " ".join(f"{name} {owners.get(name, '.')}" for name in names)
    taken = {name: f"{name} player {owners[name]}" for name in names if name in owners}
    if style == "words":
        return ", ".join(taken.get(name, f"{name} free") for name in names)
    free = f"{len(names) - len(taken)} free"
    return f"{', '.join(taken.values())}; {free}" if taken else free


def _cards(hand: Mapping[str, int] | int) -> str:
    if isinstance(hand, int):
        return counted(hand, "card")
    return ", ".join(f"{count} {colour}" for colour, count in hand.items()) or "no cards"
