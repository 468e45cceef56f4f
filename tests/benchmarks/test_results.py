"""`make results` on small matches, and the page that is in the repository."""

import hashlib
import json
import re
from pathlib import Path

import numpy as np
import pytest

from benchmarks import results
from benchmarks.results import ADDED_BELOW, MATCHES, Match, Measured, write_page
from hofspiele.envs.agents import Agent, MatchResult
from hofspiele.envs.core import GameRecord, read_records
from hofspiele.training.measuring import evaluation
from hofspiele.training.players import shipped

ROOT = Path(__file__).parents[2]
PAGE, BENCHMARKS = ROOT / "RESULTS.md", ROOT / "benchmarks"
SHIPPED = sorted(shipped.FOLDER.glob("*.safetensors"))
MATCH = Match("Kou", "kou_ka_roi", 2, (), "greedy", "random", 8, (1, 2))


def measured(*wins, **values):
    """Return four deals of three players for each seed, with `wins` wins of the agent."""
    ranks = np.tile(np.array([2, 1, 3], np.int16), (len(wins), 12, 1))
    for games, won in zip(ranks, wins, strict=True):
        games[:won] = [1, 2, 3]
    ranks = ranks.reshape(-1, 3, 3)
    games = MatchResult(["greedy", "random", "random"], 2.0 - ranks, 10.0 - ranks, ranks, [])
    match = Match("K & K", "kardinal", 3, ("vatikan",), "greedy", "random", 12, (7, 8)[: len(wins)])
    match = match._replace(**values)
    return Measured(match, games, GameRecord("kardinal", {}, match.seeds[0], [], [], []))


def row_of(page):
    (row,) = [line for line in page.read_text().splitlines() if line.startswith("| `greedy` |")]
    return [cell.strip() for cell in row.strip("|").split("|")]


