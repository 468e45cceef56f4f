import re

import pytest

pytest.importorskip("pyspiel")

from benchmarks import ismcts


def test_both_are_measured_with_the_same_time(capsys):
    ismcts.measure(["kou_ka_roi", "players=2", "seconds=0.002", "deals=2"])
    _, _, *rows = capsys.readouterr().out.splitlines()
    assert [row.split(" | ")[0] for row in rows] == ["| `search`", "| `ismcts`"]
    for row in rows:
        assert " | 4 | " in row
        assert re.search(r"\d+\.\d % \[\d", row)
        assert len(re.findall(r"\d\.\d{4} s, \d+ simulations", row)) == 2


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (["kou_ka_roi", "seconds=0"], "seconds is 0, expected a number > 0"),
        (["kou_ka_roi", "deals=1"], "deals is 1, expected an integer from 2"),
        (["chess"], "unknown game 'chess'"),
        (["kou_ka_roi", "second=1"], "did you mean|unknown argument second="),
    ],
)
def test_wrong_arguments_are_reported(typed, message):
    with pytest.raises(ValueError, match=message):
        ismcts.measure(typed)
