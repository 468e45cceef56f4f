"""Colours. Shapes or words repeat their meaning, for people who can't distinguish them."""

from typing import NamedTuple


class Theme(NamedTuple):
    """Colours of everything but cards and pieces, in the syntax of SVG."""

    background: str
    panel: str
    ink: str  # text
    faint: str  # less important text
    line: str  # borders
    mark: str  # frames around recent changes


LIGHT = Theme("#f6f3ec", "#fffdf8", "#22252b", "#666b75", "#cfc8ba", "#8a1fdb")
DARK = Theme("#16191f", "#21262f", "#eceef2", "#a3aab8", "#3a414e", "#f0e442")

# The colours of cards are the same on both backgrounds.
PAPER, CARD_INK, CARD_LINE, CARD_BACK = "#fffdf6", "#22252b", "#8d8877", "#5a6474"
CARD_MARK = LIGHT.mark

# The seats' colours are from Okabe and Ito's palette, which colour-blind people can distinguish.
SEATS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")


def ink_on(colour: str) -> str:
    """Return near-black or white, whichever is easier to read on a colour (``#rrggbb``).

    Return a pair for a pair of colours (see `Canvas.colour`).
    """
    if "/" in colour:
        return "/".join(map(ink_on, colour.split("/")))
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#111111" if 299 * red + 587 * green + 114 * blue > 100_000 else "#ffffff"
