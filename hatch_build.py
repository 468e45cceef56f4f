"""Lets an editable installation find the checkout's folders below the name ``hofspiele``."""

import os
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("configs", "console", "envs", "play", "training")


class ImportLinksHook(BuildHookInterface):
    """Links the checkout's folders into ``.import/hofspiele``, as an installed wheel has them.

    The package's own ``__init__.py`` lies there and not at the root: pytest would take the root for
    a package then, named after whatever folder the checkout is in.
    """

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the links that are missing; wheels for users (`version` "standard") need none."""
        if version != "editable":
            return
        for name in FOLDERS:
            link = Path(self.root, ".import", "hofspiele", name)
            if link.exists():
                continue
            if os.name == "nt":  # links to folders need rights there that junctions do not
                folder = Path(self.root, name)
                subprocess.run(["cmd", "/c", "mklink", "/J", link, folder], check=True)
            else:
                link.symlink_to(Path("..", "..", name), target_is_directory=True)
