"""The reference of the site describes every public name."""

import importlib.util
import inspect
import re
from pathlib import Path

import pytest

import hofspiele
from tests.pages import ROOT

REFERENCE = ROOT / "docs" / "reference"
MODULES = (
    "envs", "envs.core", "envs.agents", "envs.learner", "envs.replay", "envs.open_spiel",
)  # fmt: skip


def described():
    pages = "".join(page.read_text(encoding="utf-8") for page in sorted(REFERENCE.glob("*.md")))
    return re.findall(r"^\.\. auto\w+:: hofspiele\.(\S+)", pages, re.MULTILINE)


def public_names(module):
    """Return the names in ``__all__``, or those that the module imports as themselves."""
    if module == "envs.open_spiel":
        pytest.importorskip("pyspiel")
    loaded = importlib.import_module(f"hofspiele.{module}")
    if hasattr(loaded, "__all__"):
        return loaded.__all__
    source = Path(inspect.getfile(loaded)).read_text(encoding="utf-8")
    return re.findall(r"import (\w+) as \1$", source, re.MULTILINE)


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_is_described(module):
    names = public_names(module)
    assert names
    assert {f"{module}.{name}" for name in names} <= {*described()}


def test_nothing_is_described_twice():
    assert len(described()) == len({*described()})


def test_the_page_lists_all_public_names():
    cells = re.findall(r"^\| (`.*?)\|", (REFERENCE / "names.md").read_text(), re.MULTILINE)
    listed = re.findall(r"`(\w+)`", "".join(cells))
    assert sorted(listed) == sorted(hofspiele.__all__)


def test_no_module_has_the_name_of_a_function():
    """Importing such a module would replace the function."""
    for name in hofspiele.__all__:
        assert importlib.util.find_spec(f"hofspiele.{name}") is None


def test_every_name_can_be_imported():
    for name in set(hofspiele.__all__) - {"RLlibRun"}:  # Its tests have their own environment.
        assert getattr(hofspiele, name) is not None
        assert name in dir(hofspiele)
