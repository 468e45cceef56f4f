import numpy as np
import pytest

from hofspiele.envs.core import Layout, Piece
from hofspiele.envs.core.layout import Along, EntityKind, padded
from hofspiele.envs.core.state import Field, empty_position, record_dtype, state_dtype

LAYOUT = Layout(
    [
        Piece("flag", (), "a flag"),
        Piece("grid", (2, 3), "a grid", low=-1.0),
        Piece("half", (2,), "two halves", high=0.5),
    ]
)


def test_slices_follow_each_other_and_bounds_are_those_of_the_pieces():
    assert LAYOUT.size == 9
    assert [LAYOUT[name] for name in ("flag", "grid", "half")] == [
        slice(0, 1), slice(1, 7), slice(7, 9),
    ]  # fmt: skip
    with pytest.raises(KeyError, match="no piece 'hat' in the observation; it has: flag, grid"):
        LAYOUT["hat"]
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


@pytest.mark.parametrize("count", range(9))
def test_records_have_no_gaps(count):
    dtype = state_dtype([Field("cards", (count,), "cards of each seat")] if count else [])
    named = sum(field.itemsize for field, _ in dtype.fields.values())
    assert dtype.itemsize == named
    assert dtype.itemsize % 8 == 0


def test_an_empty_position_has_the_values_of_its_fields():
    fields = [Field("owner", (3,), "who owns a place", empty=-1), Field("supply", (2,), "", [5, 0])]
    (state,) = empty_position(fields)
    assert state["owner"].tolist() == [-1, -1, -1]
    assert state["supply"].tolist() == [5, 0]
    assert (state["player"], state["over"], state["key"]) == (0, 0, 0)


@pytest.mark.parametrize("name", ["round", "copy", "dtype"])
def test_fields_that_plain_python_could_not_read_are_refused(name):
    with pytest.raises(ValueError, match=f"can't be called '{name}'"):
        record_dtype([(name, np.int16)])


@pytest.mark.parametrize("name", ["player", "setup", "padding"])
def test_names_of_fields_that_all_positions_have_are_refused(name):
    with pytest.raises(ValueError, match=f"a field can't be called '{name}': all positions have"):
        state_dtype([Field(name, (), "taken")])
