"""What the site is made of; `make site` builds it and checks all links between its pages."""

import importlib
import re
from pathlib import Path

import pytest

from hofspiele.envs.command_line.setting import explanations
from hofspiele.envs.core import read_records
from hofspiele.training.settings.train import Train
from tests.games import ONE_OF_EACH_OWN_GAME
from tests.import_order import HOUSE
from tests.pages import PAGES, ROOT
from tests.training.commands import KINDS

inventory = pytest.importorskip("sphinx.util.inventory", reason="the extra docs is not installed")


@pytest.fixture
def load(monkeypatch):
    """Return a function that imports a module of ``docs``."""
    monkeypatch.syspath_prepend(ROOT / "docs")
    return importlib.import_module


def test_objects_of_other_projects_have_addresses(load, tmp_path, monkeypatch):
    inventories = load("inventories")
    monkeypatch.setattr(inventories, "FOLDER", tmp_path)
    for name, (address, file) in inventories.write_inventories().items():
        with Path(file).open("rb") as stream:
            found = inventory.InventoryFile.load(stream, address, lambda *parts: "".join(parts))
        for kind, objects in found.items():
            assert kind.startswith("py:")
            for described, item in objects.items():
                assert item.project_name == name
                assert item.uri.startswith(address)
                assert item.uri.rpartition("#")[2].split(".")[-1] == described.split(".")[-1]


@pytest.mark.parametrize("address", ["", "https://example.org/hofspiele"])
def test_links_to_files_outside_of_the_site_need_an_address(load, monkeypatch, address):
    repository = load("repository")
    monkeypatch.setattr(repository, "ADDRESS", address)
    here = "[start](start.md), [ppo](../examples/ppo.py), ![a](../a.png)"
    text = f"[licence](../LICENSE), [tests](../tests), {here}"
    licence, tests = "licence", "tests"
    if address:
        licence = f"[licence]({address}/blob/main/LICENSE)"
        tests = f"[tests]({address}/tree/main/tests)"
    seen = repository.linked(text, "docs/index.md", "docs/index.md")
    assert seen == f"{licence}, {tests}, {here}"


def test_films_show_the_games_of_their_pages(load):
    records = read_records(ROOT / "RESULTS.jsonl")
    for page, number in load("films").FILMS.items():
        assert records[number - 1].game == page


@pytest.mark.parametrize("name", [case.name for case in ONE_OF_EACH_OWN_GAME])
def test_the_start_page_shows_the_game_in_motion(load, name):
    image = pytest.importorskip("PIL.Image", reason="the extra render is not installed")
    films = load("films")
    named = re.findall(rf"_static/gallery/({name}\w*\.webp)", films.gallery())
    assert len({*named}) == 4
    for file in named:
        with image.open(films.GALLERY / file) as picture:
            assert picture.is_animated != ("still" in file)
        assert (films.GALLERY / file).stat().st_size < 500_000


@pytest.mark.parametrize("name", [case.name for case in ONE_OF_EACH_OWN_GAME])
def test_pages_of_games_begin_with_code_that_runs(load, name):
    games = load("games")
    exec(games.snippet(name), {})
    page = (ROOT / "envs" / name / "README.md").read_text(encoding="utf-8")
    boxed = games.with_box(page, name)
    assert boxed.index(games.snippet(name)) < boxed.index("![") < boxed.index("\n## ")
    for heading in re.findall(r"\(#([\w-]+)\)", games.with_box("![", name)):
        assert re.search(rf"^##+ {heading.replace('-', ' ')}$", page, re.MULTILINE | re.IGNORECASE)


def test_page_of_settings_lists_the_settings_of_all_commands(load):
    _, *sections = re.split(r"^## ", load("settings").tables(), flags=re.MULTILINE)
    listed = {text.split()[0]: {*re.findall(r"^\| `(.*?)`", text, re.M)} for text in sections}
    for name, kind in KINDS.items():
        named = {setting for setting, meaning in explanations(kind).items() if meaning}
        assert named <= listed[name] | (listed["train"] if issubclass(kind, Train) else set())


def test_every_diagram_is_on_a_page(load):
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    shown = re.findall(r"\]\(\.\./pictures/(\w+)\.svg\)", text)
    assert sorted(shown) == sorted(load("diagrams").DIAGRAMS)


def test_imports_lead_down(load):
    blocks = load("diagrams").rooms().blocks
    assert len(blocks) == len(HOUSE.rooms)
    for room, other in HOUSE.room_imports():
        titles = [name.removeprefix("training/") for name in (room, other)]
        assert blocks[titles[0]].top < blocks[titles[1]].top
