"""The pages of README and documentation, and their code."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
_HATCH = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]
# The public address of the repository, or an empty text.
ADDRESS = _HATCH["metadata"]["hooks"]["custom"]["repository"]
# The folder docs/from_repository holds copies of other files.
PAGES = [README, ROOT / "docs" / "start.md", *sorted((ROOT / "docs").glob("[!f]*/*.md"))]
# The page whose code needs Ray.
CLUSTER = ROOT / "training" / "cluster" / "README.md"
# The page whose code needs a GPU and torch.
GPU = ROOT / "docs" / "how" / "gpu.md"


def blocks(page: Path, language: str) -> list[str]:
    """Return the code of one language on a page."""
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def run_code(page: Path) -> None:
    """Run the Python code of a page, whose blocks share their names."""
    names: dict[str, object] = {}
    for block in blocks(page, "python"):
        exec(compile(block, str(page), "exec"), names)
