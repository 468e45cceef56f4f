"""Explanations of decisions for people who play for the first time."""

from collections.abc import Mapping
from typing import Any

from hofspiele.envs.kou_ka_roi.components import CARDS_PER_ROW

_CHOOSE = (
    "Touch a row that you want. You get all its cards if nobody else chooses it, and nothing if "
    "somebody does. Nobody sees your choice before all have chosen, so a row that everybody "
    "wants is rarely the best choice."
)
_CHOOSE_AGAIN = (
    "You chose the same row as somebody else, and its outermost card went to the box. Touch "
    "another row, or the same one again. Players who have a row do not choose again this turn."
)


def explain_decision(position: Mapping[str, Any]) -> str:
    """Return an explanation of the decision in a written position."""
    everybody = len(position["undecided"]) == position["num_players"]
    shrunk = any(0 < len(row) < CARDS_PER_ROW for row in position["rows"])
    return _CHOOSE if everybody and not shrunk else _CHOOSE_AGAIN
