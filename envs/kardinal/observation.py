"""Observations: all public information and the observer's hand, as numbers.

Seats are relative to the observer (0 = the observer, 1 = the next seat, …). The size depends only
on the board, not on the number of players or the variants; absent seats are zeros.
"""

from collections.abc import Sequence

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.features import relative_seat, scaled, squash
from hofspiele.envs.core.layout import Along, EntityKind, Layout, Piece, padded
from hofspiele.envs.core.loops import sum_of
from hofspiele.envs.kardinal import PLAYER_COUNTS
from hofspiele.envs.kardinal.actions import ABBEY, NONE, PLACE_KINDS, PLACE_NAMES, Action
from hofspiele.envs.kardinal.components import HAND_SIZE, MAX_PLAYERS, Board
from hofspiele.envs.kardinal.redeal import maybe_in_pile, unseen_cards, unseen_pile_cards
from hofspiele.envs.kardinal.scoring import abbey_scorings, final_points
from hofspiele.envs.kardinal.state import MOST_PIECES_A_TURN, STAGES

# Gain in points that is observed as 0.5.
HALF_GAIN = 10

# The kind of entity, for networks that share weights between the countries.
COUNTRY = "country"


def kardinal_layout(board: Board, actions: Sequence[Action]) -> Layout:
    """Return the layout of observations on `board`; its entities are the countries."""
    seats, monasteries = MAX_PLAYERS, len(board.monasteries)
    countries, colours = len(board.countries), len(board.colours)
    alliances = len(board.alliances)
    own, by_seat = Along(COUNTRY, 0), Along(COUNTRY, 1)
    of_monasteries = _entities_along(board, 1, [[place.country] for place in board.monasteries])
    of_alliances = _entities_along(board, 1, board.alliances)
    of_colours = _entities_along(board, 0, [colour.split("/") for colour in board.colours])
    of_cards = of_colours._replace(axis=1)
    counts = ", ".join(map(str, PLAYER_COUNTS))
    places, largest = ", ".join(PLACE_NAMES), board.largest_country
    seal_owner = "one-hot seat that owns the country's seal on the"
    pieces = [
        Piece("num_players", (len(PLAYER_COUNTS),), f"one-hot: {counts} players"),
        Piece("vatikan", (), "1 if played with Der Vatikan"),
        Piece("two_countries", (), "1 if players may place in two countries per turn"),
        Piece("stage", (len(STAGES),), f"one-hot: {', '.join(STAGES)}"),
        Piece("drawing", (), "1 while the deciding player draws, 0 while they place"),
        Piece("on_turn", (seats,), "one-hot seat that decides"),
        Piece("first_seat", (seats,), "one-hot seat of the first player"),
        Piece(
            "placed",
            (MOST_PIECES_A_TURN, len(PLACE_NAMES)),
            f"one-hot kinds of the pieces placed this turn: {places}",
        ),
        Piece(
            "placed_in",
            (MOST_PIECES_A_TURN, countries),
            "one-hot countries of these pieces",
            by_seat,
        ),
        Piece("owners", (seats, monasteries), "1 where the seat has an abbey", of_monasteries),
        Piece("advisors", (countries, seats), f"advisors / {largest}", own),
        Piece("room", (countries,), f"advisors that the seal can still take / {largest}", own),
        Piece("cloister_table", (countries, seats), f"{seal_owner} cloister table", own),
        Piece("council_table", (countries, seats), f"{seal_owner} council table", own),
        Piece(
            "country_points",
            (seats, countries),
            f"points of a country's abbeys if scored now / {largest}",
            by_seat,
        ),
        Piece(
            "alliance_points",
            (seats, alliances),
            f"points of the alliance now / {board.most_points_of_alliance}",
            of_alliances,
        ),
        Piece(
            "abbey_gain",
            (countries,),
            "lead g over the mean opponent, in points, that one more abbey would give the observer "
            f"in all later scorings, as g / ({HALF_GAIN} + abs(g)); 0 if no monastery is free",
            own,
            -1.0,
        ),
        Piece(
            "advisor_gain",
            (countries,),
            "the same for one more advisor; 0 if the seal takes no more",
            own,
            -1.0,
        ),
        Piece(
            "card_gain",
            (colours,),
            "the largest abbey or advisor gain in the countries that the card names, at least 0",
            of_colours,
        ),
        Piece("advisor_points", (seats,), f"points of all alliances now / {board.most_points}"),
        Piece("chain_points", (seats,), f"points of chains now / {board.abbeys_per_player}"),
        Piece("scores", (seats,), f"points scored so far / {board.most_points}"),
        Piece("totals", (seats,), f"points if the game ended now / {board.most_points}"),
        Piece("abbeys_left", (seats,), f"supply of abbeys / {board.abbeys_per_player}"),
        Piece("advisors_left", (seats,), f"supply of advisors / {board.advisors_per_player}"),
        Piece("hand", (colours,), f"the observer's cards / {HAND_SIZE}", of_colours),
        Piece(
            "known_cards", (seats, colours), f"cards taken face up and not played yet / {HAND_SIZE}"
        ),
        Piece("hand_sizes", (seats,), f"cards in hand / {HAND_SIZE}"),
        Piece(
            "least_older",
            (seats,),
            f"minimum number of hidden cards in hand that are older than the pile / {HAND_SIZE}",
        ),
        Piece("most_older", (seats,), f"maximum number of these cards / {HAND_SIZE}"),
        Piece(
            "face_up", (board.face_up_cards, colours), "one-hot colours of face-up cards", of_cards
        ),
        Piece(
            "unseen", (colours,), "cards in the pile or hidden in other hands / copies", of_colours
        ),
        Piece(
            "maybe_in_pile", (colours,), "unseen cards that may be in the pile / copies", of_colours
        ),
        Piece(
            "pile_cards",
            (colours,),
            "cards that the pile was made of, minus those turned up and those that the observer "
            "drew / copies",
        ),
        Piece("discard", (colours,), "cards on the discard pile / copies"),
        Piece("pile_size", (), "cards in the draw pile / cards in play"),
    ]
    kind = EntityKind(COUNTRY, _placements_by_country(board, actions), interchangeable=False)
    return Layout(pieces, [kind])


