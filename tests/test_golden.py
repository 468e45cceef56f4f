import pytest

from tests.digest import digest
from tests.games import DIGEST_CASES, GOLDEN_CASES
from tools.golden import COMMAND, FOLDER, kept_digests, path_of, playthrough


@pytest.mark.parametrize("case", GOLDEN_CASES, ids=str)
def test_playthroughs_are_unchanged(case):
    kept = path_of(case).read_text(encoding="utf-8")
    assert playthrough(case) == kept, f"if this change is right: {COMMAND}, then read the diff"


@pytest.mark.parametrize("case", DIGEST_CASES, ids=str)
def test_digests_are_unchanged(case):
    assert digest(case) == kept_digests()[str(case)], f"if this change is right: {COMMAND}"


def test_nothing_is_left_over():
    assert {*FOLDER.glob("*/*")} == {path_of(case) for case in GOLDEN_CASES}
    assert [*kept_digests()] == [str(case) for case in DIGEST_CASES]
