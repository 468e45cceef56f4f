"""The gate for values that the user has not typed: from presets, run folders and databases.

Whoever wrote them must not decide which code runs, which machines are connected to, and which
variables of the environment are read.
"""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from hofspiele.envs.command_line.setting import settings_in
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.text.imported import is_import_name
from hofspiele.training.settings.own_networks import is_registered
from hofspiele.training.settings.recipes import check_resolvers, texts_in

# Suffixes of agent files that other programs wrote.
_FOREIGN = (".zip", ".onnx")
# Other ways to allow a module, by the dotted name of the setting that names it.
_ALSO = {"network.architecture": "networks=[{}] or ", "game.name": "game={} or "}


def check_untyped(
    values: Mapping[str, Any], kind: type, *, trust: bool, typed: Collection[str | None] = ()
) -> None:
    """Check values of settings of `kind`, nested by sections, that the user has not typed.

    The user has typed ``trust=true`` if `trust`, and the names MODULE:NAME in `typed`.

    Raises:
        ValueError: a value sets what only the user may set, or contains ``${`` without the name of
            a setting; or `trust` is false, and a value names a module that is not in `typed` or
            registered, or a file that other programs wrote.
    """
    for entry, _ in settings_in(kind):
        value = values.get(entry.name, entry.default)
        if entry.metadata["typed"] and value not in (entry.default, []):
            raise ValueError(
                f"{entry.name} is {shown(value)}, but only the command line may set it; remove it "
                f"from the file, and type {entry.name}=… if you trust it"
            )
    check_resolvers(values)
    for path, text in texts_in(values):
        if trust or text in typed:
            continue
        if is_import_name(text) and not is_registered(text):
            also = _ALSO[path].format(text) if path in _ALSO else ""
            raise ValueError(
                f"{path} is {text}, which would be imported; if you trust its author, type {also}"
                "trust=true"
            )
        if Path(text).suffix.lower() in _FOREIGN:
            raise ValueError(
                f"{path} is {shown(text)}, which other programs wrote; if you trust its author, "
                "type trust=true"
            )
