import os
import subprocess
import sys

import pytest

from hofspiele import envs
from hofspiele.console.__main__ import COMMANDS

START = (
    "import sys; sys.argv[0] = 'bin/hofspiele'; from hofspiele.console.__main__ import main; "
    "sys.exit(main())"
)


def start(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-c", START, *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options,
    )  # fmt: skip


def test_help_lists_every_command(run):
    status, printed, _ = run()
    assert status == 0
    for name in COMMANDS:
        assert f"\n  {name}" in printed
    assert max(map(len, printed.splitlines())) <= 80


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(run, name):
    status, printed, _ = run(name, "--help")
    assert status == 0
    assert printed.startswith(f"usage: hofspiele {name}")
    assert max(map(len, printed.splitlines())) <= 80


@pytest.mark.parametrize(
    "arguments", [["replay", "FILE"], ["components", "kardinal", "to=FILE/board.toml"]]
)
def test_missing_file_is_named(run, tmp_path, arguments):
    missing = tmp_path / "missing"
    status, _, error = run(*(text.replace("FILE", str(missing)) for text in arguments))
    assert status == 2
    assert error.startswith(f"error: {missing}")
    assert error.endswith(": No such file or directory\n")


def test_folder_of_agents_must_be_a_folder(run, tmp_path):
    file = tmp_path / "agent.zip"
    file.write_text("")
    status, _, error = run("serve", f"agents={file}", "open=false")
    assert status == 2
    assert error.startswith(f"error: agents is {file}, expected a folder")


def test_version_is_printed(run):
    assert run("--version")[1] == f"hofspiele {envs.__version__}\n"


@pytest.mark.parametrize(
    ("name", "advice"), [("pley", "; did you mean 'play'?"), ("xyz", "; see hofspiele --help")]
)
def test_unknown_commands_are_reported(run, name, advice):
    assert run(name) == (2, "", f"error: unknown command {name!r}{advice}\n")


def test_the_list_of_games_fits_the_terminal(run):
    status, printed, _ = run("games")
    assert status == 0
    for name in envs.game_names():
        assert f"{name}: " in printed
    assert "  vatikan=false " in printed
    assert max(map(len, printed.splitlines())) <= 80


def test_terminals_without_umlauts_get_question_marks():
    process = start("games", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    printed, error = process.communicate()
    assert (process.returncode, error) == (0, "")
    assert "Kardinal & K?nig" in printed


def test_closed_output_ends_the_command():
    with start("games") as process:
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == ("", 1)
