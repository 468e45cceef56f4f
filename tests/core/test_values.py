"""Values in arguments, and suggestions, percentages and commands in messages."""

import shlex
from importlib import metadata
from pathlib import Path
from unittest import mock

import pytest

from hofspiele import envs
from hofspiele.envs.command_line.values import (
    Several,
    argument,
    read_value,
    replay_command,
    shell_command,
    written,
)
from hofspiele.envs.core.text.installed import install_command
from hofspiele.envs.core.text.suggest import nearest
from hofspiele.envs.core.text.words import percent

TEXTS = [
    "results/run-1", "results/ü", "a=b", "a (1)", " a ", "a'b", 'a"b', "a{b", "[a]", "a,b", "~/x",
    "1", "1e3", "null", "true", "", "\\", "a\\", "a\\'b", "'a'", '"a"', "a${seed}", "$HOME", "a!b",
    "`a`", "a\tb", "a\nb", "a  b", "a'b$c", r"a\${b}", r"\\${a}'\${b}", "a\\\n",
    "007", "1_0", ".5", "]", "a:b", "-", "C:\\x",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_written_values_are_read_unchanged(text):
    for value in (text, [text, text], {text: [text]}):
        assert read_value(written(value)) == value
        (word,) = shlex.split(argument("name", value))
        assert read_value(word.removeprefix("name=")) == value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[3, 4]", [3, 4]), ("{a:1,b:[1,{c:x}]}", {"a": 1, "b": [1, {"c": "x"}]}), ("[]", []),
        (r"{my\:Agent:0.1}", {"my:Agent": 0.1}), ("{'a:B':0}", {"a:B": 0}), ("{}", {}),
        ("a,[1]", Several(["a", [1]])), ("1e6", 1_000_000), ("2.5e3", 2500), ("1e-3", 0.001),
        ("1.0", 1.0), ("True", True), ("null", None), ("nan", "nan"),
        ("results/a[1]", "results/a[1]"), ("9" * 5000, "9" * 5000), ("1:2", "1:2"),
    ],
)  # fmt: skip
def test_values_have_the_type_that_they_look_like(text, expected):
    assert read_value(text) == expected
    assert type(read_value(text)) is type(expected)


@pytest.mark.parametrize("text", ["[a", "{a}", "'a'b", "[a]b", "{a:1"])
def test_malformed_values_are_refused(text):
    with pytest.raises(ValueError, match=r"is missing|expected \{a:VALUE\}|follows a complete"):
        read_value(text)


def test_commands_can_be_pasted():
    assert shell_command("train", resume="results/ü", agents=["a", "b"], name="7") == (
        "hofspiele train 'resume=results/ü' 'agents=[a,b]' \"name='7'\""
    )
    beside = "'results/lr=1 b/games.jsonl' game=2 to=html"
    assert (
        replay_command(Path("results/lr=1 b/games.jsonl"), 2, "knatsch", to="html")
        == f"hofspiele replay {beside}"
    )


KNOWN = ("num_players", "vatikan", "two_countries", "reward")


@pytest.mark.parametrize(
    ("name", "meant"),
    [("vatican", "vatikan"), ("num_player", "num_players"), ("colour", None)],
)
def test_the_nearest_name_is_suggested_if_one_is_similar(name, meant):
    assert nearest(name, KNOWN) == (f"; did you mean {meant!r}?" if meant else "")


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0, "0 %"), (0.001, "<1 %"), (0.424, "42 %"), (0.9999, ">99 %"), (1, "100 %")],
)
def test_only_certainty_is_rounded_to_0_or_100_percent(chance, words):
    assert percent(chance) == words


CHECKOUT = f"-e '{Path(envs.__file__).resolve().parents[1]}[train]'"


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        ('{"url": "file:///a.whl", "archive_info": {}}', "'hofspiele[train] @ file:///a.whl'"),
        ('{"url": "file:///a", "dir_info": {}}', "'hofspiele[train] @ file:///a'"),
        ('{"url": "file:///a", "dir_info": {"editable": true}}', CHECKOUT),
        (None, "'hofspiele[train]'"),
        (metadata.PackageNotFoundError("hofspiele"), CHECKOUT),
    ],
    ids=["wheel", "folder", "editable", "index", "on Python's path"],
)
def test_extras_are_added_to_the_installation(monkeypatch, origin, command):
    found = mock.Mock(**{"return_value.read_text.return_value": origin})
    if isinstance(origin, Exception):
        found.side_effect = origin
    monkeypatch.setattr(metadata, "distribution", found)
    assert install_command("train") == f"pip install {command}"
