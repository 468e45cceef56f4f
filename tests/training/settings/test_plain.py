import pytest

from hofspiele.training.settings.plain import check_plain


def test_numbers_too_long_to_print_are_refused():
    message = r"^a\.b is a value of type int that is too large to be written, expected"
    with pytest.raises(ValueError, match=message):
        check_plain({"a": {"b": 10**5000}}, "")


@pytest.mark.parametrize(
    "values",
    [
        {"a": b""}, {"a": {1}}, {1: "a"}, {None: 1}, {"a": [{"b": {2.0: 1}}]},
    ],
)  # fmt: skip
def test_values_that_are_not_plain_are_refused(values):
    with pytest.raises(ValueError, match=r"expected a string"):
        check_plain(values, "")
