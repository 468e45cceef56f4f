"""YAML files, which may be hostile."""

from pathlib import Path
from typing import Any

import yaml

from hofspiele.envs.command_line.parse import check_plain
from hofspiele.envs.core.checks import shown
from hofspiele.training.files.read_write import read_errors

# Maximum size of a YAML file in bytes. Our own files are at most a tenth as large.
_LARGEST_YAML = 2**16


def read_yaml(path: Path) -> dict[str, Any]:
    """Return the mapping in a YAML file, which may be hostile.

    Raise ValueError naming the file if it cannot be read, is too large, is no regular file, is not
    a mapping in YAML, or contains aliases, or values that are not plain.
    """
    with read_errors(path):
        if not path.is_file():  # Opening a pipe could block forever.
            raise ValueError("it is not a file")
        with path.open("rb") as opened:
            content = opened.read(_LARGEST_YAML + 1)
        if len(content) > _LARGEST_YAML:
            raise ValueError(f"it is larger than {_LARGEST_YAML:,} bytes")
        values = yaml.load(content.decode("utf-8"), _Loader)
        values = {} if values is None else values  # A file of comments is empty.
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
