"""Build hooks: the folders of a checkout become importable, and README.md's links work on PyPI."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

FOLDERS = ("configs", "console", "envs", "play", "training")


class ImportLinksHook(BuildHookInterface):
    """A hook that links the checkout's folders into ``.import/hofspiele``, arranged as in a wheel.

    The package's ``__init__.py`` is in the same folder, because pytest would treat the root of the
    checkout as a package if the root contained that file.
    """

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Create missing links for editable installations; other wheels need no links."""
        if version != "editable":
            return
        for name in FOLDERS:
            link = Path(self.root, ".import", "hofspiele", name)
            if link.exists():
                continue
            if os.name == "nt":  # On Windows, symlinks need more rights than junctions.
                folder = Path(self.root, name)
                subprocess.run(["cmd", "/c", "mklink", "/J", link, folder], check=True)
            else:
                link.symlink_to(Path("..", "..", name), target_is_directory=True)


class ReadmeHook(MetadataHookInterface):
    """A hook that makes README.md's links absolute, since PyPI shows it without the repository."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the readme to `metadata`, with links to the tag of this version."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        repository, tag = metadata["urls"]["Repository"], f"v{metadata['version']}"
        files = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)")

        def absolute(link: re.Match[str]) -> str:
            image, words, path = link.groups()
            return f"{image}[{words}]({repository}/{'raw' if image else 'blob'}/{tag}/{path})"

        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": files.sub(absolute, text),
        }
