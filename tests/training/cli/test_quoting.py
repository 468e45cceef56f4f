import shlex
from pathlib import Path

import pytest
from hydra.core.override_parser.overrides_parser import OverridesParser
from omegaconf import OmegaConf

from hofspiele.training.cli.quoting import (
    argument,
    override,
    quoted_argument,
    replay_command,
    shell_command,
)

TEXTS = [
    "results/run-1", "results/ü", "a=b", "a (1)", " a ", "a'b", 'a"b', "a{b", "[a]", "a,b", "~/x",
    "1", "1e3", "null", "true", "", "\\", "a\\", "a\\'b", "'a'", '"a"', "a${seed}", "$HOME", "a!b",
    "`a`", "a\tb", "a\nb", "a  b", "a'b$c", r"a\${b}", r"\\${a}'\${b}", "a\\\n",
]  # fmt: skip


def read(text):
    """Return the value that a configuration contains after parsing an argument."""
    found = OverridesParser.create().parse_override(text)
    config = OmegaConf.create({"seed": 3, "name": found.value()})
    return config.name


@pytest.mark.parametrize("text", TEXTS)
def test_quoted_text_survives_shell_and_hydra(text):
    assert read(override("name", text)) == text
    (word,) = shlex.split(argument("name", text))
    assert read(word) == text


def test_plain_text_has_no_quotes():
    given = [override("resume", "results/run-1"), override("resume", "ü"), "agents=[a,b]"]
    assert shell_command("train", *given) == (
        "hofspiele train resume=results/run-1 \"resume='ü'\" 'agents=[a,b]'"
    )


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("resume=a (1)", "\"resume='a (1)'\""),
        ("agents=[greedy,,random]", "\"agents=[greedy,'',random]\""),
        ("agents=[greedy,results/ü]", "\"agents=[greedy,'results/ü']\""),
    ],
)
def test_unparsable_argument_is_quoted(text, meant):
    assert quoted_argument(text) == meant


def test_replay_command_can_be_pasted():
    records = Path("results/lr=1 b/games.jsonl")
    behind = "'results/lr=1 b/games.jsonl' game=2 to=html"
    assert replay_command(records, 2, "knatsch") == f"hofspiele replay {behind}"
