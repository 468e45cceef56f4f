"""What commands print: help, progress, and only text, whatever files from strangers contain."""

import io
import json
import subprocess
import sys

import pytest
from rich.console import Console
from rich.table import Table

from hofspiele import envs
from hofspiele.envs.command_line.help import help_text
from hofspiele.envs.command_line.setting import explanations
from hofspiele.training.cli.console import Display, make_console
from tests.training.commands import KINDS, command_line

LINES = [*(f"train game={game}" for game in envs.game_names()), *KINDS]


@pytest.mark.parametrize("line", LINES)
def test_every_value_is_explained(line):
    parsed = command_line(line)
    text = help_text("hofspiele it", "About it.", parsed)
    explained = explanations(parsed.kind)
    sections = {name.rpartition(".")[0] for name in explained}
    for name, explanation in explained.items():
        if name not in sections:
            assert explanation, name
            assert f"  {name}=" in text or f"  {name.upper()} " in text
    assert all(f"  {option.name}=" in text for option in parsed.options)
    assert "About it." in text
    assert max(map(len, text.splitlines())) <= 80


def test_defaults_and_choices_are_shown():
    text = help_text("hofspiele train", "", command_line("train experiment=kardinal"))
    for line in (
        "usage: hofspiele train [NAME=VALUE …]",
        "  experiment=               kardinal, knatsch, kou_ka_roi, plain, quick",
        "  steps=18_000_000          number of the learner's decisions",
        "  resume=null               folder of an interrupted run to resume",
    ):
        assert line in text.splitlines()


PROGRAM = """
import json, sys
from hofspiele.console.__main__ import main
for name in json.loads(sys.argv[1]):
    sys.argv[1:] = [name, "--help"]
    main()
print(sorted({"numba", "torch", "stable_baselines3", "matplotlib"} & sys.modules.keys()))
"""


def test_help_imports_no_slow_library():
    # The help of rllib also works without Ray.
    program = [sys.executable, "-c", PROGRAM, json.dumps([*KINDS])]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    assert done.stdout.count("usage: hofspiele ") == len(KINDS)
    assert done.stdout.splitlines()[-1] == "[]"


STRANGE = "[b]:100:\x1b[2J\x9b\r\u202e"


@pytest.mark.parametrize("is_table", [True, False])
def test_control_characters_are_escaped(is_table):
    console = make_console()
    console.file = io.StringIO()
    if is_table:
        table = Table(STRANGE, title=STRANGE)
        table.add_row(STRANGE)
        console.print(table)
    else:
        console.print(STRANGE)
    printed = console.file.getvalue()
    assert not [letter for letter in printed if not letter.isprintable() and letter != "\n"]
    assert r"[b]:100:\x1b[2J\x9b\r\u202e" in printed


def test_progress_in_a_terminal_fits_80_columns():
    console = Console(file=io.StringIO(), force_terminal=True, width=80)
    news = "greedy 45.1 %, current 25.2 %, past 27.3 %, \x1b[2Jrandom 98.5 %"
    with Display(console, "steps") as display:
        display.report(1_234_567, 12_000_000, news)
        display._progress.refresh()
    lines = console.file.getvalue().splitlines()
    place = next(k for k, line in enumerate(lines) if "1,234,567 of 12,000,000 steps" in line)
    assert "steps/s" in lines[place]
    assert lines[place + 1].startswith(
        r"greedy 45.1 %, current 25.2 %, past 27.3 %, \x1b[2Jrandom 98.5 %"
    )
