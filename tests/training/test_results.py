"""What `make results` plays, keeps and writes, and the page that is in the repository."""

import hashlib
import json
import re
import signal
from pathlib import Path

import pytest
from hydra import compose, initialize

from hofspiele.training.measuring.page import page_of
from hofspiele.training.players import shipped
from hofspiele.training.players.agent_file import save_agent
from hofspiele.training.results import Match, matches_of, measure, measured
from tests.training.commands import interrupted, run
from tests.training.models import untrained

PAGE = Path(__file__).parents[2] / "RESULTS.md"
SHIPPED = sorted(shipped.FOLDER.glob("*.pt"))
GAME = "games=[{title: Kou,name: kou_ka_roi,options: {}}]"


def match_of(agent="greedy", **values):
    given = {"title": "K & K", "name": "kardinal", "options": {"num_players": 3, "vatikan": True}}
    given |= {"opponents": "random", "games": 5, "seed": 7, "deterministic": True}
    return Match(**{**given, "agent": agent, **values})


def test_every_game_has_every_match():
    with initialize("../../configs/evaluation", version_base="1.3"):
        matches = matches_of(compose("results"))
    kinds = {(match.agent, match.opponents) for match in matches}
    assert {("trained", "greedy"), ("trained", "search-100"), ("search-25", "greedy")} <= kinds
    assert len(matches) == len(kinds) * len({match.title for match in matches})
    assert {match.options["num_players"] for match in matches} == {4}
    games = {match.title: match.games for match in matches if match.opponents == "search-100"}
    assert games["Kou-Ka-Roi"] > games["Knatsch"]


def test_games_against_nobody_are_refused():
    mistyped = "games=[{title: Kou,name: kou_ka_roi,options: {},games_by_opponent: {serch-100: 9}}]"
    with initialize("../../configs/evaluation", version_base="1.3"):
        config = compose("results", [mistyped])
    with pytest.raises(ValueError, match="Kou: no match is against serch-100, expected some of"):
        matches_of(config)


def test_a_result_is_kept_until_something_changes(tmp_path):
    match = match_of()
    assert measured(match, tmp_path) is None
    file = measure(match, tmp_path)
    result = measured(match, tmp_path)
    assert result["evaluation"]["games"] == 6
    assert result["evaluation"]["line_up"] == ["greedy", "random", "random"]
    for other in (match_of(games=9), match_of(seed=8), match_of(deterministic=False)):
        assert other.file(tmp_path) == file
        assert measured(other, tmp_path) is None
    file.write_text(file.read_text().replace('"rules": "', '"rules": "0'))
    assert measured(match, tmp_path) is None
    file.write_text("{")
    assert measured(match, tmp_path) is None


def test_another_agent_of_the_same_name_is_measured_anew(tmp_path, kardinal):
    path = tmp_path / "naive.pt"
    match = match_of(agent=str(path))
    for _ in range(2):
        save_agent(path, untrained(kardinal), kardinal, False, {})
        assert measured(match, tmp_path) is None
        measure(match, tmp_path)
        assert measured(match, tmp_path)["basis"]["agents"]["naive"] is not None


def test_the_page_shows_figures_and_the_command_of_each(tmp_path):
    for match in (match_of(), match_of("random", title="Other", options={"num_players": 3})):
        measure(match, tmp_path)
    results = [
        json.loads(file.read_text())
        for file in sorted(tmp_path.iterdir(), key=lambda f: len(f.name))
    ]
    page = page_of(results)
    assert page.index("## Other") < page.index("## K & K")
    assert "win 33.3 % each" in page
    assert (
        "`game=kardinal num_players=3 'options={vatikan:true}' agent=greedy opponents=[random] "
        "games=5 seed=7`" in page
    )
    assert "which takes the most probable action" in page
    share = results[1]["evaluation"]["agents"][0]["win_share"]["mean"]
    assert f"| `greedy` | 2 × `random` | 6 | {100 * share:.1f} % [" in page


def test_the_page_says_where_trained_agents_draw_their_actions(tmp_path):
    file = measure(match_of(deterministic=False), tmp_path)
    page = page_of([json.loads(file.read_text())])
    assert "games=5 seed=7 deterministic=false`" in page
    assert "most probable" not in page


def test_the_script_plays_what_is_missing_and_writes_the_page(tmp_path):
    arguments = [
        f"page={tmp_path / 'R.md'}", f"folder={tmp_path / 'kept'}", "num_players=2", GAME,
        "matches=[{agent: greedy,opponents: random,games: 8}]",
    ]  # fmt: skip
    for missing in (1, 0):
        done = run("results", *arguments)
        assert done.returncode == 0, done.stderr
        assert f"1 matches, {missing} of them to play" in done.stdout
    assert "| `greedy` | 1 × `random` | 8 |" in (tmp_path / "R.md").read_text()


def test_ctrl_c_keeps_what_is_done(tmp_path):
    kept = tmp_path / "kept"
    output = interrupted(
        lambda: kept.is_dir() and any(kept.iterdir()), signal.SIGINT,
        "results", f"page={tmp_path / 'R.md'}", f"folder={kept}", "num_players=2", GAME,
        "matches=[{agent: greedy,opponents: random,games: 8},"
        "{agent: search-200,opponents: greedy,games: 100000}]",
    )  # fmt: skip
    assert "the same command goes on" in output
    assert [file.name.split("-")[2] for file in kept.iterdir()] == ["greedy"]
    assert not (tmp_path / "R.md").exists()


def test_mistakes_are_told_before_anything_is_played(tmp_path):
    done = run("results", f"folder={tmp_path}", GAME, "matches=[{agent: x,opponents: y,games: 8}]")
    assert done.returncode == 2
    assert "no agent is called 'x'" in done.stderr
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_results_are_those_of_the_agents_that_ship(file):
    assert hashlib.sha256(file.read_bytes()).hexdigest() in PAGE.read_text()


def test_no_game_is_missing_on_the_page():
    with initialize("../../configs/evaluation", version_base="1.3"):
        matches = matches_of(compose("results"))
    text = PAGE.read_text()
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == [
        *dict.fromkeys(m.title for m in matches)
    ]
    assert len(re.findall(r"^\| `", text, re.MULTILINE)) == len(matches)
