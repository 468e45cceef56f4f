import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from hofspiele.envs.core.sparse_rows import SparseRows

# All bit patterns of float32, among them -0.0, infinities and NaN.
ROWS = arrays(
    np.int32,
    array_shapes(min_dims=2, max_dims=2, min_side=0, max_side=9),
    elements=st.integers(-(2**31), 2**31 - 1),
    fill=st.just(0),
).map(lambda bits: bits.view(np.float32))
FEW = np.array([[0, 2, 0], [0, 0, 0], [-1, 0, 0.5]], np.float32)


def equal_bits(one, other):
    return (
        one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    )


@given(rows=ROWS)
def test_rows_are_restored_bit_for_bit(rows):
    kept = SparseRows.of(rows)
    assert len(kept) == len(rows)
    assert equal_bits(kept[:], rows)
    assert equal_bits(SparseRows.join([kept, kept])[:], np.concatenate([rows, rows]))
    assert len(kept.numbers) == len(kept.columns) == np.count_nonzero(rows.view(np.int32))


@pytest.mark.parametrize("index", [0, -1, slice(1, None), [2, 0, 2], [], [[0, 1], [2, 2]]], ids=str)
def test_rows_are_taken_with_any_index_of_numpy(index):
    index = np.array(index, np.int64) if isinstance(index, list) else index
    assert equal_bits(SparseRows.of(FEW)[index], FEW[index])


@pytest.mark.parametrize(
    ("rows", "what"),
    [
        (FEW.astype(np.float64), r"float64 of shape \(3, 3\)"),
        (FEW[0], r"float32 of shape \(3,\)"),
        (np.zeros((0, 2**16 + 1), np.float32), r"float32 of shape \(0, 65537\)"),
    ],
)
def test_other_arrays_are_refused(rows, what):
    with pytest.raises(ValueError, match=f"rows are {what}, expected float32 of shape"):
        SparseRows.of(rows)


def test_only_rows_of_one_width_are_joined():
    narrow, wide = SparseRows.of(FEW), SparseRows.of(np.ones((2, 9), np.float32))
    with pytest.raises(ValueError, match=r"parts have the widths \[\d, 9\], expected one common"):
        SparseRows.join([narrow, wide])
    with pytest.raises(ValueError, match=r"widths \[\], expected one"):
        SparseRows.join([])
