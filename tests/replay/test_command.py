import sys
from dataclasses import replace

import pytest

from hofspiele.console import __main__ as console
from hofspiele.envs.core.text.records import write_records
from hofspiele.envs.replay import replay_text
from tests.games import CASES
from tests.replay.test_page import content_of


@pytest.fixture
def match(record_of, tmp_path):
    """Return a file of two games, and their records."""
    records = [record_of(CASES[0], seed) for seed in (1, 2)]
    write_records(tmp_path / "match.jsonl", records)
    return tmp_path / "match.jsonl", records


@pytest.fixture
def run(capsys, monkeypatch):
    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["hofspiele", "replay", *map(str, arguments)])
        try:
            status = console.main()
        except SystemExit as ended:
            status = ended.code
        return status, *capsys.readouterr()

    return call


def test_text_is_printed(match, run):
    file, records = match
    assert run(file) == (0, replay_text(records[0]), "")
    assert run(file, "game=2", "skip=5") == (0, replay_text(records[1], 5), "")


@pytest.mark.parametrize("kind", ["printed", "written"])
def test_names_of_players_are_escaped(match, run, tmp_path, kind):
    file, (record, _) = match
    names = ["\x1b[2J\x9b31m", "a\r\nseed: 5\x7f\x08", "\u202ebot\u2066", "é"]
    write_records(file, [replace(record, players=names[: len(record.scores)])])
    out = [] if kind == "printed" else [f"out={tmp_path / 'game.txt'}", "to=text"]
    status, printed, error = run(file, *out)
    text = printed if kind == "printed" else (tmp_path / "game.txt").read_text(encoding="utf-8")
    assert (status, error) == (0, "")
    assert {letter for letter in text if not letter.isprintable()} == {"\n"}
    assert text.count("\nseed: ") == 1
    assert r"\x1b[2J\x9b31m, a\r\nseed: 5\x7f\x08" in text


def test_errors_are_escaped(match, run):
    file = match[0]
    strange = file.rename(file.with_name("\x1b[2J\u202e.jsonl"))
    status, _, error = run(strange, "game=3")
    assert status == 2
    assert "\x1b" not in error
    assert r"\x1b[2J\u202e.jsonl holds 2 games" in error


def test_a_path_may_contain_an_equals_sign(match, run, tmp_path):
    (tmp_path / "lr=3e-4").mkdir()
    file = match[0].rename(tmp_path / "lr=3e-4" / "match.jsonl")
    assert run(file, "game=2") == (0, replay_text(match[1][1]), "")


def test_a_page_shows_each_agent_once(match, run, tmp_path):
    status, _, error = run(
        match[0], "to=html", "agents=[greedy, random,greedy]", f"out={tmp_path}/p"
    )
    assert (status, error) == (0, "")
    found = content_of((tmp_path / "p").read_text(encoding="utf-8"))["thoughts"]
    assert [thoughts["agent"] for thoughts in found] == ["greedy", "random"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["to=html", "agents=[clever]"], "unknown agent 'clever', and there is no file or folder"),
        (["to=html", "agents=['']"], "agents is [''], expected a name, or a list"),
        (["agents=greedy"], "to is text, expected html if agents are given"),
        (["game=3"], "game is 3, but "),
        (["game=0"], "game is 0, expected an integer from 1"),
        (["skip=x"], "skip is x, expected an integer from 0"),
        (["skip=900"], "skip is 900, expected 0 to "),
        (["seat=5", "to=svg"], "seat is 5, expected an integer from 0 to 1"),
        (["to=avi"], "to is avi, expected one of text, html"),
        (["dark=yes"], "dark is yes, expected true or false"),
        (["fron=3"], "unknown setting 'fron'"),
        (["another"], "unexpected argument 'another', expected NAME=VALUE"),
        (["to=gif", "width=17000"], "width is 17_000, expected an integer from 16 to 4096"),
        (["out=film.webm"], "film.webm, expected a file ending in .txt, .html, .gif, .mp4; for"),
        (["out=pictures.png"], "pictures.png, expected a file ending in .txt, .html, .gif, .mp4"),
    ],
)
def test_wrong_values_are_refused(match, run, arguments, message):
    status, printed, error = run(match[0], *arguments)
    assert (status, printed) == (2, "")
    assert error.startswith("error: ")
    assert message in error
    assert error.count("\n") == 1


def test_corrupt_and_missing_files_are_refused(match, run, tmp_path):
    assert "no.jsonl" in run(tmp_path / "no.jsonl")[2]
    (tmp_path / "other").write_text("no record\n")
    assert "other, line 1: not JSON" in run(tmp_path / "other")[2]
    file, (record, _) = match
    write_records(file, [replace(record, scores=[1.0, 2.0])])
    for kind in ("text", "html"):
        status, out, error = run(file, f"to={kind}")
        assert (status, out, error.count("\n")) == (2, "", 1)
        assert "the game was probably played with different components or rules" in error
    assert not file.with_name("match-game1.html").exists()


def test_the_suffix_of_the_output_determines_its_kind(match, run, tmp_path):
    page = match[0].with_name("match-game2.html")
    assert run(match[0], "to=html", "game=2") == (0, f"{page}\n", "")
    page = tmp_path / "page.html"
    assert run(match[0], f"out={page}") == (0, f"{page}\n", "")
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE")
    assert run(match[0], f"out={page}", "to=text")[0] == 0
    assert page.read_text(encoding="utf-8") == replay_text(match[1][0])
