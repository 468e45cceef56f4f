"""Shared elements of pictures: colours of countries, cards, and marks of free places."""

import colorsys

from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.kardinal.picture import meanings
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.theme import CARD_INK, CARD_LINE, PAPER

# Step between hues (the golden angle keeps them apart) and first hue, both in full turns.
_TURN, _FIRST = 0.381966, 0.07


def country_colour(board: Board, country: str, *, dark: bool = False) -> str:
    """Return a soft background colour for a country."""
    hue = (_FIRST + board.countries.index(country) * _TURN) % 1
    red, green, blue = colorsys.hls_to_rgb(hue, 0.25 if dark else 0.84, 0.22 if dark else 0.5)
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"


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
    canvas.tip(f"{colour}: {meanings.CARD}", x, y, width, height)


def paint_open_seat(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """Paint the mark of a place that an advisor may still take."""
    canvas.circle(x, y, radius, fill="none", stroke=canvas.theme.faint, stroke_dasharray="2.5 1.5")
