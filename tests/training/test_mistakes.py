"""Mistakes on the command line, which end a command before it creates anything.

Other tests cover the messages for wrong settings; these lines go through whole commands.
"""

import shlex

import pytest

from tests.training.commands import error_of


@pytest.mark.parametrize(
    ("line", "message"),
    [
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
)  # fmt: skip
def test_a_mistake_is_one_line_and_leaves_nothing(tmp_path, monkeypatch, line, message):
    monkeypatch.chdir(tmp_path)
    error = error_of(*shlex.split(line))
    assert message in error
    assert not any(tmp_path.iterdir())