def test_missing_matches_are_played_once_and_written(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(results, "MATCHES", [MATCH])
    pages = []
    for missing in (1, 0):
        results.make_results([])
        assert f"{missing} of 1 matches are missing" in capsys.readouterr().out
        pages.append(Path("RESULTS.md").read_text())
    assert pages[0] == pages[1]
    assert "| `greedy` | 1 × `random` | 16 |" in pages[0]
    assert "`hofspiele replay RESULTS.jsonl game=1 to=html`" in pages[0]
    (record,) = read_records(Path("RESULTS.jsonl"))
    record.replay()


def test_arguments_are_refused_before_anything_is_played():
    with pytest.raises(ValueError, match="games="):
        results.make_results(["games=1"])


def test_page_is_the_same_by_any_number_of_threads(tmp_path, monkeypatch):
    monkeypatch.setattr(Agent, "games_at_once", 2)  # Several parts, which threads can share.
    monkeypatch.setattr(results, "MATCHES", [MATCH])
    written = []
    for threads in (1, 2):
        monkeypatch.setattr(evaluation, "usable_cores", lambda threads=threads: threads)
        (folder := tmp_path / str(threads)).mkdir()
        monkeypatch.chdir(folder)
        results.make_results([])
        written.append([(folder / name).read_bytes() for name in ("RESULTS.md", "RESULTS.jsonl")])
    assert written[0] == written[1]


def test_each_match_and_code_has_its_own_file(monkeypatch):
    files = {results.kept_file(MATCH), results.kept_file(MATCH._replace(games=12))}
    files.add(results.kept_file(MATCH._replace(agent="trained")))
    monkeypatch.setattr(results, "code_digest", lambda *_: "another")
    files.add(results.kept_file(MATCH))
    assert len(files) == 4


@pytest.fixture
def page(tmp_path):
    return tmp_path / "PAGE.md"


def test_a_row_has_figures_and_its_command(page):
    write_page(page, [measured(9)])
    agent, against, games, share, fair, seeds, margin, command = row_of(page)
    assert (agent, against, games, fair) == ("`greedy`", "2 × `random`", "12", "33.3 %")
    assert seeds == "7: 75.0 %"
    assert share.startswith("75.0 % [")
    assert margin.startswith("+1.1 ± ")
    assert command == (
        "`game=kardinal num_players=3 vatikan=true agent=greedy opponents=random games=12 seed=7`"
    )


def test_seeds_of_a_match_share_a_row(page):
    write_page(page, [measured(6, 9)])
    _, _, games, share, _, seeds, *_ = row_of(page)
    assert (games, seeds) == ("24", "7: 50.0 %, 8: 75.0 %")
    assert share.startswith("62.5 % [")


def test_each_section_has_a_game_to_watch_of_its_longest_match(page):
    kept = [
        measured(3, title="Other", seeds=(0,)), measured(3, games=6),
        measured(3, games=15, seeds=(2,)), measured(3, games=15, seeds=(8,)),
    ]  # fmt: skip
    write_page(page, kept)
    assert [record.seed for record in read_records(page.with_suffix(".jsonl"))] == [0, 2]


def test_text_added_by_hand_is_kept(page):
    write_page(page, [measured(3)])
    page.write_text(f"{page.read_text()}\n{ADDED_BELOW}\n## Ours\n")
    whole = page.read_text()
    write_page(page, [measured(3)])
    assert page.read_text() == whole
    write_page(page, [measured(4)])
    assert page.read_text() != whole
    assert page.read_text().endswith(f"\n\n{ADDED_BELOW}\n## Ours\n")


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_results_ladders_and_scorecard_belong_to_the_bundled_agents(file):
    sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
    assert sha256 in PAGE.read_text()
    scorecard = json.loads((BENCHMARKS / "scorecards/trained/scorecard.json").read_text())
    setups = [setup for setup in scorecard["setups"].values() if setup["game"] == file.stem]
    assert {setup["agent_sha256"]["trained"] for setup in setups} == {sha256}
    ladders = (BENCHMARKS / "ladders").glob(f"{file.stem}*/tournament.json")
    assert {json.loads(one.read_text())["agents"]["trained"] for one in ladders} == {sha256}


def test_each_game_on_the_page_can_be_watched():
    sections = measured_page().split("\n## ")[1:]
    records = read_records(PAGE.with_suffix(".jsonl"))
    for number, (section, record) in enumerate(zip(sections, records, strict=True), 1):
        title = section.partition("\n")[0]
        longest = max((m for m in MATCHES if m.title == title), key=lambda match: match.games)
        game, _ = record.replay()
        assert game == longest.make_game()
        others = [longest.opponent] * (game.num_players - 1)
        assert sorted(record.players) == sorted([longest.agent, *others])
        assert (
            f"\n`{longest.agent}` against {longest.against()}, seed {longest.seeds[0]}: "
            f"`hofspiele replay RESULTS.jsonl game={number} to=html`\n"
        ) in section


def test_no_match_is_missing_on_the_page():
    text = measured_page()
    titles = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert titles == list(dict.fromkeys(match.title for match in MATCHES))
    found = rows_of(text)
    assert len(found) == len(MATCHES)
    for match in MATCHES:
        games, seeds, command = found[match.title, match.agent, match.against()]
        assert seeds == [*match.seeds]
        deals = -(-match.games // match.num_players)
        assert games == len(seeds) * deals * match.num_players
        assert command == f"`{match.command()}`"


def measured_page():
    """Return the part of the page that the command has written."""
    return PAGE.read_text().partition(ADDED_BELOW)[0]


def rows_of(page):
    """Return number of games, seeds and command of each row, by title, agent and opponents."""
    found = {}
    for section in page.split("\n## ")[1:]:
        title, *lines = section.splitlines()
        for line in lines:
            if line.startswith("| `"):
                agent, against, games, _, _, seeds, _, command = line.strip("| ").split(" | ")
                key = (title, agent.strip("`"), against)
                assert key not in found
                shown = [int(seed) for seed in re.findall(r"(\d+): \d", seeds)]
                found[key] = int(games), shown, command
    return found
