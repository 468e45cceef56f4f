import os
import subprocess
import sys

import pytest

from hofspiele import envs
from hofspiele.console.__main__ import COMMANDS
from tests.training.commands import output_of

START = (
    "import sys; sys.argv[0] = 'bin/hofspiele'; from hofspiele.console.__main__ import main; "
    "sys.exit(main())"
)


def start(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-c", START, *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ([], [f"\n  {name}" for name in COMMANDS]),
        (["games"], [*(f"{name}: " for name in envs.game_names()), "  vatikan=false "]),
        *(([name, "--help"], [f"usage: hofspiele {name}"]) for name in COMMANDS),
    ],
    ids=lambda value: " ".join(value),
)
def test_lists_and_help_fit_the_terminal(arguments, shown):
    printed = output_of(*arguments)
    assert all(text in printed for text in shown)
    assert max(map(len, printed.splitlines())) <= 80


def test_version_is_printed():
    assert output_of("--version") == f"hofspiele {envs.__version__}\n"


def test_terminals_without_umlauts_get_question_marks():
    process = start("games", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    printed, error = process.communicate()
    assert (process.returncode, error) == (0, "")
    assert "Kardinal & K?nig" in printed


def test_closed_output_ends_the_command():
    with start("games") as process:
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == ("", 1)
