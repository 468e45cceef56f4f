"""The public names of the package: those that the documentation lists."""

import importlib
import re
from pathlib import Path

import hofspiele

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "names.md"


def test_the_page_lists_all_public_names():
    rows = [line.split("|")[1] for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    listed = re.findall(r"`(\w+)`", "".join(rows))
    assert sorted(listed) == sorted(hofspiele.__all__)


def test_functions_are_not_hidden_by_modules():
    for name in (
        "dataset", "evaluate", "exploit", "export", "scorecard", "tournament", "train", "tune",
    ):  # fmt: skip
        before = getattr(hofspiele, name)
        importlib.import_module(f"hofspiele.training.{name}")
        assert callable(before)
        assert getattr(hofspiele, name) is before


def test_every_name_can_be_imported():
    for name in set(hofspiele.__all__) - {"RLlibRun"}:  # Its tests have their own environment.
        assert getattr(hofspiele, name) is not None
        assert name in dir(hofspiele)
