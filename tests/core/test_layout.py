import numpy as np
import pytest

from hofspiele.envs.core import Layout, Piece
from hofspiele.envs.core.layout import Along, EntityKind, padded

LAYOUT = Layout(
    [
        Piece("flag", (), "a flag"),
        Piece("grid", (2, 3), "a grid", low=-1.0),
        Piece("half", (2,), "two halves", high=0.5),
    ]
)


def test_slices_follow_each_other():
    assert LAYOUT.size == 9
    assert [LAYOUT[name] for name in ("flag", "grid", "half")] == [
        slice(0, 1), slice(1, 7), slice(7, 9),
    ]  # fmt: skip


def test_an_unknown_piece_is_refused():
    with pytest.raises(KeyError, match="no piece 'hat' in the observation; it has: flag, grid"):
        LAYOUT["hat"]


def test_bounds_are_those_of_the_pieces():
    assert LAYOUT.low().tolist() == [0] + [-1] * 6 + [0, 0]
    assert LAYOUT.high().tolist() == [1] * 7 + [0.5, 0.5]
    assert LAYOUT.low().dtype == LAYOUT.high().dtype == np.float32


def test_decode_gives_copies_in_their_own_shapes():
    observation = np.arange(9, dtype=np.float32)
    pieces = LAYOUT.decode(observation)
    assert pieces["flag"].shape == ()
    assert pieces["grid"].tolist() == [[1, 2, 3], [4, 5, 6]]
    pieces["half"][:] = -1
    assert observation[7] == 7


def test_records_share_the_memory_of_the_observations():
    observations = LAYOUT.empty(2)
    LAYOUT.records(observations)[1]["grid"][1, 2] = 5
    assert observations.tolist() == [[0] * 9, [0] * 6 + [5, 0, 0]]


def test_entities_are_described_by_the_pieces_that_declare_them():
    # The first thing has the indices 0 and 2, and the second has only the index 1.
    members = padded([[0, 2], [1]])
    layout = Layout(
        [
            Piece("flag", (), "of no thing"),
            Piece("grid", (2, 3), "a row for each thing", entities=Along("thing", 0)),
            Piece("other", (4,), "of another kind", entities=Along("hat", 0)),
            Piece("turned", (3, 2), "a column for each thing", entities=Along("thing", 1)),
            Piece("places", (3,), "some for each thing", entities=Along("thing", 0, members)),
        ],
        [EntityKind("thing", np.array([[7], [8]]), interchangeable=True)],
    )
    (things,) = layout.entities
    assert things.columns.tolist() == [[1, 2, 3, 11, 13, 15, 17, 19], [4, 5, 6, 12, 14, 16, 18, -1]]
    assert things.actions.tolist() == [[7], [8]]
    assert things.interchangeable
