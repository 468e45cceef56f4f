"""Lets an editable installation find the checkout's folders below the name ``hofspiele``."""

import os
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ImportLinkHook(BuildHookInterface):
    """Makes ``.import/hofspiele``, a link to the root: what an installed wheel has as folders."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the link unless it is there; wheels for users (`version` "standard") need none."""
        link = Path(self.root, ".import", "hofspiele")
        if version != "editable" or link.exists():
            return
        link.parent.mkdir(exist_ok=True)
        if os.name == "nt":  # links to folders need rights there that junctions do not
            subprocess.run(["cmd", "/c", "mklink", "/J", link, self.root], check=True)
        else:
            link.symlink_to("..", target_is_directory=True)
