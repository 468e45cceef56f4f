import sys

import pytest

from hofspiele.training.cli.starting import PACKAGES, called_as, extras_of, lack_of


@pytest.mark.parametrize(
    ("program", "called"),
    [
        ("/usr/bin/hofspiele", "hofspiele train"),
        ("hofspiele.exe", "hofspiele train"),
        ("/src/training/train.py", "python -m training.train"),
    ],
)
def test_how_a_command_is_called(monkeypatch, program, called):
    monkeypatch.setattr(sys, "argv", [program])
    assert called_as("training.train") == called


def test_what_an_extra_lacks(monkeypatch):
    assert lack_of("agent a.pt", ("train",)) is None
    monkeypatch.setitem(PACKAGES, "tune", ("no_such_package",))
    assert lack_of("training.train", extras_of("train")) is None
    lack = lack_of("training.tune", extras_of("tune"))
    assert lack is not None
    assert lack.startswith("training.tune needs no_such_package; install the tune extra: pip ")
