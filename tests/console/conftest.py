import signal
import sys

import pytest

from hofspiele.console.__main__ import main
from hofspiele.envs.command_line.command import ENDING


@pytest.fixture
def run(monkeypatch, capsys):
    """Return a function that runs ``hofspiele`` and returns status, output and errors."""

    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["hofspiele", *map(str, arguments)])
        try:
            status = main()
        except SystemExit as ended:
            status = ended.code
        return status, *capsys.readouterr()

    handlers = {number: signal.getsignal(number) for number in ENDING}
    yield call
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.fixture
def type_in(monkeypatch):
    """Return a function that sets the lines that a person types; exceptions are raised."""

    def give(lines):
        typed = iter(lines)

        def read(prompt):
            line = next(typed)
            if isinstance(line, type):
                raise line
            return line

        monkeypatch.setattr("builtins.input", read)

    return give
