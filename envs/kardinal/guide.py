"""Explanations of decisions for people who play for the first time."""

from collections.abc import Mapping
from typing import Any

_PLACE = (
    "Touch a framed monastery to build an abbey, or a framed seal to send an advisor; then touch "
    "the card that pays for it. You score for the most abbeys in a country, the most advisors in "
    "two allied countries, and abbeys in a row along roads. To exchange a card, touch only this "
    "card."
)
_VATIKAN = (
    " A seal of the Vatican takes an advisor for two cards of a colour that does not name its "
    "country."
)
_PLACE_AGAIN = (
    "You may place a second piece in the same way, or stop. Cards that you do not pay stay in your "
    "hand; those that you pay are replaced when you draw."
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
