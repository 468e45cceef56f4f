"""How a run begins: a new one, or one that goes on from its last checkpoint."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import yaml
from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException
from rich.console import Console

from hofspiele.envs.core.checks import shown
from hofspiele.training.cli.files import in_a_line, reading
from hofspiele.training.cli.quoting import override, shell_command
from hofspiele.training.runs.agents import check_imports_nothing
from hofspiele.training.runs.checkpoints import Checkpoints
from hofspiele.training.runs.checks import check_run
from hofspiele.training.runs.device import find_device
from hofspiele.training.runs.folder import RunFolder, new_path
from hofspiele.training.runs.run import Run

# far more than any of ours
_DEEPEST = 20


def new_run(config: DictConfig, console: Console, kind: type[Run] = Run) -> Run:
    """A run from nothing; where a value is refused, no folder is made.

    Raises:
        ValueError: a value is wrong, or the folder is there already.
    """
    check_run(config)
    path = new_path(config)
    parts = kind.build(config, path.name)
    return kind(config, parts, RunFolder.create(path, config), console)


def stored_config(
    folder: RunFolder, overrides: Sequence[str], given: DictConfig, places: Sequence[str] = ()
) -> DictConfig:
    """The configuration of an interrupted run, with other steps if they are given.

    Args:
        folder: of the run.
        overrides: of the command line.
        given: the configuration that they are part of.
        places: names of values that tell where it goes on, and may be given too.

    Raises:
        ValueError: there are others than these, ``resume``, ``steps`` and ``trust``, it can't be
            read, or names agents to import and ``trust`` is false.
    """
    may_change = (*places, "steps")
    names = [text.partition("=")[0] for text in overrides]
    allowed = ("resume", *may_change, "trust")
    others = [text for text, name in zip(overrides, names, strict=True) if name not in allowed]
    if others:
        values = ", ".join(f"{name}=…" for name in may_change)
        raise ValueError(
            f"resume goes on with the run's own configuration; only {values} and trust=… may be "
            f"given with it, not {' '.join(others)}"
        )
    with reading(folder.config):
        _check_written_out(folder.config.read_text(encoding="utf-8"))
        stored = OmegaConf.load(folder.config)
        if not isinstance(stored, DictConfig):
            raise ValueError(f"found {shown(stored)}, expected names and values")
        OmegaConf.to_container(stored, resolve=True)
    stored.update({name: given[name] for name in names if name in may_change})
    stored.trust = given.trust  # what a file says of its own trustworthiness counts for nothing
    if not given.trust:
        check_imports_nothing(stored, folder.path)
    return stored


def _check_written_out(text: str) -> None:
    """Raise ValueError at what takes for ever in few lines: aliases, and values in values."""
    depth = 0
    for event in yaml.parse(text):
        if isinstance(event, yaml.AliasEvent):
            raise ValueError(f"found the alias *{event.anchor}, expected all values written out")
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST:
            raise ValueError(f"found more than {_DEEPEST} values within each other")


def check_command(config: DictConfig, folder: RunFolder, command: str) -> None:
    """Raise ValueError if another command than `command` started the run in `folder`."""
    marks = {"agent": "exploit", "num_env_runners": "rllib"}
    began = next((marks[name] for name in marks if name in config), "train")
    if began != command:
        raise ValueError(
            f"{folder.path} is a run of hofspiele {began}, expected one of hofspiele {command}; "
            "resume it with: " + shell_command(began, override("resume", str(folder.path)))
        )


def check_complete(config: DictConfig, defaults: DictConfig, folder: RunFolder) -> None:
    """Raise ValueError if the stored configuration of `folder` lacks what this version's has."""
    if missing := [str(name) for name in defaults if name not in config]:
        raise ValueError(
            f"{folder.config} is of an older version and has no {', '.join(missing)}; "
            "it can't be resumed by this one: begin a new run"
        )


@contextlib.contextmanager
def _telling_where(file: Path) -> Iterator[None]:
    """Let a value that is refused be told of the file that it is in."""
    try:
        yield
    except (ValueError, OmegaConfBaseException) as error:
        raise ValueError(f"{file}: {in_a_line(error)}") from error


def resumed_run(
    config: DictConfig, folder: RunFolder, console: Console, kind: type[Run] = Run
) -> Run:
    """A run from its last checkpoint, or from nothing if it was cut off before the first.

    What was changed is kept: the next time it goes on up to as many steps.

    Raises:
        ValueError: a value of its configuration is wrong.
        RunError: the checkpoint is damaged.
    """
    with _telling_where(folder.config):
        check_run(config)
        device = find_device(config.device)
    checkpoint = Checkpoints(folder.checkpoints).read_newest(device)
    with _telling_where(folder.config):
        parts = kind.build(config, folder.path.name, checkpoint)
    folder.write_config(config)
    return kind(config, parts, folder, console)
