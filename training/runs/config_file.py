"""The file with the settings of a run, which may come from an untrusted source."""

from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import yaml

from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.text.imported import is_import_name
from hofspiele.training.cli.files import read_errors, write_file
from hofspiele.training.settings.plain import check_plain
from hofspiele.training.settings.train import Train
from hofspiele.training.settings.untyped import check_untyped

# Maximum size of a file in bytes. Our own files are at most a tenth as large.
_LARGEST_FILE = 2**16


def write_config(file: Path, settings: Train) -> None:
    """Write the settings of a run to `file`, as YAML, except those that can only be typed."""
    values = asdict(settings)
    for name in _typed(settings):
        del values[name]
    write_file(file, yaml.safe_dump(values, sort_keys=False, allow_unicode=True))


def needed_to_resume(settings: Train) -> dict[str, Any]:
    """Return the values that the user has to give again for resuming a run with `settings`."""
    needed = {
        name: value
        for name, (value, default) in _typed(settings).items()
        if value not in (default, []) and name != "resume"
    }
    network, game = settings.network.architecture, settings.game.name
    if is_import_name(network):
        needed.setdefault("networks", [network])
    if is_import_name(game):
        needed["game"] = game
    typed = [*needed.get("networks", ()), game]
    try:
        check_untyped(asdict(settings), type(settings), trust=settings.trust, typed=typed)
    except ValueError:
        needed["trust"] = True
    return needed


def _typed(settings: Train) -> dict[str, tuple[Any, Any]]:
    """Return the values and defaults of the settings that can only be typed."""
    return {
        entry.name: (getattr(settings, entry.name), entry.default)
        for entry in fields(settings)
        if entry.metadata["typed"]
    }


def read_config(file: Path) -> dict[str, Any]:
    """Return the values in a YAML file, which may be hostile.

    Raises:
        ValueError: the file cannot be read, is too large, is not a mapping in YAML, or contains
            aliases, or values that are not plain. The message names the file.
    """
    with read_errors(file):
        with file.open("rb") as opened:
            content = opened.read(_LARGEST_FILE + 1)
        if len(content) > _LARGEST_FILE:
            raise ValueError(f"it is larger than {_LARGEST_FILE:,} bytes")
        values = yaml.load(content.decode("utf-8"), _Loader)
        if not isinstance(values, dict):
            raise ValueError(f"found {shown(values)}, expected a mapping")
        check_plain(values, "")
        return values


class _Loader(yaml.SafeLoader):
    """A loader that refuses aliases, which can stand for more values than fit into memory."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            anchor = self.peek_event().anchor
            raise ValueError(f"found the alias *{anchor}, expected all values written out")
        return super().compose_node(parent, index)
