"""The command that installs extras of this package, for messages."""

import json
import shlex
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

_NAME = "hofspiele"


def install_command(extras: str) -> str:
    """Return the command that adds extras to this installation.

    Args:
        extras: names of extras, separated by commas.
    """
    origin = _origin()
    arguments = ["pip", "install"]
    if "dir_info" in origin:
        if origin["dir_info"].get("editable"):
            arguments.append("-e")
        requirement = f"{url2pathname(urlsplit(origin['url']).path)}[{extras}]"
    elif "vcs_info" in origin:
        vcs = origin["vcs_info"]
        revision = f"@{vcs['requested_revision']}" if "requested_revision" in vcs else ""
        requirement = f"{_NAME}[{extras}] @ {vcs['vcs']}+{origin['url']}{revision}"
    elif "url" in origin:
        requirement = f"{_NAME}[{extras}] @ {origin['url']}"
    else:
        requirement = f"{_NAME}[{extras}]"
    return shlex.join([*arguments, requirement])


def _origin() -> dict[str, Any]:
    """Return pip's note about the source of the package; empty if that was an index."""
    try:
        noted = metadata.distribution(_NAME).read_text("direct_url.json")
    except metadata.PackageNotFoundError:  # It is a checkout on Python's path.
        return {"url": Path(__file__).resolve().parents[2].as_uri(), "dir_info": {}}
    return {} if noted is None else json.loads(noted)
