"""The record of a Kou-Ka-Roi position, which has the same size for 2, 3 and 4 players."""

from collections.abc import Sequence

from hofspiele.envs.core.state import Field
from hofspiele.envs.kou_ka_roi.actions import MAX_ROWS
from hofspiele.envs.kou_ka_roi.components import CARDS_PER_ROW, MAX_PLAYERS
from hofspiele.envs.kou_ka_roi.points import CATEGORIES

NONE = -1


def kou_ka_roi_fields(copies: Sequence[int]) -> list[Field]:
    """Return the fields of a position with `copies` of each kind of card."""
    seats, rows = (MAX_PLAYERS,), (MAX_ROWS,)
    kinds, categories = (len(copies),), (len(CATEGORIES),)
    return [
        Field("round_number", (), "1 until the first scoring, then 2", 1),
        Field("last_turn", (), "1 from the start of the last turn"),
        Field("undecided", seats, "1 for seats that still need a row this turn"),
        Field("choice", seats, "row (from 0) chosen and not yet shown, or NONE", NONE),
        Field("scores", seats, "points scored so far"),
        Field("row_size", rows, "cards in each row"),
        Field(
            "rows",
            (*rows, CARDS_PER_ROW),
            "kinds, from the card beside the number card to the outermost",
            NONE,
        ),
        # The next four fields are computed from the cards. They are stored because every
        # observation reads them and cards seldom move.
        Field(
            "unseen",
            kinds,
            "cards that are neither in a row, nor in front of a seat, nor known to be in the box",
            copies,
        ),
        Field("cards", seats, "cards in front of each seat, of all kinds together"),
        Field("points", seats + categories, "points that each seat would score now by category"),
        Field(
            "gains",
            seats + rows,
            "points that the cards of each row would add now for an undecided seat",
        ),
        Field("collections", seats + kinds, "cards in front of each seat"),
        Field("box", kinds, "cards in the box"),
        Field("box_known", kinds, "cards in the box that every player knows"),
        Field("pile_size", (), "cards in the draw pile"),
        Field(
            "pile",
            (sum(copies),),
            "kinds; the card at index `pile_size` - 1 is drawn next, and NONE follows it",
            NONE,
        ),
    ]