def _entities_along(board: Board, axis: int, countries_of: Sequence[Sequence[str]]) -> Along:
    """Return which entries along `axis` of a `Piece` belong to which country."""
    entries = [
        [entry for entry, names in enumerate(countries_of) if country in names]
        for country in board.countries
    ]
    return Along(COUNTRY, axis, padded(entries))


def _placements_by_country(board: Board, actions: Sequence[Action]) -> np.ndarray:
    """Return the actions of each country: all payments for abbeys, then advisors, then seals."""
    rows: dict[int, list[list[int]]] = {kind: [[] for _ in board.countries] for kind in PLACE_KINDS}
    for number, (kind, place, *_) in enumerate(actions):
        if kind in PLACE_KINDS:
            if kind == ABBEY:
                place = board.countries.index(board.monasteries[place].country)
            rows[kind][place].append(number)
    return np.column_stack([padded(rows[kind]) for kind in PLACE_KINDS])


@kernel
def observe(params, state, player, out):
    """Write what `player` may know into the zeroed record `out`."""
    out.num_players[params.num_players - 3] = 1.0
    out.vatikan = params.vatikan
    out.two_countries = params.two_countries
    out.stage[state.stage] = 1.0
    out.on_turn[relative_seat(params, state.player, player)] = 1.0
    out.first_seat[relative_seat(params, 0, player)] = 1.0
    observe_turn(params, state, out)
    for country in range(len(out.room)):
        out.room[country] = scaled(state.room[country], params.country_unit)
    if params.vatikan:
        observe_seals(params, state.cloister_table, player, out.cloister_table)
        observe_seals(params, state.council_table, player, out.council_table)
    observe_gains(params, state, player, out)
    for seat in range(params.num_players):
        observe_seat(params, state, seat, relative_seat(params, seat, player), out)
    observe_cards(params, state, player, out)


@kernel
def update_view(params, state, player, out):
    """Turn `out`, the last observation of `player`, into what `player` observes now.

    Return False if another player decides, or if pieces or points may have changed since then.
    Forced actions place no pieces (KK-14).
    """
    if state.over or state.player != player or has_placed_or_scored(params, state, player, out):
        return False
    # `observe_turn` and `observe_cards` do not always write these entries.
    out.placed[:] = 0.0
    out.placed_in[:] = 0.0
    out.face_up[:] = 0.0
    observe_turn(params, state, out)
    observe_cards(params, state, player, out)
    return True


@kernel
def has_placed_or_scored(params, state, player, out):
    """Return whether `player` has placed a piece, or the stage changed, since observing `out`."""
    return (
        out.stage[state.stage] == 0.0
        or out.abbeys_left[0] != scaled(state.abbeys_left[player], params.abbey_unit)
        or out.advisors_left[0] != scaled(state.advisors_left[player], params.advisor_unit)
    )


@kernel
def observe_turn(params, state, out):
    """Write whether the deciding player draws, and the pieces placed this turn."""
    out.drawing = state.turn_step
    for number in range(state.num_placed):
        kind, place = state.placed_kind[number], state.placed_at[number]
        out.placed[number, kind] = 1.0
        country = params.country[place] if kind == ABBEY else place
        out.placed_in[number, country] = 1.0


