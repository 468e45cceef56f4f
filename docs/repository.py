"""Pages of the site that are made from files of the repository, and links between the two."""

import os
import re
import shutil
import tomllib
from pathlib import Path

import films
import games
import settings
from nbconvert import MarkdownExporter

from benchmarks.leaderboard import leaderboard

ROOT = Path(__file__).resolve().parents[1]
_HATCH = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]
# The public address of the repository, or an empty text.
ADDRESS = _HATCH["metadata"]["hooks"]["custom"]["repository"]
FOLDER = "docs/from_repository"

# The files that become pages, with the names of their pages.
PAGES = {
    "envs/kou_ka_roi/README.md": "kou_ka_roi",
    "envs/kardinal/README.md": "kardinal",
    "envs/knatsch/README.md": "knatsch",
    "envs/open_spiel/README.md": "open_spiel",
    "examples/first_steps.ipynb": "first_steps",
    "training/agents/README.md": "agents",
    "training/cluster/README.md": "cluster",
    "training/measuring/README.md": "protocol",
    "training/rllib/README.md": "rllib",
    "benchmarks/ablations.md": "ablations",
    "benchmarks/experiments.md": "experiments",
    "benchmarks/exploitability.md": "exploitability",
    "benchmarks/knatsch_ceiling.md": "skill_in_knatsch",
    "RESULTS.md": "matches",
    "SECURITY.md": "security",
    "CONTRIBUTING.md": "contributing",
    "CHANGELOG.md": "changelog",
}

_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def write_pages() -> None:
    """Write the pages in `PAGES` to their folder, which is replaced."""
    folder = ROOT / FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    # The pages index.md, reference/settings.md and results.md include these texts.
    (folder / "gallery.txt").write_text(films.gallery(), encoding="utf-8")
    (folder / "settings.txt").write_text(settings.tables(), encoding="utf-8")
    (folder / "leaderboard.txt").write_text(leaderboard(), encoding="utf-8")
    for file, page in PAGES.items():
        if file.endswith(".ipynb"):
            folders = {"output_files_dir": os.path.relpath(FOLDER, Path(file).parent)}
            text, made = MarkdownExporter().from_filename(ROOT / file, folders)
            for name, picture in made["outputs"].items():
                ((ROOT / file).parent / name).write_bytes(picture)
        else:
            text = (ROOT / file).read_text(encoding="utf-8")
        if page in films.FILMS:
            text = films.with_film(games.with_box(text, page), page)
        (folder / f"{page}.md").write_text(linked(text, file, f"{FOLDER}/{page}.md"), "utf-8")


def linked(text: str, file: str, page: str) -> str:
    """Return the Markdown `text` of `file` with its links adapted for `page` of the site.

    Links to examples download them. Links to other files that are not on the site lead to the
    repository, or become plain words if it has no address. `file` and `page` are paths relative to
    the root of the repository.
    """

    def moved(link: re.Match[str]) -> str:
        image, words, target = link.groups()
        path, mark, heading = target.partition("#")
        if not path or "://" in path:
            return link[0]
        found = os.path.normpath(Path(file).parent / path)
        if found in PAGES:
            found = f"{FOLDER}/{PAGES[found]}.md"
        if image or found.startswith(("docs/", "examples/")):  # Examples are downloaded.
            address = os.path.relpath(found, Path(page).parent)
        elif not ADDRESS:
            return words
        else:
            kind = "tree" if (ROOT / found).is_dir() else "blob"
            address = f"{ADDRESS}/{kind}/main/{found}"
        return f"{image}[{words}]({address}{mark}{heading})"

    return _LINK.sub(moved, text)
