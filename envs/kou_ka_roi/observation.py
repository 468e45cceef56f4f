"""What a player may know, as numbers: all that is public, seen from the own seat.

Seats are relative to the observer (0 = the observer, 1 = the next seat, …). The size is the same
for 2, 3 and 4 players; absent seats and rows are zeros.
"""

import numpy as np

from hofspiele.envs.core.entities import EntityKind
from hofspiele.envs.core.features import relative_seat, scaled
from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.core.layout import Along, Layout, Piece
from hofspiele.envs.kou_ka_roi import PLAYER_COUNTS
from hofspiele.envs.kou_ka_roi.actions import MAX_ROWS
from hofspiele.envs.kou_ka_roi.components import CARDS_PER_ROW, MAX_PLAYERS
from hofspiele.envs.kou_ka_roi.rules import FIRST_SCORING_CARDS, cards_in_box
from hofspiele.envs.kou_ka_roi.scoring import CATEGORIES, points_now

# the numbers that stand for 1.0; larger ones are cut off
SCORE_SCALE = 150.0
CATEGORY_SCALE = 40.0
GAIN_SCALE = 30.0


def kou_ka_roi_layout(num_kinds: int) -> Layout:
    """The observation for component files with `num_kinds` kinds; what is alike in it are rows."""
    row = "row"
    seats, rows, kinds = MAX_PLAYERS, MAX_ROWS, num_kinds
    counts = ", ".join(map(str, PLAYER_COUNTS))
    return Layout(
        [
            Piece("num_players", (len(PLAYER_COUNTS),), f"one-hot: {counts} players"),
            Piece("second_round", (), "1 after the first scoring"),
            Piece("last_turn", (), "1 while the last turn is played"),
            Piece("undecided", (seats,), "1 for seats that still need a row this turn"),
            Piece(
                "rows",
                (rows, CARDS_PER_ROW, kinds),
                "one-hot kinds of the cards, next to the number card first, outermost last",
                entities=Along(row, 0),
            ),
            Piece(
                "row_gains",
                (seats, rows),
                "points that an undecided seat would score more now with the cards of the row, "
                f"/ {GAIN_SCALE:g}",
                entities=Along(row, 1),
            ),
            Piece("collections", (seats, kinds), "cards in front of each seat / copies in the box"),
            Piece(
                "cards",
                (seats,),
                f"number of cards in front of each seat / {FIRST_SCORING_CARDS}, at most 1",
            ),
            Piece("scores", (seats,), f"points scored so far / {SCORE_SCALE:g}"),
            Piece(
                "points_now",
                (seats, len(CATEGORIES)),
                f"points in each category if the game were scored now / {CATEGORY_SCALE:g}",
            ),
            Piece("totals", (seats,), f"points so far and now together / {SCORE_SCALE:g}"),
            Piece("unseen", (kinds,), "cards in pile or box that nobody has seen / copies"),
            Piece("box_known", (kinds,), "cards that all saw going to the box / copies"),
            Piece("pile_size", (), "cards in the draw pile / cards used in the game, at most 1"),
            Piece("box_size", (), "cards in the box / cards used in the game, at most 1"),
        ],
        [EntityKind(row, actions=np.arange(MAX_ROWS)[:, np.newaxis], interchangeable=True)],
    )


@kernel
def observe(params, state, player, out):
    """Write what `player` may know into the zeroed record `out`."""
    out.num_players[params.num_players - 2] = 1.0
    out.second_round = state.round_number - 1
    out.last_turn = state.last_turn
    for kind in range(params.num_kinds):
        out.unseen[kind] = params.copies[kind] - state.box_known[kind]
        out.box_known[kind] = state.box_known[kind] / params.copies[kind]
    for row in range(params.num_rows):
        for place in range(state.row_size[row]):
            kind = state.rows[row, place]
            out.rows[row, place, kind] = 1.0
            out.unseen[kind] -= 1.0
    for seat in range(params.num_players):
        relative = relative_seat(params, seat, player)
        out.undecided[relative] = state.undecided[seat]
        for row in range(params.num_rows):
            out.row_gains[relative, row] = scaled(state.gains[seat, row], GAIN_SCALE)
        observe_collection(params, state, seat, relative, out)
    for kind in range(params.num_kinds):
        out.unseen[kind] /= params.copies[kind]
    out.pile_size = scaled(state.pile_size, params.num_cards)
    out.box_size = scaled(cards_in_box(params, state), params.num_cards)


@kernel
def observe_collection(params, state, seat, relative, out):
    """The cards and points of one seat; its cards are no longer unseen."""
    cards = 0
    for kind in range(params.num_kinds):
        count = state.collections[seat, kind]
        cards += count
        out.unseen[kind] -= count
        out.collections[relative, kind] = count / params.copies[kind]
    out.cards[relative] = scaled(cards, FIRST_SCORING_CARDS)
    out.scores[relative] = scaled(state.scores[seat], SCORE_SCALE)
    for category in range(len(CATEGORIES)):
        points = state.points[seat, category]
        out.points_now[relative, category] = scaled(points, CATEGORY_SCALE)
    total = state.scores[seat] if state.over else state.scores[seat] + points_now(state, seat)
    out.totals[relative] = scaled(total, SCORE_SCALE)
