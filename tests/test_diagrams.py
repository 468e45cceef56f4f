"""The diagrams of the documentation match the code, and nothing in them overlaps."""

import re
from itertools import combinations

import pytest

from tests.import_order import HOUSE
from tests.pages import PAGES
from tools.diagrams.diagram import FOLDER
from tools.diagrams.drawn import DIAGRAMS


@pytest.fixture(scope="module", params=DIAGRAMS)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def diagram(name):
    return DIAGRAMS[name]()


def test_a_diagram_is_up_to_date(name, diagram):
    written = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert written == diagram.svg(), "bring it up to date: make docs"


def test_a_diagram_is_on_a_page(name):
    shown = re.compile(rf"!\[[^\]]+\]\(\.\./pictures/{name}\.svg\)")
    assert any(shown.search(page.read_text(encoding="utf-8")) for page in PAGES)


def test_blocks_do_not_overlap(diagram):
    for one, other in combinations(diagram.blocks, 2):
        apart = (one.width + other.width) / 2, (one.height + other.height) / 2
        assert abs(one.x - other.x) >= apart[0] or abs(one.y - other.y) >= apart[1]


def test_imports_lead_down():
    heights = {block.title: block.y for block in DIAGRAMS["rooms"]().blocks}
    assert len(heights) == len(HOUSE.rooms)
    for room, other in HOUSE.room_imports():
        titles = [name.removeprefix("training/") for name in (room, other)]
        assert heights[titles[0]] < heights[titles[1]]
