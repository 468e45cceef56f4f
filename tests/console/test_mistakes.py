"""Mistakes on the command line, which end a command before it creates anything.

Other tests cover the messages for wrong settings; these lines go through whole commands.
"""

import shlex
from pathlib import Path

import pytest

from tests.training.commands import error_of


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("pley", "error: unknown command 'pley'; did you mean 'play'?\n"),
        ("xyz", "error: unknown command 'xyz'; see hofspiele --help\n"),
        ("replay missing", "error: missing: No such file or directory\n"),
        ("components kardinal to=missing/a.toml", "missing/a.toml: No such file or directory\n"),
        ("components", "game is missing; set game=… (a game that `hofspiele games` lists"),
        ("components kardinal out=x", "unknown setting 'out'"),
        ("components --game", "--game has no value, expected game=VALUE"),
        ("serve agents=agent.zip open=false", "error: agents is agent.zip, expected a folder"),
        ("selfcheck knatsch", "error: "),
        ("watch kou_ka_roi pace=nan", "error: pace is nan, expected"),
        ("play", "game is null, expected one of "),
        ("play kardnal", "did you mean 'kardinal'?"),
        ("play kardinal num_player=3", "'num_player'; did you mean 'num_players'?"),
        ("play vatikan=true", "'vatikan' is an option of game=kardinal"),
        ("play kardinal knatsch", "unexpected argument 'knatsch', expected game=knatsch; see"),
        ("play kardinal num_players=9", "num_players is 9, expected one of: 3, 4, 5"),
        ("play kardinal vatikan=yes", "vatikan is 'yes', expected"),
        ("play kardinal agents=[greedy,random]", "expected 1 (for all other seats) or 3 (one"),
        ("play kardinal agents=gredy", "unknown agent 'gredy'"),
        ("play kardinal seat=4", "seat is 4, expected an integer from 0 to 3"),
        (f"play kardinal seed={'9' * 5000}", "expected an integer from 0"),
        ("play kardinal record=agent.zip", "agent.zip, line 1: not JSON"),
        ("train opponents=lege", "opponents is 'lege', expected one of league"),
        ("evaluate agent=greedy opponents=", "opponents is '', expected a name, or a list"),
        ("evaluate agent=greedy game=kou_ka_roi games=1000000000000", "000000, which takes"),
        ("evaluate agent=greedy game=knatsch json=x records=x", "are x, x, expected different"),
        ("evaluate agent=greedy game=knatsch game.options.vatikan=true", "argument 'vatikan'"),
        ("tournament agents=[greedy,random]", "set game=NAME, one of"),
        ("exploit agent=greedy game=knatsch opponents.shares.greedy=1", "takes no opponents="),
        ("tune \"storage=''\"", "storage is '', expected a name, or null"),
        ("tune resume=results/run", "tune takes no resume=…; repeat"),
    ],
    ids=lambda text: text[:60],
)  # fmt: skip
def test_a_mistake_is_one_line_and_changes_nothing(tmp_path, monkeypatch, line, message):
    monkeypatch.chdir(tmp_path)
    Path("agent.zip").write_text("Dear Cardinal\n")
    assert message in error_of(*shlex.split(line))
    assert [*Path().iterdir()] == [Path("agent.zip")]
    assert Path("agent.zip").read_text() == "Dear Cardinal\n"
