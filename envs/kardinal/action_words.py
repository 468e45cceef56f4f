"""Actions in words, for buttons and for sentences about the past."""

from collections.abc import Sequence

from hofspiele.envs.kardinal import actions
from hofspiele.envs.kardinal.actions import Action
from hofspiele.envs.kardinal.components import Board

# The words for each kind of action, before and after it has been carried out.
_WORDS = {
    actions.ABBEY: (
        "place an abbey on {place} in {country} and pay {payment}",
        "placed an abbey on {place} and paid {payment}",
    ),
    actions.ADVISOR: (
        "place an advisor in {place} and pay {payment}",
        "placed an advisor in {place} and paid {payment}",
    ),
    actions.CLOISTER_TABLE: (
        "place an advisor on the cloister table ({place}) and pay {payment}",
        "placed an advisor on the cloister table ({place}) and paid {payment}",
    ),
    actions.COUNCIL_TABLE: (
        "place an advisor on the council table ({place}) and pay {payment}",
        "placed an advisor on the council table ({place}) and paid {payment}",
    ),
    actions.END: ("stop placing", "stopped placing"),
    actions.EXCHANGE: ("exchange {colour}", "exchanged {colour}"),
    actions.FACE_UP: ("take the face-up card {card}", "took the face-up card {card}"),
    actions.PILE: ("draw from the pile", "drew from the pile"),
    actions.PASS: ("pass", "passed"),
}


def action_in_words(
    board: Board, action: Action, face_up: Sequence[str | None], *, past: bool
) -> str:
    """Return an action in words, such as "take the face-up card Frankreich".

    Args:
        board: the board.
        action: the action.
        face_up: the face-up cards before the action.
        past: whether the action has been carried out, as in "took the face-up card Frankreich".
    """
    colour = board.colours[action.colour] if action.colour != actions.NONE else ""
    values = {"colour": colour, "payment": f"{action.cards} {colour}"}
    if action.kind == actions.FACE_UP:
        values["card"] = face_up[action.place] or ""
    elif action.kind == actions.ABBEY:
        monastery = board.monasteries[action.place]
        values |= {"place": monastery.name, "country": monastery.country}
    elif action.kind in actions.PLACE_KINDS:
        values["place"] = board.countries[action.place]
    return _WORDS[action.kind][past].format(**values)
