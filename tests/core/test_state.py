import numpy as np
import pytest

from hofspiele.envs.core.state import Field, empty_position, record_dtype, state_dtype


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
