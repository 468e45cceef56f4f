"""The start and the end of commands."""

import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from hofspiele.envs.core.text.installed import install_command
from hofspiele.training.cli.console import make_console
from hofspiele.training.cli.dependencies import PACKAGES
from hofspiele.training.cli.signals import (
    handle_all_like_interruptions,
    ignored_interruptions_repeated,
    interruptions_delayed,
)
from tests.training.commands import error_of, run

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("name", "missing", "extras"),
    [
        ("train", ["hydra", "torch"], ["train"]),
        ("tune", ["optuna"], ["tune"]),
        ("tune", ["torch", "optuna"], ["train", "tune"]),
        ("dataset", ["pyarrow"], ["dataset"]),
        ("rllib", ["ray"], ["ray"]),
        ("serve", ["uvicorn"], ["play"]),
    ],
)
def test_missing_extras_are_named(monkeypatch, name, missing, extras):
    for package in missing:
        monkeypatch.setitem(sys.modules, package, None)
    plural = "s" if len(extras) > 1 else ""
    assert error_of(name) == (
        f"error: hofspiele {name} needs {', '.join(missing)}; install the {' and '.join(extras)} "
        f"extra{plural}: {install_command(','.join(extras))}\n"
    )


def test_packages_belong_to_their_extras():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    extras = tomllib.loads(text)["project"]["optional-dependencies"]
    called = {"hydra": "hydra_core", "markdown_it": "markdown_it_py"}
    for extra, packages in PACKAGES.items():
        listed = extras[extra]
        if "hofspiele[eval]" in listed:
            listed = [*extras["eval"], *listed[1:]]
        names = {re.split(r"[^\w-]", entry)[0].replace("-", "_") for entry in listed}
        found = {called.get(name, name) for name in packages}
        assert found == names


@pytest.mark.parametrize("shown", [False, True])
def test_error_of_a_user_agent_is_one_line_without_a_request_for_its_traceback(
    tmp_path, monkeypatch, shown
):
    (tmp_path / "dividing.py").write_text("def policy(observation, mask):\n    return 1 / 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "dividing", raising=False)  # The other case imports it, too.
    if shown:
        monkeypatch.setenv("HOFSPIELE_TRACEBACK", "1")
    done = run("evaluate", "game=kou_ka_roi", "agent=dividing:policy", "games=6")
    assert done.returncode == 2
    *before, last = done.stderr.splitlines()
    assert last.startswith(
        "error: agent dividing:policy raised ZeroDivisionError('division by zero')"
    )
    assert f"{tmp_path / 'dividing.py'}, line 2" in last
    assert (before == []) is not shown
    assert ("return 1 / 0" in done.stderr) is shown


def test_ctrl_c_during_imports_ends_the_command(tmp_path):
    command = [sys.executable, "-X", "importtime", "-m", "hofspiele.console", "train"]
    process = subprocess.Popen(
        [*command, f"results={tmp_path}"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # A process that a shell starts in the background ignores Ctrl-C by default.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert process.stderr is not None
    for line in process.stderr:
        if "cli.dependencies" in line:
            break
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors


def test_a_closed_output_is_discarded_and_the_command_continues(monkeypatch):
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as output:
        monkeypatch.setattr(sys, "stdout", output)
        for _ in range(2):
            make_console().print("nobody reads this")
        assert os.path.samestat(os.fstat(write), Path(os.devnull).stat())


@pytest.fixture
def blocked():
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    yield
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@interruptions_delayed()
def interrupt(events):
    # Ray calls the handler like this in workers.
    signal.getsignal(signal.SIGINT)(signal.SIGINT, None)
    events.append("delayed")


def test_interruption_is_delayed_even_if_signals_are_blocked(blocked):
    before, events = signal.getsignal(signal.SIGINT), []
    with pytest.raises(KeyboardInterrupt):
        interrupt(events)
    assert events == ["delayed"]
    assert signal.getsignal(signal.SIGINT) is before


class Interrupted:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)


@ignored_interruptions_repeated()
def delete_and_wait():
    Interrupted()
    for _ in range(500):  # Python raises the error between two pauses.
        time.sleep(0.01)


def test_interruption_of_a_finaliser_is_repeated():
    before = sys.unraisablehook
    with pytest.raises(KeyboardInterrupt):
        delete_and_wait()
    assert sys.unraisablehook is before


def test_ignored_signals_stay_ignored_and_do_not_hide_others(handlers_of_signals):
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # This is what ``nohup`` does.
    handle_all_like_interruptions()
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    assert signal.getsignal(signal.SIGTERM) is signal.default_int_handler
    events = []
    with pytest.raises(KeyboardInterrupt), interruptions_delayed():
        events += map(signal.raise_signal, [signal.SIGHUP, signal.SIGINT])
    assert events == [None, None]
