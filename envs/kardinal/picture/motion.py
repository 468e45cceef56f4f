"""Names of the pieces that move, and where they come from."""

from hofspiele.envs.kardinal.actions import FACE_UP_NAME, PILE_NAME
from hofspiele.envs.pictures.scene import Scene

PILE_PIECE = "pile"


def country_piece(country: str) -> str:
    """Return the name of a country, whose outline lights up in scorings."""
    return f"country {country}"


def abbey_piece(monastery: str) -> str:
    """Return the name of the abbey on a monastery."""
    return f"abbey {monastery}"


def player_piece(seat: int) -> str:
    """Return the name of the token in a player's panel, from which pieces come."""
    return f"token {seat}"


def face_up_piece(place: int) -> str:
    """Return the name of the face-up card at index `place`."""
    return f"open {place + 1}"


def hand_piece(seat: int, colour: str | None, number: int) -> str:
    """Return the name of card `number` (from 0) of `colour`, None if hidden, in a seat's hand."""
    return f"hand {seat} {colour or ''} {number}"


def drawn_from(scene: Scene) -> str:
    """Return the name of the face-up card or the pile just drawn from, or an empty string."""
    action = scene.decision.get("action", "")
    if action.startswith(FACE_UP_NAME):
        return face_up_piece(int(action.removeprefix(FACE_UP_NAME)) - 1)
    return PILE_PIECE if action == PILE_NAME else ""


def cards_paid(scene: Scene, colour: str) -> list[str]:
    """Return the names of the cards of a colour that have just been discarded from a hand.

    In a hidden hand, these are the last cards, because nobody else sees which ones they were.
    """
    if not scene.decision:
        return []
    seat = scene.decision["player"]
    hand, earlier = scene.position["hands"][seat], scene.earlier["hands"][seat]
    if isinstance(hand, int):
        return [hand_piece(seat, None, number) for number in range(hand, earlier)]
    return [
        hand_piece(seat, colour, number)
        for number in range(hand.get(colour, 0), earlier.get(colour, 0))
    ]
