import numpy as np
import pytest

from hofspiele.envs.core.state import record_dtype, state_dtype


@pytest.mark.parametrize("count", range(9))
def test_a_record_has_no_gap_that_a_copy_would_fill_with_anything(count):
    dtype = state_dtype([("cards", np.int16, (count,))] if count else [])
    named = sum(field.itemsize for field, _ in dtype.fields.values())
    assert dtype.itemsize == named
    assert dtype.itemsize % 8 == 0


def test_fields_that_leave_gaps_are_refused():
    with pytest.raises(ValueError, match="write the wider ones first"):
        state_dtype([("small", np.int16), ("wide", np.int64)])


@pytest.mark.parametrize("name", ["round", "copy", "dtype"])
def test_fields_that_plain_python_could_not_read_are_refused(name):
    with pytest.raises(ValueError, match=f"can't be called '{name}'"):
        record_dtype([(name, np.int16)])


def test_fields_are_attributes():
    record = np.zeros(1, record_dtype([("cards", np.int16, (2,))]))[0]
    record.cards[1] = 5
    assert record["cards"].tolist() == [0, 5]


def test_equal_dtypes_are_one_object_as_kernels_are_called_faster_with_it():
    fields = [("count", np.int16), ("cards", np.int16, (3,))]
    assert record_dtype(fields) is record_dtype(fields)