@kernel
def observe_seals(params, owners, player, out):
    """Write the one-hot owners of the seals on a table of the Vatican to `out`."""
    for country in range(len(owners)):
        if owners[country] != NONE:
            out[country, relative_seat(params, owners[country], player)] = 1.0


@kernel
def observe_gains(params, state, player, out):
    """Write the gains of one more piece in each country, and the best gain by colour of card."""
    scorings, opponents = abbey_scorings(state), params.num_players - 1
    for country in range(len(out.abbey_gain)):
        # Branches would be slow here, because it is hard to predict which countries are full.
        abbey = state.abbey_gain[player, country] * (state.free[country] > 0)
        out.abbey_gain[country] = squash(scorings * abbey, HALF_GAIN * opponents)
        advisor = state.advisor_gain[player, country] * (state.room[country] > 0)
        out.advisor_gain[country] = squash(advisor, HALF_GAIN * opponents)
    for country in range(len(out.abbey_gain)):
        colour = params.named_by[country]
        gain = max(out.abbey_gain[country], out.advisor_gain[country])
        out.card_gain[colour] = max(out.card_gain[colour], gain)


@kernel
def observe_seat(params, state, seat, relative, out):
    """Write pieces, points and supplies of a seat."""
    owners = out.owners[relative]
    for monastery in range(len(owners)):
        # A branch would be slow here, because owners are hard to predict. With `np.int16`, each
        # vector instruction compares more numbers than with 64-bit integers.
        owners[monastery] = state.owner[monastery] == np.int16(seat)
    unit, alliance_unit = params.country_unit, params.alliance_unit
    for country in range(len(out.advisors)):
        out.advisors[country, relative] = scaled(state.advisors[country, seat], unit)
    own_points, points = state.country_points[seat], out.country_points[relative]
    for country in range(len(points)):
        points[country] = scaled(own_points[country], unit)
    own_points, points = state.alliance_points[seat], out.alliance_points[relative]
    for alliance in range(len(points)):
        points[alliance] = scaled(own_points[alliance], alliance_unit)
    out.advisor_points[relative] = scaled(state.advisor_points[seat], params.point_unit)
    out.chain_points[relative] = scaled(state.chain_points[seat], params.abbey_unit)
    out.scores[relative] = scaled(state.scores[seat], params.point_unit)
    total = state.scores[seat]
    if not state.over:
        total += final_points(params, state, seat)
    out.totals[relative] = scaled(total, params.point_unit)
    out.abbeys_left[relative] = scaled(state.abbeys_left[seat], params.abbey_unit)
    out.advisors_left[relative] = scaled(state.advisors_left[seat], params.advisor_unit)


@kernel
def observe_cards(params, state, player, out):
    """Write what `player` knows of all hands, the cards on the table and the unseen cards."""
    for seat in range(params.num_players):
        observe_hand(params, state, seat, relative_seat(params, seat, player), out)
    for place in range(len(state.face_up)):
        if state.face_up[place] != NONE:
            out.face_up[place, state.face_up[place]] = 1.0
    cards_in_play = 0
    for colour in range(len(out.hand)):
        copies = params.copies[colour]
        cards_in_play += copies
        unseen = unseen_cards(params, state, player, colour)
        in_pile = maybe_in_pile(state, player, colour, unseen)
        out.hand[colour] = scaled(state.hands[player, colour], params.card_unit)
        out.unseen[colour] = ratio(unseen, copies)
        out.maybe_in_pile[colour] = ratio(in_pile, copies)
        out.pile_cards[colour] = ratio(unseen_pile_cards(state, player, colour), copies)
        out.discard[colour] = ratio(state.discard[colour], copies)
    out.pile_size = state.pile_size / cards_in_play


@kernel
def observe_hand(params, state, seat, relative, out):
    """Write the known cards of a seat, the size of its hand, and the bounds on its older cards.

    The bounds are on the number of hidden cards that are older than the pile.
    """
    for colour in range(len(out.hand)):
        out.known_cards[relative, colour] = scaled(state.known[seat, colour], params.card_unit)
    out.hand_sizes[relative] = scaled(sum_of(state.hands[seat]), params.card_unit)
    out.least_older[relative] = scaled(state.least_older[seat], params.card_unit)
    out.most_older[relative] = scaled(state.most_older[seat], params.card_unit)


@kernel
def ratio(cards, copies):
    """Return `cards / copies` in float32, for faster loops."""
    return np.float32(cards) / np.float32(copies)
