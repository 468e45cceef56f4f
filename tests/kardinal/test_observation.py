"""Every piece of the observation, compared with the written position and a bookkeeper."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hofspiele.envs.kardinal.game import Kardinal
from tests.kardinal import reference_scoring as reference
from tests.kardinal.bookkeeper import Bookkeeper
from tests.kardinal.scenario import BOARD, COLOURS, MONASTERIES, every_game, single_actions
from tests.play import positions, seeds

SEATS = 5
COUNTRIES = BOARD.countries
NAMES = [name for names in MONASTERIES.values() for name in names]
KINDS = ["abbey", "advisor", "cloister table", "council table"]
# Upper bound of points: three times 54 for abbeys, twice 181 for alliances, 20 for chains.
MOST_POINTS = 3 * 54 + 2 * 181 + 20
STAGES = ["first pile", "second pile", "last round"]


def expected_pieces(shown, player):
    """Return the observation of `player` without memories, as the rules page defines it."""
    num_players = shown["num_players"]
    copies = BOARD.copies(num_players)
    seats = [(player + offset) % num_players for offset in range(num_players)]

    def by_seat(value):
        values = [value(seat) for seat in seats]
        return np.array(values + [0] * (SEATS - num_players), float)

    def one_hot(seat):
        return by_seat(lambda other: other == seat)

    def seals(table):
        return [one_hot(shown[table].get(country)) for country in COUNTRIES]

    def total(seat):
        final = 0 if shown["over"] else reference.final_points(shown, seat)
        return (shown["scores"][seat] + final) / MOST_POINTS

    def room(country):
        counts = reference.abbeys_in(shown, country)
        return max(0, max(counts) - sum(reference.advisors_in(shown, country)))

    scorings = 2 if shown["stage"] == STAGES[0] else 1
    abbey_gain, advisor_gain = {}, {}
    for at in COUNTRIES:
        free = len(MONASTERIES[at]) > sum(reference.abbeys_in(shown, at))
        abbey_gain[at] = free * scorings * reference.abbey_gain(shown, at, player)
        advisor_gain[at] = (room(at) > 0) * reference.advisor_gain(shown, at, player)
        for gains in (abbey_gain, advisor_gain):
            gains[at] /= abs(gains[at]) + 10
    placed = [*shown["placed"], *[(None, None)] * (2 - len(shown["placed"]))]
    hands = shown["hands"]
    return {
        "num_players": [num_players == number for number in (3, 4, 5)],
        "vatikan": shown["vatikan"],
        "two_countries": shown["two_countries"],
        "stage": [shown["stage"] == stage for stage in STAGES],
        "drawing": shown["step"] == "draw",
        "on_turn": one_hot(shown["player"]),
        "first_seat": one_hot(0),
        "placed": [[kind == other for other in KINDS] for kind, _ in placed],
        "placed_in": [
            [country == reference.COUNTRY_OF.get(at, at) for country in COUNTRIES]
            for _, at in placed
        ],
        "owners": np.transpose([one_hot(shown["abbeys"].get(name)) for name in NAMES]),
        "advisors": [
            by_seat(lambda seat, at=at: reference.advisors_in(shown, at)[seat] / 8)
            for at in COUNTRIES
        ],
        "room": [room(country) / 8 for country in COUNTRIES],
        "cloister_table": seals("cloister_table"),
        "council_table": seals("council_table"),
        "country_points": np.transpose(
            [
                by_seat(
                    lambda s, at=at: reference.country_points(reference.abbeys_in(shown, at))[s] / 8
                )
                for at in COUNTRIES
            ]
        ),
        "alliance_points": np.transpose(
            [
                by_seat(lambda seat, pair=pair: reference.alliance_points(shown, pair, seat) / 28)
                for pair in BOARD.alliances
            ]
        ),
        "abbey_gain": [*abbey_gain.values()],
        "advisor_gain": [*advisor_gain.values()],
        "card_gain": [
            max(0, *(abbey_gain[at] for at in named), *(advisor_gain[at] for at in named))
            for named in (
                [at for at in COUNTRIES if BOARD.names_country(colour, at)] for colour in COLOURS
            )
        ],
        "advisor_points": by_seat(lambda seat: reference.advisor_points(shown, seat) / MOST_POINTS),
        "chain_points": by_seat(lambda seat: reference.chain_points(shown, seat) / 20),
        "scores": by_seat(lambda seat: shown["scores"][seat] / MOST_POINTS),
        "totals": by_seat(total),
        "abbeys_left": by_seat(lambda seat: 1 - reference.pieces_of(shown, seat)[0] / 20),
        "advisors_left": by_seat(lambda seat: 1 - reference.pieces_of(shown, seat)[1] / 8),
        "hand": [hands[player].get(colour, 0) / 3 for colour in COLOURS],
        "hand_sizes": by_seat(lambda seat: sum(hands[seat].values()) / 3),
        "face_up": [[colour == card for colour in COLOURS] for card in shown["face_up"]],
        "discard": [shown["discard"].get(colour, 0) / copies[colour] for colour in COLOURS],
        "pile_size": len(shown["pile"]) / sum(copies.values()),
    }


def expected_memories(shown, bookkeeper, player):
    """Return the pieces that need a memory, from a bookkeeper that followed the game."""
    num_players = shown["num_players"]
    copies = BOARD.copies(num_players)
    known = [bookkeeper.known[(player + offset) % num_players] for offset in range(num_players)]
    seen = Counter(shown["hands"][player]) + Counter(shown["discard"])
    seen.update(card for card in shown["face_up"] if card)
    for cards in known[1:]:
        seen += cards
    unseen = {colour: copies[colour] - seen[colour] for colour in COLOURS}
    in_pile = bookkeeper.pile_cards - bookkeeper.drawn[player]
    older = [bookkeeper.older_counts((player + i) % num_players) for i in range(num_players)]
    older += [{0}] * (SEATS - num_players)
    return {
        "known_cards": [
            [cards[colour] / 3 for colour in COLOURS]
            for cards in [*known, *[Counter()] * (SEATS - num_players)]
        ],
        "unseen": [unseen[colour] / copies[colour] for colour in COLOURS],
        "maybe_in_pile": [
            min(unseen[colour], in_pile[colour]) / copies[colour] for colour in COLOURS
        ],
        "pile_cards": [in_pile[colour] / copies[colour] for colour in COLOURS],
        "least_older": [min(counts) / 3 for counts in older],
        "most_older": [max(counts) / 3 for counts in older],
    }


def check(pieces, expected):
    for name, piece in expected.items():
        assert pieces[name] == pytest.approx(np.array(piece, float), abs=1e-6), name


@every_game
@given(data=st.data())
def test_every_piece_matches_the_written_position(game, data):
    state = data.draw(positions(game))
    for player in range(game.num_players):
        pieces = game.layout.decode(game.observe(state, player))
        expected = expected_pieces(game.to_dict(state), player)
        assert {*pieces} - {*expected} == {*Kardinal.unwritten_pieces}
        check(pieces, expected)


@every_game
# Each example is a whole game, checked after every action for every seat.
@settings(max_examples=2)
@given(seed=seeds)
def test_memories_match_those_of_a_bookkeeper(game, seed):
    state = game.new(seed)
    bookkeeper = Bookkeeper(game.to_dict(state))
    for action in single_actions(game, state, seed):
        shown = game.to_dict(state)
        bookkeeper.record(game.action_name(action), shown)
        for player in range(game.num_players):
            pieces = game.layout.decode(game.observe(state, player))
            check(pieces, expected_memories(shown, bookkeeper, player))
