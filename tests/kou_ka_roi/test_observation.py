"""Every piece of the observation, compared with the written position."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kou_ka_roi.reference_scoring import gain, points, total
from tests.kou_ka_roi.scenario import COPIES, GAMES, written
from tests.play import positions

KINDS = list(COPIES)
SEATS, ROWS = 4, 8
USED = {2: 80, 3: 102, 4: 112}
ALL_POINTS = {"kings": 36, "churches": 10, "victory": 36, "knights": 28, "animals": 120, "farm": 84}


def expected_pieces(num_players, shown, player):
    """Return the observation of `player`, as the rules page defines it."""
    seats = [(player + offset) % num_players for offset in range(num_players)]
    rows, collections = shown["rows"], shown["collections"]
    seen = Counter(shown["box_known"])
    for part in (*rows, *collections):
        seen.update(part)

    def by_seat(value, *shape):
        out = np.zeros((SEATS, *shape))
        out[:num_players] = [value(seat) for seat in seats]
        return np.minimum(out, 1)

    def shares(counts):
        return [counts.get(kind, 0) / copies for kind, copies in COPIES.items()]

    def gains(seat):
        found = [gain(shown, seat, row) / 42 for row in range(len(rows))]
        return (found if seat in shown["undecided"] else [0] * len(rows)) + [0] * (ROWS - len(rows))

    def totals(seat):
        now = 0 if shown["over"] else total(collections, seat)
        return (shown["scores"][seat] + now) / 236

    one_hot_rows = np.zeros((ROWS, 3, len(KINDS)))
    for row, cards in enumerate(rows):
        for place, kind in enumerate(cards):
            one_hot_rows[row, place, KINDS.index(kind)] = 1
    own_choice = np.zeros(ROWS)
    if str(player) in shown["choices"]:
        own_choice[shown["choices"][str(player)] - 1] = 1
    return {
        "num_players": [num_players == number for number in (2, 3, 4)],
        "second_round": shown["round"] == 2,
        "last_turn": shown["last_turn"],
        "undecided": by_seat(lambda seat: seat in shown["undecided"]),
        "rows": one_hot_rows,
        "row_gains": by_seat(gains, ROWS),
        "collections": by_seat(lambda seat: shares(collections[seat]), len(KINDS)),
        "cards": by_seat(lambda seat: sum(collections[seat].values()) / 36),
        "scores": by_seat(lambda seat: shown["scores"][seat] / 236),
        "points_now": by_seat(
            lambda seat: [
                value / ALL_POINTS[category]
                for category, value in points(collections, seat).items()
            ],
            6,
        ),
        "totals": by_seat(totals),
        "unseen": shares({kind: copies - seen[kind] for kind, copies in COPIES.items()}),
        "box_known": shares(shown["box_known"]),
        "pile_size": len(shown["pile"]) / USED[num_players],
        "box_size": sum(shown["box"].values()) / 112,
        "own_choice": own_choice,
    }


@pytest.mark.parametrize("num_players", [2, 3, 4])
@given(data=st.data())
def test_every_piece_matches_the_written_position(num_players, data):
    game = GAMES[num_players]
    state = data.draw(positions(game))
    for player in range(num_players):
        pieces = game.layout.decode(game.observe(state, player))
        expected = expected_pieces(num_players, written(num_players, state), player)
        assert pieces.keys() == expected.keys()
        for name, piece in pieces.items():
            assert piece == pytest.approx(np.array(expected[name], float), abs=1e-6), name


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_each_row_is_described_by_its_cards_and_their_points(num_players):
    game = GAMES[num_players]
    state = game.new(3)
    game.apply(state, "row 2")
    observation = game.observe(state, 0)
    pieces = game.layout.decode(observation)
    (rows,) = game.layout.entities
    for row, columns in enumerate(rows.columns):
        of_row = (
            pieces["rows"][row].ravel(),
            pieces["row_gains"][:, row],
            pieces["own_choice"][[row]],
        )
        np.testing.assert_array_equal(observation[columns], np.concatenate(of_row))
