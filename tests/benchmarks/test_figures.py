"""Results belong to the bundled agents, and their pictures are those of pages and files."""

import hashlib
import json
import re

import pytest

from benchmarks import figures
from benchmarks.figures import read_tables, spread_of
from benchmarks.measure import Spread
from hofspiele.envs.core import read_records
from hofspiele.training.players import shipped
from tests.pages import ROOT


@pytest.mark.parametrize(
    ("cell", "spread"),
    [
        ("–", None), ("1,200.5 ×", Spread(1200.5, 1200.5, 1200.5)), ("3 to 5 ×", Spread(4, 3, 5)),
        ("-3.5 % [-4, +2.5]", Spread(-3.5, -4, 2.5)),
    ],
)  # fmt: skip
def test_cells_have_values_and_ranges(cell, spread):
    assert spread_of(cell) == spread


def test_cells_with_other_numbers_are_refused():
    with pytest.raises(ValueError, match="4 numbers, expected at most 3"):
        spread_of("1: 2, 3: 4")


def test_pictures_are_up_to_date(tmp_path):
    figures.draw(tmp_path)
    written = {file.name: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()}
    committed = {name: (figures.FOLDER / name).read_text(encoding="utf-8") for name in written}
    assert committed == written, "bring them up to date: python -m benchmarks.figures"


def test_pictures_are_on_the_results_page():
    page = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[.+\]\(_static/figures/(.+)\)", page)
    assert sorted(shown) == sorted(file.name for file in figures.FOLDER.iterdir())


def test_pictures_can_be_read_on_phones():
    for file in figures.FOLDER.iterdir():
        picture = file.read_text(encoding="utf-8")
        width = float(re.search(r'viewBox="0 0 (\S+)', picture)[1])
        sizes = [float(size) for size in re.findall(r"font-size: ([\d.]+)px", picture)]
        # Pages leave 350 pixels for a picture on a phone.
        assert min(sizes) * 350 / width >= 11, file.name


def test_dots_have_the_values_of_their_page(monkeypatch):
    plotted = {}
    monkeypatch.setattr(
        figures, "plot_dots", lambda file, title, dots, *_, **__: plotted.update({file.name: dots})
    )
    figures.draw()
    trained = Spread(77.8, 77.2, 78.5)
    assert ("trained", "against 3 × greedy", trained) in plotted["matches_1.svg"]
    best, *_, worst = plotted["ladder_kou_ka_roi.svg"]
    assert best == ("guided-100", "", Spread(44.9, 40.8, 49.0))
    assert worst.row == "random"
    assert ("Knatsch", "", Spread(25.4, 24.1, 26.8)) in plotted["best_responses.svg"]
    assert {dot.row for dot in plotted["speed.svg"]} > {"env() relative to connect_four's"}


def test_the_results_page_has_the_ratings_of_all_ladders():
    tables = read_tables((ROOT / "docs" / "results.md").read_text(encoding="utf-8"))
    (shown,) = [table.rows for table in tables if table.heading == "Ladders"]
    rated = {
        table.heading.removesuffix(": ladder"): {row["agent"]: row["rating"] for row in table.rows}
        for table in read_tables((ROOT / "RESULTS.md").read_text(encoding="utf-8"))
        if "rating" in table.rows[0]
    }
    assert {row.pop("game"): row for row in shown} == rated


PAGE = ROOT / "RESULTS.md"
SHIPPED = sorted(shipped.FOLDER.glob("*.safetensors"))


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_results_and_scorecard_belong_to_the_bundled_agents(file):
    sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
    assert sha256 in PAGE.read_text()
    scorecard = json.loads((ROOT / "benchmarks/scorecards/trained/scorecard.json").read_text())
    setups = [setup for setup in scorecard["setups"].values() if setup["game"] == file.stem]
    assert {setup["agent_sha256"]["trained"] for setup in setups} == {sha256}


def test_each_game_on_the_page_can_be_watched():
    page = PAGE.read_text()
    for number, record in enumerate(read_records(PAGE.with_suffix(".jsonl")), 1):
        record.replay()
        assert record.players.count("trained") == 1
        assert f"`hofspiele replay RESULTS.jsonl game={number} to=html`" in page
