"""Build hooks: links to the folders of a checkout, and metadata with the repository's address."""

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


class AddressHook(MetadataHookInterface):
    """A hook that adds the repository's address, if it has one, to the URLs and the readme."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the URLs and the readme to `metadata`.

        The readme is shown without the files of the repository. Its links to them lead to the tag
        of this version, or become plain words if there is no address.
        """
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        repository, tag = self.config["repository"], f"v{metadata['version']}"
        pages = {
            "Repository": "",
            "Documentation": "/blob/main/docs/start.md",
            "Changelog": "/blob/main/CHANGELOG.md",
            "Issues": "/issues",
        }
        metadata["urls"] = {
            name: f"{repository}{page}" for name, page in pages.items() if repository
        }
        files = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)")

        def absolute(link: re.Match[str]) -> str:
            image, words, path = link.groups()
            if not repository:
                return "" if image else words
            return f"{image}[{words}]({repository}/{'raw' if image else 'blob'}/{tag}/{path})"

        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": files.sub(absolute, text),
        }
