"""The record of a Kardinal & König position, whose size depends only on the board."""

import numpy as np

from hofspiele.envs.core.state import Field
from hofspiele.envs.kardinal.actions import NONE
from hofspiele.envs.kardinal.components import MAX_PLAYERS, Board

FIRST_PILE, SECOND_PILE, LAST_ROUND = range(3)
PLACE, DRAW = range(2)
STAGES = ("first pile", "second pile", "last round")
STEPS = ("place", "draw")
MOST_PIECES_A_TURN = 2


def kardinal_fields(board: Board, num_players: int) -> list[Field]:
    """Return the fields of a position on `board`."""
    seats, countries, placed = (MAX_PLAYERS,), (len(board.countries),), (MOST_PIECES_A_TURN,)
    alliances, colours = (len(board.alliances),), (len(board.colours),)
    cards = (sum(board.cards.values()),)
    seated = np.arange(MAX_PLAYERS) < num_players
    places = [len(board.monasteries_of(country)) for country in board.countries]
    # In an empty country, an abbey puts its seat a point ahead, and an advisor makes it the leader.
    first_abbey = (num_players - 1) * seated[:, np.newaxis]
    only_advisor = seated << np.arange(MAX_PLAYERS)
    return [
        Field("stage", (), "FIRST_PILE, SECOND_PILE or LAST_ROUND", FIRST_PILE),
        Field("turn_step", (), "PLACE or DRAW", PLACE),
        Field("num_placed", (), "pieces placed this turn so far"),
        Field("placed_kind", placed, "their kinds: ABBEY … COUNCIL_TABLE", NONE),
        Field("placed_at", placed, "their monasteries or countries", NONE),
        Field("owner", (len(board.monasteries),), "seat whose abbey stands there", NONE),
        Field("advisors", countries + seats, "advisors of each seat on the seal of a country"),
        Field("cloister_table", countries, "owner of each seal on the cloister table", NONE),
        Field("council_table", countries, "owner of each seal on the council table", NONE),
        Field("abbeys_left", seats, "supply of abbeys", board.abbeys_per_player * seated),
        Field("advisors_left", seats, "supply of advisors", board.advisors_per_player * seated),
        Field("hands", seats + colours, "cards of each seat by colour"),
        Field("known", seats + colours, "cards in hand that everybody saw the seat take"),
        Field("drawn", seats + colours, "cards that a seat drew unseen from the current pile"),
        Field("face_up", (board.face_up_cards,), "colours of the face-up cards, or NONE", NONE),
        Field("pile_size", (), "cards in the draw pile"),
        Field(
            "pile", cards, "colours; the *last* of the first `pile_size` cards is drawn next", NONE
        ),
        Field("pile_cards", colours, "cards that the pile was made of, minus those turned up"),
        Field("discard", colours, "cards on the discard pile"),
        # The next five fields distinguish hidden cards of the current pile from older ones. The
        # first pile has no older ones. A card is hidden unless all players saw its owner take it.
        Field("older", seats, "hidden cards of each seat when the current pile was made"),
        Field("least_older", seats, "minimum number of these that the seat still holds"),
        Field("most_older", seats, "maximum number of these that the seat still holds"),
        Field("num_discards", (), "hidden cards discarded since the current pile was made"),
        Field("discards", cards, "these discards in order, packed by `remember_discard`"),
        Field("scores", seats, "points scored so far"),
        # The other fields are computed from the pieces, and stored because they are read often.
        # Their initial values are those that `update_all` would compute for an empty board, so that
        # a deal need not compute them.
        Field("abbeys", countries + seats, "abbeys of each seat in a country"),
        Field("free", countries, "free monasteries of a country", places),
        Field("room", countries, "advisors that the seal of a country still takes"),
        Field("leaders", countries, "bit set of the seats with the most advisors in a country"),
        Field(
            "leaders_with",
            countries + seats,
            "the same if a seat had one more advisor there",
            only_advisor,
        ),
        Field(
            "country_points", seats + countries, "points of a country for each seat if scored now"
        ),
        Field(
            "alliance_points",
            seats + alliances,
            "points of an alliance for each seat if scored now",
        ),
        Field("advisor_points", seats, "points of all alliances for each seat if scored now"),
        Field("chain_points", seats, "points of chains for each seat if scored now"),
        Field(
            "abbey_gain",
            seats + countries,
            "increase of the lead over the mean opponent in one scoring by one more abbey, times "
            "the number of opponents",
            first_abbey,
        ),
        Field("advisor_gain", seats + countries, "the same for one more advisor"),
    ]
