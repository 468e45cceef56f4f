"""The arguments of commands with presets: files that replace the defaults of settings."""

import contextlib
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, fields
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

from hofspiele.envs.command_line.arguments import Arguments, merged, read_arguments
from hofspiele.envs.command_line.parse import Settings
from hofspiele.envs.command_line.setting import REQUIRED
from hofspiele.envs.command_line.values import Several, written
from hofspiele.training.files.read_write import naming
from hofspiele.training.files.yaml_file import read_yaml
from hofspiele.training.settings.recipes import (
    check_resolvers,
    preset_values,
    presets_of,
    recipe_of,
    resolved,
)
from hofspiele.training.settings.train import Network
from hofspiele.training.settings.untyped import check_untyped

_MULTIRUN = "--multirun"


class CommandLine(Arguments[Settings]):
    """The arguments of a command with presets.

    Raises:
        ValueError: as in `Arguments`; or a preset does not exist, or contains something that only
            the user may set (see `check_untyped`).
    """

    flags = """\
--config-dir FOLDER  also use the presets in this folder
--multirun           run the command once for each value, as in seed=1,2"""

    @classmethod
    def runs(cls, kind: type[Settings], typed: Sequence[str]) -> list[Self]:
        """Return the arguments of each run: of one, or with ``--multirun`` of several.

        Raise ValueError if several runs would write to the same file or folder.
        """
        if _MULTIRUN not in typed:
            return [cls(kind, typed)]
        typed = [text for text in typed if text != _MULTIRUN]
        several = [
            [f"{name}={written(value)}" for value in values]
            for name, values in read_arguments(kind, typed).items()
            if isinstance(values, Several)
        ]
        runs = [cls(kind, [*typed, *chosen]) for chosen in product(*several)]
        _check_separate_outputs([run.settings() for run in runs])
        return runs

    def values(self) -> dict[str, Any]:
        """Return all values, with references such as ``${seed}`` resolved.

        If another architecture of the network is given than a preset has, the other values of the
        network are defaults or given, because those of a preset rarely suit another architecture.
        """
        values = super().values()
        network, preset = values["network"], self.defaults["network"]
        if isinstance(network, dict) and network["architecture"] != preset["architecture"]:
            self.defaults["network"] = asdict(Network(network["architecture"]))
            values = super().values()
        if values["resume"] is not None:
            # A resumed run has stored its required values, so the values set here are not used.
            required = [name for name, value in values.items() if value == REQUIRED]
            values |= dict.fromkeys(required, values["resume"])
        return resolved(values)

    def _find_defaults(self) -> dict[str, Any]:
        typed = self.typed
        with _checked_presets(typed.pop("config_dir", None), presets_of(self.name)) as folders:
            self.groups = presets_of(self.name, folders)
            chosen = recipe_of(self.name, typed.get("game"), folders) | {
                name: value
                for name, value in typed.items()
                if name in self.groups and not isinstance(value, dict)
            }
            found = merged(super()._find_defaults(), preset_values(self.name, chosen, folders))
        with naming("a preset"):
            check_untyped(found, self.kind, trust=typed.get("trust") is True)
        return found


@contextlib.contextmanager
def _checked_presets(name: str | None, groups: Iterable[str]) -> Iterator[list[Path]]:
    """Yield a folder with copies of the presets for `groups` in the folder `name`, if it is given.

    Raise ValueError if there is no such folder, or if a preset is no YAML file or calls a resolver.
    Hydra would open pipes and call resolvers, also those of files that presets name.
    """
    if name is None:
        yield []
        return
    folder = Path(str(name))
    if not folder.is_dir():
        raise ValueError(f"--config-dir is {folder}, expected an existing folder")
    with TemporaryDirectory() as copies:
        for file in (file for group in groups for file in (folder / group).rglob("*.yaml")):
            values = read_yaml(file)
            with naming(file):
                check_resolvers(values)
            copy = Path(copies, file.relative_to(folder))
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
        yield [Path(copies)]


def _check_separate_outputs(runs: Sequence[Any]) -> None:
    """Raise ValueError if settings of two runs name the same file or folder to write."""
    seen: dict[Path, int] = {}
    for number, run in enumerate(runs):
        for declared in fields(run):
            value = getattr(run, declared.name)
            if value is None or not declared.metadata["names_output"]:
                continue
            # The names of training runs are relative to the folder `results`.
            folder = getattr(run, "results", None) if declared.name == "name" else None
            if seen.setdefault(Path(folder or "", value).absolute(), number) != number:
                raise ValueError(
                    f"{declared.name} is {value} in several runs, expected a different value for "
                    "each; it may contain the value of another setting, such as ${seed}"
                )
