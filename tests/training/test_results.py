"""What `make results` plays and writes, and the page that is in the repository."""

import hashlib
import re
import signal
from pathlib import Path

import pytest
from hydra import compose, initialize_config_dir

from hofspiele.training.measuring.matches import configured_matches
from hofspiele.training.players import shipped
from tests.training.commands import interrupted, run

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "RESULTS.md"
SHIPPED = sorted(shipped.FOLDER.glob("*.pt"))
GAME = "games=[{title: Kou,name: kou_ka_roi,options: {}}]"


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


def test_no_match_is_missing_on_the_page():
    with initialize_config_dir(str(ROOT / "configs" / "measuring"), version_base="1.3"):
        matches = configured_matches(compose("results"))
    text = PAGE.read_text()
    titles = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert titles == [*dict.fromkeys(match.title for match in matches)]
    rows = {(match.title, match.agent, match.opponents) for match in matches}
    assert len(re.findall(r"^\| `", text, re.MULTILINE)) == len(rows)
    for match in matches:
        games = f"games={match.games} seed="
        assert games in text
        assert re.search(rf"[ ,]{match.seed}: \d", text)
