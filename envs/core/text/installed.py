"""The command that installs extras of this package, for messages."""

import json
import shlex
from importlib import metadata
from pathlib import Path

_NAME = "hofspiele"


def install_command(extras: str) -> str:
    """Return the command that adds `extras`, separated by commas, to this installation."""
    try:
        # Installers write this file unless the package comes from an index.
        origin = metadata.distribution(_NAME).read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        origin = '{"dir_info": {"editable": true}}'  # A checkout on Python's path is treated alike.
    if origin is None:
        return f"pip install '{_NAME}[{extras}]'"
    source = json.loads(origin)
    if source.get("dir_info", {}).get("editable"):
        checkout = Path(__file__).resolve().parents[3]
        return shlex.join(["pip", "install", "-e", f"{checkout}[{extras}]"])
    return f"pip install '{_NAME}[{extras}] @ {source['url']}'"
