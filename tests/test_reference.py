"""The reference of the site describes every public name."""

import importlib
import inspect
import re
from pathlib import Path

import pytest

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
