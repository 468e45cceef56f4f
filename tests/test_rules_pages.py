import pytest

from tests.rules_pages import COMMAND, games, generated_parts, page_of, part_names, with_parts


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_generated_parts_are_up_to_date(game):
    page = page_of(game).read_text(encoding="utf-8")
    parts = generated_parts(game)
    assert sorted(part_names(page)) == sorted(parts)
    assert with_parts(page, parts) == page, f"bring it up to date: {COMMAND}"
