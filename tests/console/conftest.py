import sys

import pytest

from hofspiele.console.__main__ import main


@pytest.fixture
def run(monkeypatch, capsys):
    """Calls ``hofspiele`` with arguments; status and what it printed."""

    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["hofspiele", *map(str, arguments)])
        status = main()
        return status, *capsys.readouterr()

    return call


@pytest.fixture
def type_in(monkeypatch):
    """Lets a person type these lines, one after the other; an exception is raised."""

    def give(lines):
        typed = iter(lines)

        def read(prompt):
            line = next(typed)
            if isinstance(line, type):
                raise line
            return line

        monkeypatch.setattr("builtins.input", read)

    return give
