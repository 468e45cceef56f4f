import numpy as np
import pytest

from hofspiele.envs.core.checks import whole_number


@pytest.mark.parametrize("value", [1, 7, np.int16(7), np.uint64(7)])
def test_integers_of_all_kinds_are_whole_numbers(value):
    number = whole_number("num_games", value, least=1)
    assert number == value
    assert type(number) is int


@pytest.mark.parametrize("value", [0, -3, 2.0, 2.5, "3", None, True, np.float64(2), [2]])
def test_the_argument_and_its_value_are_named(value):
    with pytest.raises(ValueError, match=r"num_games is .*, expected a whole number of at least 1"):
        whole_number("num_games", value, least=1)
