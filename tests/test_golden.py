import pytest

from tests.games import GOLDEN_CASES
from tests.golden import COMMAND, FOLDER, path_of, playthrough


@pytest.mark.parametrize("case", GOLDEN_CASES, ids=str)
def test_playthroughs_are_unchanged(case):
    kept = path_of(case).read_text(encoding="utf-8")
    assert playthrough(case) == kept, f"if this change is right: {COMMAND}, then read the diff"


def test_no_playthrough_is_left_over():
    assert {*FOLDER.glob("*/*")} == {path_of(case) for case in GOLDEN_CASES}
