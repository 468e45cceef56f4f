"""Written positions as text."""

from collections.abc import Mapping, Sequence
from typing import Any

from hofspiele.envs.core.text.words import counted
from hofspiele.envs.knatsch.components import suit_of


def draw(position: Mapping[str, Any]) -> str:
    """Return the visible part of a position, from `visible_part`, as lines of text."""
    lines = [_headline(position)]
    for number, pile in enumerate(position["piles"], 1):
        cards = pile["below"] + (pile["top"] is not None)
        lines.append(f"  pile {number} ({counted(cards, 'card')}): {pile['top'] or '-'}")
    lines += [_seat(position, seat) for seat in range(position["num_players"])]
    if position["attempt"] is not None:
        throws = position["step"] == "dice" and not position["over"]
        lines.append(_attempt(position["attempt"], throws=throws))
    return "\n".join(lines)


def _headline(position: Mapping[str, Any]) -> str:
    if position["over"]:
        return "Knatsch, game over"
    buried = f", {counted(position['buried'], 'card')} buried" if position["buried"] else ""
    return f"Knatsch, turn {position['turn'] + 1} (player {position['active']}){buried}"


def _seat(position: Mapping[str, Any], seat: int) -> str:
    decides = seat == position["player"] and not position["over"]
    step = f" decides ({position['step']})" if decides else ""
    castles = _cards(position["castles"][seat], position["guarded_castles"][seat])
    actions = _cards(position["actions"][seat], [position["guarded_action"][seat]])
    tournaments = position["tournaments"][seat]
    return (
        f"  player {seat}{step}, castles: {castles}; tournaments: {tournaments}; "
        f"action cards: {actions}"
    )


def _cards(cards: Sequence[str], guarded: Sequence[str | None]) -> str:
    marked = [f"{card} [guarded]" if suit_of(card) in guarded else card for card in cards]
    return ", ".join(marked) or "none"


def _attempt(attempt: Mapping[str, Any], *, throws: bool) -> str:
    dice = " ".join(map(str, attempt["dice"]))
    beat = "nothing" if attempt["beat"] is None else describe_result(*attempt["beat"])
    if not throws:
        return f"  player {attempt['by']} has won ({attempt['target']}): {dice}; {beat} beaten"
    left = counted(attempt["throws_left"], "throw")
    return (
        f"  player {attempt['by']} throws ({attempt['target']}): {dice}; "
        f"{left} left, {beat} to beat"
    )


def describe_result(equal: int, face: int, extra: int) -> str:
    """Return a result or combination in words: "3 × 5 and a 2", or "3 × 5" if `extra` is 0."""
    return f"{equal} × {face} and a {extra}" if extra else f"{equal} × {face}"
