from dataclasses import replace

import pytest

from hofspiele.envs.core.text.records import write_records
from hofspiele.envs.replay import replay_text
from tests.games import CASES
from tests.replay.test_page import content_of
from tests.training.commands import error_of, output_of


@pytest.fixture
def match(record_of, tmp_path):
    """Return a file of two games, and their records."""
    records = [record_of(CASES[0], seed) for seed in (1, 2)]
    write_records(tmp_path / "match.jsonl", records)
    return tmp_path / "match.jsonl", records


def printed(*arguments):
    return output_of("replay", *arguments)


def refused(*arguments):
    return error_of("replay", *arguments)


def test_text_is_printed(match):
    file, records = match
    assert printed(file) == replay_text(records[0])
    assert printed(file, "game=2", "skip=5") == replay_text(records[1], 5)


def test_names_of_players_and_files_are_escaped(match, tmp_path):
    file, (record, _) = match
    names = ["\x1b[2J\x9b31m", "a\r\nseed: 5\x7f\x08", "\u202ebot\u2066", "é"]
    write_records(file, [replace(record, players=names[: len(record.scores)])])
    assert printed(file, f"out={tmp_path / 'game.txt'}", "to=text") == f"{tmp_path / 'game.txt'}\n"
    for text in (printed(file), (tmp_path / "game.txt").read_text(encoding="utf-8")):
        assert {letter for letter in text if not letter.isprintable()} == {"\n"}
        assert text.count("\nseed: ") == 1
        assert r"\x1b[2J\x9b31m, a\r\nseed: 5\x7f\x08" in text
    error = refused(file.rename(file.with_name("\x1b[2J\u202e.jsonl")), "game=3")
    assert "\x1b" not in error
    assert r"\x1b[2J\u202e.jsonl holds 1 game" in error


def test_a_path_may_contain_an_equals_sign(match, tmp_path):
    (tmp_path / "lr=3e-4").mkdir()
    file = match[0].rename(tmp_path / "lr=3e-4" / "match.jsonl")
    assert printed(file, "game=2") == replay_text(match[1][1])


def test_a_page_shows_each_agent_once(match, tmp_path):
    printed(match[0], "to=html", "agents=[greedy, random,greedy]", f"out={tmp_path}/p")
    found = content_of((tmp_path / "p").read_text(encoding="utf-8"))["thoughts"]
    assert [thoughts["agent"] for thoughts in found] == ["greedy", "random"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["to=html", "agents=[clever]"], "unknown agent 'clever', and there is no file or folder"),
        (["agents=greedy"], "to is text, expected html if agents are given"),
        (["game=3"], "game is 3, but "),
        (["skip=900"], "skip is 900, expected 0 to "),
        (["seat=5", "to=svg"], "seat is 5, expected an integer from 0 to 1"),
        (["to=avi"], "to is avi, expected one of text, html"),
        (["another"], "unexpected argument 'another', expected NAME=VALUE"),
        (["to=gif", "width=17000"], "width is 17_000, expected an integer from 16 to 4096"),
        (["out=film.webm"], "film.webm, expected a file ending in .txt, .html, .gif, .mp4; for"),
        (["out=pictures.png"], "pictures.png, expected a file ending in .txt, .html, .gif, .mp4"),
    ],
)
def test_wrong_values_are_refused(match, arguments, message):
    assert message in refused(match[0], *arguments)


def test_corrupt_files_are_refused(match, tmp_path):
    (tmp_path / "other").write_text("no record\n")
    assert "other, line 1: not JSON" in refused(tmp_path / "other")
    file, (record, _) = match
    write_records(file, [replace(record, scores=[1.0, 2.0])])
    for kind in ("text", "html"):
        error = refused(file, f"to={kind}")
        assert "the game was probably played with different components or rules" in error
    assert not file.with_name("match-game1.html").exists()


def test_the_suffix_of_the_output_determines_its_kind(match, tmp_path):
    page = match[0].with_name("match-game2.html")
    assert printed(match[0], "to=html", "game=2") == f"{page}\n"
    page = tmp_path / "page.html"
    assert printed(match[0], f"out={page}") == f"{page}\n"
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE")
    printed(match[0], f"out={page}", "to=text")
    assert page.read_text(encoding="utf-8") == replay_text(match[1][0])
