"""The public names of the package: those that the documentation lists."""

import importlib.util
import re
from pathlib import Path

import hofspiele

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "names.md"


def test_the_page_lists_all_public_names():
    rows = [line.split("|")[1] for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    listed = re.findall(r"`(\w+)`", "".join(rows))
    assert sorted(listed) == sorted(hofspiele.__all__)


def test_no_module_has_the_name_of_a_function():
    """Importing such a module would replace the function."""
    for name in hofspiele.__all__:
        assert importlib.util.find_spec(f"hofspiele.{name}") is None


def test_every_name_can_be_imported():
    for name in set(hofspiele.__all__) - {"RLlibRun"}:  # Its tests have their own environment.
        assert getattr(hofspiele, name) is not None
        assert name in dir(hofspiele)
