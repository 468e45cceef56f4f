import itertools
import json
import re
from pathlib import Path

import numpy as np
import pytest

from hofspiele.envs.pictures.theme import CARD_MARK, DARK, LIGHT, PAPER, SEATS, ink_on

ROOT = Path(__file__).parents[2]

# Matrices of full protanopia, deuteranopia and tritanopia are from Machado, Oliveira and Fernandes,
# 2009.
VISIONS = {
    "all colours": np.eye(3),
    "no red": [[0.1523, 1.0526, -0.2049], [0.1145, 0.7863, 0.0992], [-0.0039, -0.0481, 1.0520]],
    "no green": [[0.3673, 0.8606, -0.2280], [0.2801, 0.6725, 0.0474], [-0.0118, 0.0429, 0.9689]],
    "no blue": [[1.2555, -0.0767, -0.1788], [-0.0784, 0.9308, 0.1476], [0.0047, 0.6914, 0.3039]],
}
XYZ = np.array([[0.4339, 0.3763, 0.1899], [0.2126, 0.7152, 0.0722], [0.0177, 0.1095, 0.8728]])


def light(colour):
    """Return linear red, green and blue of ``#rrggbb``."""
    parts = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def difference(one, other, vision):
    """Return the CIE76 difference of two colours, for a person with this vision."""
    x, y, z = np.array(
        [np.cbrt(np.clip(XYZ @ (vision @ light(colour)), 0.009, 1)) for colour in (one, other)]
    ).T
    return np.hypot(116 * np.diff(y), np.hypot(500 * np.diff(x - y), 200 * np.diff(y - z)))[0]


def contrast(one, other):
    """Return the contrast of two colours as WCAG defines it."""
    dark, bright = sorted(0.05 + XYZ[1] @ light(colour) for colour in (one, other))
    return bright / dark


@pytest.mark.parametrize("vision", VISIONS.values(), ids=VISIONS)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_marks_have_a_distinct_colour(theme, vision):
    """Marks differ from seats at least as seats do from each other, for every vision."""
    among_seats = min(difference(*pair, vision) for pair in itertools.combinations(SEATS, 2))
    others = [*SEATS, theme.ink, theme.faint]
    assert min(difference(theme.mark, colour, vision) for colour in others) >= 0.9 * among_seats


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *((theme.mark, ground) for theme in (LIGHT, DARK) for ground in theme[:2]),
        *((theme.faint, ground) for theme in (LIGHT, DARK) for ground in theme[:2]),
        (CARD_MARK, PAPER),
    ],
)
def test_small_texts_can_be_read(ink, ground):
    assert contrast(ink, ground) >= 4.5


def test_numbers_on_tokens_can_be_read():
    assert min(contrast(ink_on(colour), colour) for colour in SEATS) >= 4.5
    assert {ink_on(colour) for colour in SEATS} == {"#111111", "#ffffff"}


def test_curves_have_the_colours_of_seats():
    """Curves are thin, so some colours are changed for a contrast of 3 with both backgrounds."""
    scripts = "".join(file.read_text() for file in (ROOT / "envs/replay").glob("*.js"))
    (seats,) = re.findall(r"SEATS = (\[.*?\]);", scripts)
    for seat, colour in enumerate(json.loads(seats)):
        nearest = min(SEATS, key=lambda of: difference(colour, of, VISIONS["all colours"]))
        assert nearest == SEATS[seat]
        for theme in (LIGHT, DARK):
            assert contrast(colour, theme[1]) >= 2.99
