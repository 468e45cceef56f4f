import re
from pathlib import Path

import pytest

from tests.page_pictures import EXAMPLES, drawn, is_up_to_date
from tests.rules_pages import (
    COMMAND,
    games,
    generated_parts,
    page_of,
    part_names,
    picture_of,
    with_parts,
)

README = Path(__file__).resolve().parents[1] / "README.md"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_generated_parts_are_up_to_date(game):
    page = page_of(game).read_text(encoding="utf-8")
    parts = generated_parts(game)
    assert sorted(part_names(page)) == sorted(parts)
    assert with_parts(page, parts) == page, f"bring it up to date: {COMMAND}"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.case.name)
def test_pictures_are_up_to_date(example):
    path = picture_of(example)
    assert is_up_to_date(path, drawn(example)), f"bring it up to date: {COMMAND}"
    assert not is_up_to_date(path, drawn(example._replace(number=example.number - 1)))
    assert path.stat().st_size <= 150_000


@pytest.mark.parametrize(
    "page", [README, *map(page_of, games())], ids=lambda page: page.parent.name
)
def test_pages_show_pictures_that_are_there(page):
    shown = re.findall(r"!\[.+\]\((.+)\)", page.read_text(encoding="utf-8"))
    assert shown
    assert all((page.parent / path).is_file() for path in shown)
