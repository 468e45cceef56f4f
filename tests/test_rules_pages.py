import re
from pathlib import Path

import pytest

from tests.games import ONE_OF_EACH_OWN_GAME
from tools.rules_pages.examples import EXAMPLES, drawn, is_up_to_date
from tools.rules_pages.parts import generated_parts, page_of, part_names, with_parts

COMMAND = "make docs"
PAGES = [
    Path(__file__).parents[1] / "README.md",
    *(page_of(case.name) for case in ONE_OF_EACH_OWN_GAME),
]


@pytest.mark.parametrize("case", ONE_OF_EACH_OWN_GAME, ids=str)
def test_generated_parts_are_up_to_date(case):
    page = page_of(case.name).read_text(encoding="utf-8")
    parts = generated_parts(case.make())
    assert sorted(part_names(page)) == sorted(parts)
    assert with_parts(page, parts) == page, f"bring it up to date: {COMMAND}"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.case.name)
def test_pictures_are_up_to_date(example):
    path = example.path
    assert is_up_to_date(path, drawn(example)), f"bring it up to date: {COMMAND}"
    assert not is_up_to_date(path, drawn(example._replace(number=example.number - 1)))
    assert path.stat().st_size <= 150_000


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_pages_show_pictures_that_are_there(page):
    shown = re.findall(r"!\[.+\]\((.+)\)", page.read_text(encoding="utf-8"))
    assert shown
    assert all((page.parent / path).is_file() for path in shown)
