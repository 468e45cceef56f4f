"""Observations: all public information and the observer's own choice, as numbers.

Seats are relative to the observer (0 = the observer, 1 = the next seat, …). The size is the same
for 2, 3 and 4 players; absent seats and rows are zeros.
"""

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.features import clip_to_one, relative_seat
from hofspiele.envs.core.layout import Along, EntityKind, Layout, Piece
from hofspiele.envs.core.loops import sum_of
from hofspiele.envs.kou_ka_roi import PLAYER_COUNTS
from hofspiele.envs.kou_ka_roi.actions import MAX_ROWS
from hofspiele.envs.kou_ka_roi.components import CARDS_PER_ROW, MAX_PLAYERS, Components
from hofspiele.envs.kou_ka_roi.params import MOST_CARDS, MOST_GAIN, MOST_IN_CATEGORIES, MOST_SCORE
from hofspiele.envs.kou_ka_roi.points import CATEGORIES
from hofspiele.envs.kou_ka_roi.state import NONE


def kou_ka_roi_layout(components: Components) -> Layout:
    """Return the layout of observations for these components; its entities are the rows.

    Values are clipped to 1. With the bundled cards, this has an effect only in written positions
    that no game can reach.
    """
    by_row = Along("row", 0)
    seats, rows, kinds = MAX_PLAYERS, MAX_ROWS, len(components.kinds)
    counts = ", ".join(map(str, PLAYER_COUNTS))
    in_categories = ", ".join(map(str, MOST_IN_CATEGORIES))
    pieces = [
        Piece("num_players", (len(PLAYER_COUNTS),), f"one-hot: {counts} players"),
        Piece("second_round", (), "1 after the first scoring"),
        Piece("last_turn", (), "1 from the start of the last turn"),
        Piece("undecided", (seats,), "1 for seats that still need a row this turn"),
        Piece(
            "rows",
            (rows, CARDS_PER_ROW, kinds),
            "one-hot kinds of the cards, from the one beside the number card to the outermost",
            by_row,
        ),
        Piece(
            "row_gains",
            (seats, rows),
            f"points that the row would add now for an undecided seat / {MOST_GAIN}",
            Along("row", 1),
        ),
        Piece("collections", (seats, kinds), "cards in front of each seat / copies"),
        Piece("cards", (seats,), f"number of all cards in front of each seat / {MOST_CARDS}"),
        Piece("scores", (seats,), f"points scored so far / {MOST_SCORE}"),
        Piece(
            "points_now",
            (seats, len(CATEGORIES)),
            f"points by category if scored now / maximum of the category ({in_categories})",
        ),
        Piece("totals", (seats,), f"points if the game ended now / {MOST_SCORE}"),
        Piece("unseen", (kinds,), "unseen cards in the pile or box / copies"),
        Piece("box_known", (kinds,), "cards in the box that all players saw go there / copies"),
        Piece("pile_size", (), "cards in the draw pile / cards used in the game"),
        Piece("box_size", (), f"cards in the box / {components.num_cards}"),
        Piece(
            "own_choice", (rows,), "1 for the row chosen by the observer and not yet shown", by_row
        ),
    ]
    kind = EntityKind("row", actions=np.arange(MAX_ROWS)[:, np.newaxis], interchangeable=True)
    return Layout(pieces, [kind])


@kernel
def observe(params, state, player, out):
    """Write what `player` may know into the zeroed record `out`."""
    out.num_players[params.num_players - 2] = 1.0
    out.second_round = state.round_number - 1
    out.last_turn = state.last_turn
    for row in range(MAX_ROWS):
        for place in range(CARDS_PER_ROW):
            # NONE (-1) indexes the last kind, whose entry stays 0. A branch would be slow here.
            kind = state.rows[row, place]
            out.rows[row, place, kind] = np.float32(kind != NONE)
    for seat in range(params.num_players):
        observe_seat(params, state, seat, relative_seat(params, seat, player), out)
    for kind in range(len(params.copies)):
        out.unseen[kind] = state.unseen[kind] * params.copy_unit[kind]
        out.box_known[kind] = state.box_known[kind] * params.copy_unit[kind]
    out.pile_size = clip_to_one(state.pile_size * params.pile_unit)
    out.box_size = sum_of(state.box) * params.box_unit
    if state.choice[player] != NONE:
        out.own_choice[state.choice[player]] = 1.0


@kernel
def update_view(params, state, player, out):
    """Turn `out`, which `player` observed before choosing, into what `state.player` observes now.

    Return False if the choices have been shown, so that cards may have moved. Otherwise only the
    order of the seats differs, because neither observation shows a choice.
    """
    if state.choice[player] == NONE:
        return False
    for seat in range(params.num_players):
        observe_seat(params, state, seat, relative_seat(params, seat, state.player), out)
    return True


@kernel
def observe_seat(params, state, seat, relative, out):
    """Write the cards and points of one seat, and the points that each row would add."""
    out.undecided[relative] = state.undecided[seat]
    for row in range(MAX_ROWS):
        out.row_gains[relative, row] = clip_to_one(state.gains[seat, row] * params.gain_unit)
    for kind in range(len(params.copies)):
        out.collections[relative, kind] = state.collections[seat, kind] * params.copy_unit[kind]
    out.cards[relative] = clip_to_one(state.cards[seat] * params.card_unit)
    out.scores[relative] = clip_to_one(state.scores[seat] * params.score_unit)
    for category in range(len(CATEGORIES)):
        points = state.points[seat, category] * params.category_unit[category]
        out.points_now[relative, category] = clip_to_one(points)
    total = state.scores[seat] + (0 if state.over else sum_of(state.points[seat]))
    out.totals[relative] = clip_to_one(total * params.score_unit)
