"""The code of README, documentation and notebook runs unchanged, and its commands are valid."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from hofspiele.console.__main__ import COMMANDS
from hofspiele.training.settings import own_networks
from tests import fourth_game
from tests.pages import ADDRESS, GPU, PAGES, ROOT, blocks, run_code
from tests.training.commands import command_line, runs

WRITTEN = [
    "*.md", "*.toml", "*.cff", "hatch_build.py", "Makefile",
    ".github/**/*.yml", "docs/*.md", "docs/*.py", "docs/*.toml", "docs/[!f]*/*.md",
    *(
        f"{folder}/**/*.{kind}"
        for folder in (
            "benchmarks", "configs", "console", "envs", "examples", "play", "tools", "training",
        )
        for kind in ("md", "py", "yaml", "ipynb", "html", "js")
    ),
]  # fmt: skip
TRAINING = "|".join(name for name, one in COMMANDS.items() if "training" in one.function)
WITH_CODE = [page for page in PAGES if blocks(page, "python") and page != GPU]


# A tutorial registers a game that `tests.games` has registered before.
@pytest.mark.filterwarnings("ignore:.*Overriding environment")
@pytest.mark.parametrize("page", WITH_CODE, ids=lambda page: page.stem)
def test_code_of_a_page_runs(page):
    run_code(page)


def test_documented_commands_use_existing_values(monkeypatch):
    monkeypatch.setitem(sys.modules, "high_card", fourth_game)  # A tutorial builds this game.
    monkeypatch.setattr(own_networks, "register_network", str)  # Readers write these networks.
    lines = []
    others = [page for name in ("training", "envs") for page in ROOT.glob(f"{name}/*/README.md")]
    for page in (*PAGES, *others):
        written = "".join(blocks(page, "sh")).replace("\\\n", "")
        lines += re.findall(rf"hofspiele ((?:{TRAINING})\b.*)", written)
    assert len(lines) > 20
    for line in lines:
        for run in runs(" ".join(shlex.split(line, comments=True))):
            run.settings()


def test_make_train_uses_an_existing_recipe():
    recipe = re.search(r"^RECIPE := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert recipe is not None
    assert command_line(f"train {recipe[1]}").settings().game.name == "kou_ka_roi"


def test_commands_are_written_as_they_work_after_pip_install():
    """``hofspiele train`` is shorter than ``python -m hofspiele.training.train``.

    ``python -m training.train`` needs the checkout, or runs a user's own folder of that name.
    """
    from_checkout = re.compile(
        r"python3? -m\s+(console|envs|(hofspiele\.)?(training|play|envs\.replay))\b"
    )
    assert found_in_texts(from_checkout) == []


def test_no_text_names_a_repository_or_a_release_that_does_not_exist():
    """Anybody could register the name ``hofspiele`` on PyPI, so no text may say to install it."""
    address = re.compile(re.escape(ADDRESS) if ADDRESS else r"https?://[^\s/]+/hofspiele\b")
    release = re.compile(r"pip install [^\n`&]*(?<![\w/.])hofspiele\b(?!-VERSION)")
    if ADDRESS:
        assert ROOT / "CITATION.cff" in found_in_texts(address)
    else:
        assert found_in_texts(address) == found_in_texts(release) == []


def found_in_texts(pattern: re.Pattern[str]) -> list[Path]:
    """Return the paths of all texts for users and developers that contain `pattern`."""
    paths = {path for name in WRITTEN for path in ROOT.glob(name)}
    return [path for path in paths if pattern.search(path.read_text(encoding="utf-8"))]


PATH = ROOT / "examples" / "first_steps.ipynb"


def outputs(text):
    """Return the outputs of all cells of a notebook by format."""
    cells = json.loads(text)["cells"]
    shown = [output for cell in cells for output in cell.get("outputs", [])]
    return [output.get("data", output.get("text")) for output in shown]


def test_stored_outputs_of_the_notebook_are_those_of_its_code():
    pytest.importorskip("nbconvert", reason="the extra docs is not installed")
    command = ["-m", "nbconvert", "--to", "notebook", "--execute", "--stdout", PATH]
    made = subprocess.check_output([sys.executable, *command], stderr=subprocess.PIPE, text=True)
    assert outputs(made) == outputs(PATH.read_text(encoding="utf-8")), "run `make docs`"
