"""Explanations of decisions for people who play for the first time."""

from collections.abc import Mapping
from typing import Any

_PLACE = (
    "Touch a framed monastery to build an abbey, or a framed seal to send an advisor; then touch "
    "the card that pays for it. You score for the most abbeys in a country, the most advisors in "
    "two allied countries, and abbeys in a row along roads. To exchange a card instead, touch "
    "only that card."
)
_VATIKAN = (
    " To place an advisor on a seal of the Vatican, pay two cards of the same colour that do not "
    "name the seal's country."
)
_PLACE_AGAIN = (
    "You may place a second piece in the same way, or stop. You keep the cards that you do not "
    "use for payment; when you draw, you replace the cards that you have paid."
)
_DRAW = (
    "Touch a face-up card or the pile to draw a card. Two cards of the same colour are good to "
    "have, because they pay for a piece in any country."
)


def explain_decision(position: Mapping[str, Any]) -> str:
    """Return an explanation of the decision in a written position."""
    if position["step"] == "draw":
        return _DRAW
    if position["placed"]:
        return _PLACE_AGAIN
    return _PLACE + (_VATIKAN if position["vatikan"] else "")
