"""The notebook runs, and shows what its code does."""

import json
import subprocess
import sys

import pytest

from tests.pages import ROOT

pytest.importorskip("nbconvert", reason="the extra docs is not installed")

FILE = ROOT / "examples" / "first_steps.ipynb"


def outputs(text):
    """Return the outputs of all cells of a notebook by format."""
    cells = json.loads(text)["cells"]
    shown = [output for cell in cells for output in cell.get("outputs", [])]
    return [output.get("data", output.get("text")) for output in shown]


def test_stored_outputs_are_those_of_the_code():
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--stdout", FILE]
    made = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert outputs(made) == outputs(FILE.read_text(encoding="utf-8")), "run `make docs`"
