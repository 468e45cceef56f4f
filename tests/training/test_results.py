"""What `make results` plays and writes, and the page that is in the repository."""

import dataclasses
import hashlib
import re
import signal
from pathlib import Path

import pytest
from hydra import compose, initialize_config_dir

from hofspiele.envs.core import read_records
from hofspiele.training import results
from hofspiele.training.cli.command import RunError
from hofspiele.training.cli.lock import lock_folder
from hofspiele.training.measuring.kept_games import play_and_keep
from hofspiele.training.measuring.matches import Match, configured_matches
from hofspiele.training.measuring.page import ADDED_BELOW
from hofspiele.training.players import shipped
from tests.training.commands import interrupted, run

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "RESULTS.md"
SHIPPED = sorted(shipped.FOLDER.glob("*.onnx"))
GAME = "games=[{title: Kou,name: kou_ka_roi,options: {},num_players: [2]}]"


def test_the_script_plays_what_is_missing_and_writes_the_page(tmp_path):
    arguments = [
        f"page={tmp_path / 'R.md'}", f"folder={tmp_path / 'kept'}", GAME,
        "matches=[{agent: greedy,opponents: random,games: 8}]",
    ]  # fmt: skip
    left = tmp_path / ".R.md.1-1.tmp"  # by a process that was killed, or could not remove it
    left.touch()
    for missing in (1, 0):
        done = run("results", *arguments)
        assert done.returncode == 0, done.stderr
        assert f"1 matches, {missing} of them to play" in done.stdout
    assert not left.exists()
    page = (tmp_path / "R.md").read_text()
    assert "| `greedy` | 1 × `random` | 8 |" in page
    assert f"`hofspiele replay {tmp_path / 'R.jsonl'} game=1 to=html`" in page
    (record,) = read_records(tmp_path / "R.jsonl")
    record.replay()


def test_ctrl_c_keeps_what_is_done(tmp_path):
    kept = tmp_path / "kept"
    output = interrupted(
        lambda: any(kept.glob("*.npz")), signal.SIGINT,
        "results", f"page={tmp_path / 'R.md'}", f"folder={kept}", GAME,
        "matches=[{agent: greedy,opponents: random,games: 8},"
        "{agent: search-200,opponents: greedy,games: 100000}]",
    )  # fmt: skip
    assert "the same command goes on" in output
    assert [file.name.split("-")[2] for file in kept.glob("*.npz")] == ["greedy"]
    assert not (tmp_path / "R.md").exists()


def test_mistakes_are_told_before_anything_is_played(tmp_path):
    for matches, message in (
        ("matches=[{agent: x,opponents: y,games: 8}]", "no agent is called 'x'"),
        ("matches=[]", "matches is [], expected at least one"),
        ("processes=0", "processes is 0, expected an integer from 1"),
        (f"page={tmp_path}", f"page is {tmp_path}, expected a file in a folder"),
        ("page=games.jsonl", "page is games.jsonl, expected another ending than"),
    ):
        done = run("results", f"folder={tmp_path}", GAME, matches)
        assert done.returncode == 2
        assert message in done.stderr
        assert "Traceback" not in done.stderr
    assert not any(tmp_path.iterdir())


def test_one_process_at_a_time_measures_in_a_folder(tmp_path):
    lock = lock_folder(tmp_path / "kept")
    done = run(
        "results", f"page={tmp_path / 'R.md'}", f"folder={tmp_path / 'kept'}", GAME,
        "matches=[{agent: greedy,opponents: random,games: 8}]",
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == (
        f"error: {tmp_path / 'kept'}: another process works there; wait for it, or stop it first\n"
    )
    lock.lock.release()


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_results_are_those_of_the_agents_that_ship(file):
    assert hashlib.sha256(file.read_bytes()).hexdigest() in PAGE.read_text()


def test_each_game_on_the_page_can_be_watched():
    sections = measured_page().split("\n## ")[1:]
    records = read_records(PAGE.with_suffix(".jsonl"))
    for number, (section, record) in enumerate(zip(sections, records, strict=True), 1):
        game, _ = record.replay()
        assert section.startswith(game.spec.title)
        agent, opponents, seed = re.search(
            rf"^`(.+)` against . × `(.+)`, seed (\d+): "
            rf"`hofspiele replay RESULTS.jsonl game={number} to=html`$",
            section, re.MULTILINE,
        ).groups()  # fmt: skip
        assert sorted(record.players) == sorted([agent, *[opponents] * (game.num_players - 1)])
        options = "".join(f" {name}=true" for name, value in game.options.items() if value is True)
        command = (
            f"`game={game.name} num_players={game.num_players}{options} agent={agent} "
            f"opponents={opponents} games="
        )
        assert command in section
        assert f"seed={seed}`" in section


def test_no_match_is_missing_on_the_page():
    with initialize_config_dir(str(ROOT / "configs" / "measuring"), version_base="1.3"):
        matches = configured_matches(compose("results"))
    text = measured_page()
    titles = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert titles == [*dict.fromkeys(match.title for match in matches)]
    rows = {}
    for match in matches:
        opponents = f"{match.options['num_players'] - 1} × `{match.opponents}`"
        rows.setdefault((match.title, match.agent, opponents), []).append(match)
    found = rows_of(text)
    assert found.keys() == rows.keys()
    for key, seeds in rows.items():
        games, measured, command = found[key]
        assert measured == [match.seed for match in seeds]
        num_players = seeds[0].options["num_players"]
        deals = -(-seeds[0].games // num_players)
        assert games == len(measured) * deals * num_players
        assert f" num_players={num_players} " in command
        assert f" games={seeds[0].games} seed={measured[0]}`" in command


def measured_page():
    """What the command has written of the page."""
    return PAGE.read_text().partition(ADDED_BELOW)[0]


def rows_of(page):
    """Number of games, seeds and command of each row, by title, agent and opponents."""
    found = {}
    for section in page.split("\n## ")[1:]:
        title, *lines = section.splitlines()
        for line in lines:
            if line.startswith("| `"):
                agent, against, games, _, _, seeds, _, command = line.strip("| ").split(" | ")
                key = (title, agent.strip("`"), against)
                assert key not in found
                measured = [int(seed) for seed in re.findall(r"(\d+): \d", seeds)]
                found[key] = int(games), measured, command
    return found


def test_a_match_that_is_outdated_at_the_end_leaves_the_page_as_it_is(tmp_path):
    match = Match("Kou", "kou_ka_roi", {"num_players": 2}, "greedy", "random", 8, 1, True)
    play_and_keep(match, tmp_path)
    assert results._kept(match, tmp_path).games.agents == ["greedy", "random"]
    other = dataclasses.replace(match, games=12)
    with pytest.raises(RunError, match=r"seed1\.npz has been damaged or outdated"):
        results._kept(other, tmp_path)
