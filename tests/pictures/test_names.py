"""The names of players, and the marks on their tokens."""

import pytest

from hofspiele.envs.pictures.scene import Names


@pytest.mark.parametrize(
    ("names", "marks"),
    [
        ((), ["0", "1"]),
        (("Ada", "bob"), ["A", "B"]),
        (("Guest", "greedy 1", "greedy 2"), ["G", "G1", "G2"]),
        (("Ada", "Anna", "Bob"), ["Ad", "An", "Bo"]),
        (("Anna", "Annabel"), ["1", "2"]),
    ],
)
def test_marks_of_tokens_differ(names, marks):
    assert [Names(names).mark(seat) for seat in range(len(marks))] == marks
