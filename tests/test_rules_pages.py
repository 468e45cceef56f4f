import ast
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import ImageOps

from hofspiele import envs
from hofspiele.envs.core.registry import spec_of
from tests.games import ONE_OF_EACH_OWN_GAME
from tests.pages import blocks
from tools.rules_pages import lessons
from tools.rules_pages.lessons import EXAMPLES, LESSONS
from tools.rules_pages.pictures import is_up_to_date
from tools.rules_pages.tables import (
    generated_parts,
    page_of,
    symbol_files,
    with_parts,
)

COMMAND = "make docs"
OWN_PAGES = [page_of(case.name) for case in ONE_OF_EACH_OWN_GAME]
PAGES = [Path(__file__).parents[1] / "README.md", *OWN_PAGES]


@pytest.mark.parametrize("case", ONE_OF_EACH_OWN_GAME, ids=str)
def test_generated_parts_are_up_to_date(case):
    page = page_of(case.name).read_text(encoding="utf-8")
    parts = generated_parts(case.make())
    assert sorted(re.findall(r"<!-- generated: (\w+) -->", page)) == sorted(parts)
    assert with_parts(page, parts) == page, f"bring it up to date: {COMMAND}"


@pytest.mark.parametrize(
    "picture", [*EXAMPLES, *LESSONS], ids=lambda one: "-".join(one.path.parts[-3:])
)
def test_pictures_are_up_to_date(picture):
    image = picture.image()
    assert is_up_to_date(picture.path, image), f"bring it up to date: {COMMAND}"
    assert not is_up_to_date(picture.path, ImageOps.mirror(image))
    assert picture.path.stat().st_size <= 150_000


@pytest.mark.parametrize("case", ONE_OF_EACH_OWN_GAME, ids=str)
def test_symbols_are_up_to_date(case):
    files = symbol_files(case.make())
    for path, svg in files.items():
        assert path.read_text(encoding="utf-8") == svg, f"bring it up to date: {COMMAND}"
    written = page_of(case.name).with_name("images").glob("*.svg")
    assert {path.name for path in written} == {path.name for path in files}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_pages_show_pictures_that_are_there(page):
    shown = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    assert shown
    assert all((page.parent / path).is_file() for path in shown)


@pytest.mark.parametrize("page", OWN_PAGES, ids=lambda page: page.parent.name)
def test_the_example_position_is_read_and_shows_all_fields(page):
    (block,) = blocks(page, "python")
    written = ast.literal_eval(block)
    names = spec_of(written["game"]).option_names
    game = envs.make(written["game"], **{name: written[name] for name in written.keys() & names})
    shown = game.to_dict(game.from_dict(written))
    for name, value in written.items():  # Short lists are filled up.
        assert (shown[name][: len(value)] if isinstance(value, list) else shown[name]) == value
    # What is removed follows from the number of players.
    assert shown.keys() - written.keys() <= {"removed"}


def minute(game):
    """Return the words of "How to play in a minute"."""
    text = page_of(game).read_text(encoding="utf-8").split("## How to play in a minute\n")[1]
    return " ".join(text.split("\n## ")[0].split())


def sheet(written):
    game = envs.make(written["game"], num_players=3)
    return game.score_sheet(game.from_dict(written))


def test_points_of_abbeys_in_the_text_are_right():
    assert list(sheet(lessons.KARDINAL_SCORING)["abbeys"]) == [6, 3, 2]
    text = minute("kardinal")
    for sentence in (
        "scores all of them, 6 points", "Blue's abbeys, 3 points", "Orange's abbeys, 2 points",
    ):  # fmt: skip
        assert sentence in text


def test_points_of_knatsch_in_the_text_are_right():
    assert sheet(lessons.KNATSCH_SCORING)["total"][0] == 4
    assert "Blue has 4 points" in minute("knatsch")


def test_points_of_kou_ka_roi_in_the_text_are_right():
    points = {category: int(of[0]) for category, of in sheet(lessons.KOU_KA_ROI_SCORING).items()}
    assert points.pop("round 1") == 0
    assert points == {
        "kings": 9, "churches": 10, "victory": 3, "knights": 6, "animals": 3, "farm": 14,
        "total": 45,
    }  # fmt: skip
    numbers = re.findall(r"\d+", minute("kou_ka_roi").split("**Scoring.**")[1].split("![")[0])
    assert np.isin(list(points.values()), [int(number) for number in numbers]).all()
