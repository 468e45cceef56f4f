import numpy as np
import pytest

from hofspiele.envs.core.checks import int64_array, number_that_fits, shown, whole_number
from tests.hostile.contents import nested


@pytest.mark.parametrize("value", [1, 7, np.int16(7), np.uint64(7)])
def test_integers_of_all_kinds_are_whole_numbers(value):
    number = whole_number("num_games", value, least=1)
    assert number == value
    assert type(number) is int
    with pytest.raises(ValueError, match="num_games is 9, expected an integer from 1 to 8"):
        whole_number("num_games", 9, least=1, most=8)


@pytest.mark.parametrize("value", [0, -3, 2.0, 2.5, "3", None, True, np.float64(2), [2]])
def test_errors_name_the_argument_and_its_value(value):
    with pytest.raises(ValueError, match=r"num_games is .*, expected an integer >= 1"):
        whole_number("num_games", value, least=1)


@pytest.mark.parametrize(
    "value",
    [
        nested(100_000), {"a": nested(100_000)}, "x" * 10**6, 10**10_000, [10**10_000], np.eye(200),
        [[["x" * 90] * 8] * 8] * 8,
    ],
    ids=["list", "dict", "str", "int", "int in a list", "array", "lists"],
)  # fmt: skip
def test_any_value_is_shown_in_one_short_line(value):
    assert 0 < len(shown(value)) <= 202
    assert "\n" not in shown(value)


def test_numbers_that_need_too_much_memory_are_refused():
    assert number_that_fits("num_games", np.int32(7), 1000) == 7
    with pytest.raises(
        ValueError,
        match=r"num_games is 1000000000000000, which takes 1000000000 GB of memory \(1,000 bytes "
        r"each\), but this machine has \d+ GB",
    ):
        number_that_fits("num_games", 10**15, 1000)
    with pytest.raises(ValueError, match=r"num_games is 10000.*0000, which takes 1000.*000 GB"):
        number_that_fits("num_games", 10**400, 1000)


@pytest.mark.parametrize("missing", ["SC_PHYS_PAGES", None], ids=["unknown", "not POSIX"])
def test_no_number_is_refused_if_memory_is_unknown(monkeypatch, missing):
    def sysconf(name):
        raise ValueError("unrecognized configuration name")

    if missing:
        monkeypatch.setattr("os.sysconf", sysconf)
    else:
        monkeypatch.delattr("os.sysconf")
    assert number_that_fits("num_games", 10**15, 1000) == 10**15


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int64, np.uint64])
def test_integers_of_any_width_become_int64(dtype):
    array = int64_array("actions", np.array([3, 100], dtype))
    assert array.dtype == np.int64
    assert array.tolist() == [3, 100]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([0.9], "actions are float64, expected integers"),
        (["0"], "actions are <U1, expected integers"),
        ([True], "actions are bool, expected integers"),
        *((wrong, "are object, expected int") for wrong in (None, [2**64], np.array([1], object))),
        ([[0], 1], r"actions are \[\[0\], 1\], expected an array of integers"),
        (np.array([0, 2**63], np.uint64), "actions contain 9223372036854775808, expected at most"),
    ],
)
def test_values_other_than_64_bit_integers_are_refused(values, message):
    with pytest.raises(ValueError, match=message):
        int64_array("actions", values)
