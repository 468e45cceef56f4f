"""Shared elements of pictures: colours of countries, cards, marks, names of pieces that move."""

import colorsys
from collections.abc import Mapping, Sequence
from typing import Any

from hofspiele.envs.kardinal import wording
from hofspiele.envs.kardinal.actions import FACE_UP_NAME, PILE_NAME
from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.pieces import PILE_PIECE, player_piece, seat_token
from hofspiele.envs.pictures.scene import Scene
from hofspiele.envs.pictures.theme import CARD_INK, CARD_LINE, PAPER

# Step between hues (the golden angle keeps them apart) and first hue, both in full turns.
_TURN, _FIRST = 0.381966, 0.07


def country_colour(board: Board, country: str, canvas: Canvas | None = None) -> str:
    """Return a soft background colour for a country on a canvas, or by default on a card."""
    hue = (_FIRST + board.countries.index(country) * _TURN) % 1
    light, dark = (
        "#" + "".join(f"{round(255 * part):02x}" for part in colorsys.hls_to_rgb(hue, *style))
        for style in ((0.84, 0.5), (0.25, 0.22))
    )
    return canvas.colour(light, dark) if canvas else light


def paint_card(
    canvas: Canvas, board: Board, colour: str, x: float, y: float, width: float, height: float
) -> None:
    """Paint a card with a stripe for each country that it names."""
    canvas.rect(x, y, width, height, radius=5, fill=PAPER, stroke=CARD_LINE)
    countries = colour.split("/")
    stripe = (height - 6) / len(countries)
    size = min(13.5, 0.7 * stripe)
    for at, country in enumerate(countries):
        top = y + 3 + at * stripe
        canvas.rect(x + 3, top, width - 6, stripe, radius=3, fill=country_colour(board, country))
        canvas.text(
            x + width / 2, top + stripe / 2 + 0.33 * size, country, size, anchor="middle",
            bold=True, fill=CARD_INK, room=width - 7,
        )  # fmt: skip
    canvas.piece("card", colour, x, y, width, height)
    canvas.tip(f"{colour}: {wording.CARD}", x, y, width, height)


def paint_piece(
    canvas: Canvas, name: str, x: float, y: float, radius: float, seat: int, tip: str = "",
    *, new: bool,
) -> None:  # fmt: skip
    """Paint the token of an abbey or of advisors, which comes from its player's panel if `new`."""
    with canvas.moving(name, *[player_piece(seat)][:new]):
        seat_token(canvas, x, y, radius, seat, tip)


def ink_around(canvas: Canvas, scene: Scene, placed: Sequence[str], *, new: bool) -> str | None:
    """Return the colour of a frame around a piece placed just now or in this turn, or None."""
    if new:
        return canvas.theme.mark
    return canvas.theme.ink if placed in scene.position["placed"] else None


def paint_open_seat(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """Paint the mark of a place that an advisor may still take."""
    canvas.circle(x, y, radius, fill="none", stroke=canvas.theme.faint, stroke_dasharray="2.5 1.5")


def country_piece(country: str) -> str:
    """Return the name of a country, whose outline lights up in scorings."""
    return f"country {country}"


def abbey_piece(monastery: str) -> str:
    """Return the name of the abbey on a monastery."""
    return f"abbey {monastery}"


def face_up_piece(place: int) -> str:
    """Return the name of the face-up card at index `place`."""
    return f"open {place + 1}"


def hand_piece(seat: int, colour: str | None, number: int) -> str:
    """Return the name of card `number` (from 0) of `colour`, None if hidden, in a seat's hand."""
    return f"hand {seat} {colour or ''} {number}"


def hand_of(position: Mapping[str, Any], seat: int) -> Mapping[str | None, int]:
    """Return the number of cards in a hand by colour, which is None for hidden cards."""
    hand = position["hands"][seat]
    return {None: hand} if isinstance(hand, int) else hand


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
    hand, earlier = hand_of(scene.position, seat), hand_of(scene.earlier, seat)
    shown = None if None in hand else colour
    numbers = range(hand.get(shown, 0), earlier.get(shown, 0))
    return [hand_piece(seat, shown, number) for number in numbers]
