"""A build hook that makes the folders of a checkout importable as ``hofspiele``."""

import os
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("configs", "console", "envs", "play", "training")


class ImportLinksHook(BuildHookInterface):
    """Creates links to the checkout's folders in ``.import/hofspiele``, as a wheel lays them out.

    The package's ``__init__.py`` is in the same folder, because pytest would treat the root of the
    checkout as a package if the file were there.
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
