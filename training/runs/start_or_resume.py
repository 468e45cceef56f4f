"""Starting new runs, and resuming interrupted runs from their last checkpoints."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any

from rich.console import Console

from hofspiele.envs.command_line.parse import NamesError, parse
from hofspiele.envs.command_line.setting import command_of
from hofspiele.envs.command_line.values import argument, shell_command
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.text.imported import is_import_name
from hofspiele.training.cli.files import naming
from hofspiele.training.cli.yaml_file import read_yaml
from hofspiele.training.runs.checkpoints import Checkpoints
from hofspiele.training.runs.config_file import (
    TrainKind,
    located,
    with_agents,
    write_config,
)
from hofspiele.training.runs.folder import RunFolder, new_path
from hofspiele.training.runs.run import Run
from hofspiele.training.settings.train import Train
from hofspiele.training.settings.untyped import check_untyped


def start_or_resume(
    settings: Train,
    console: Console,
    kind: type[Run] = Run,
    places: Sequence[str] = (),
    given: Mapping[str, Any] = MappingProxyType({}),
) -> Run:
    """Return a new run, or the interrupted run that ``settings.resume`` names.

    `places` and `given` are as in `stored_settings`. Raises the errors of `RunFolder.existing`,
    `stored_settings`, `new_run` and `resumed_run`.
    """
    if settings.resume is None:
        return new_run(settings, console, kind)
    folder = RunFolder.existing(settings.resume)
    stored = stored_settings(folder, given, settings, places)
    return resumed_run(stored, folder, console, kind)


def new_run(settings: Train, console: Console, kind: type[Run] = Run) -> Run:
    """Return a new run in a new folder, which is not created if a value is wrong.

    Raises:
        ValueError: a value is wrong, or the folder already exists.
    """
    path = new_path(settings)
    parts = kind.build(settings, path.name)
    return kind(settings, parts, RunFolder.create(path, settings, parts.games), console)


def stored_settings(
    folder: RunFolder, given: Mapping[str, Any], settings: TrainKind, places: Sequence[str] = ()
) -> TrainKind:
    """Return the settings for resuming an interrupted run.

    Args:
        folder: the folder of the run.
        given: the values of the command line by name.
        settings: the settings of this command: its defaults, changed by `given`.
        places: names of further settings that may change: those that say where the run executes.

    Raises:
        ValueError: values other than `places`, ``resume``, ``steps``, ``trust``, ``networks`` and
            a ``game`` to import are given; that game is not the run's game; the run has already
            learnt for more than ``steps``; the stored settings cannot be read, have a wrong value
            or come from a different command or version; or `check_untyped` refuses them.
    """
    kind, may_change = type(settings), (*places, "steps")
    allowed = ("resume", *may_change, "trust", "networks")
    game = given.get("game")
    if others := [
        argument(name, value)
        for name, value in given.items()
        if name not in allowed and not (name == "game" and is_import_name(value))
    ]:
        values = ", ".join(f"{name}=…" for name in may_change)
        raise ValueError(
            f"a resumed run keeps its settings; only {values} trust=… and networks=… can be "
            f"set with resume, not {' '.join(others)}"
        )
    content = read_yaml(folder.config)
    _check_command(content, folder, kind)
    with naming(folder.config):
        trusted = [*settings.networks, *([game] if game else [])]
        check_untyped(content, kind, trust=settings.trust, typed=trusted)
        typed = {
            entry.name: getattr(settings, entry.name)
            for entry in fields(kind)
            if entry.metadata["typed"]
        }
        try:
            before = parse(content | typed | {"resume": None}, kind)
        except NamesError as error:
            raise ValueError(
                f"it was written by a different version of hofspiele: {error}; start a new run"
            ) from error
        stored = replace(
            before, **{name: getattr(settings, name) for name in may_change if name in given}
        )
    # The last rollout may end after the stored steps, so an unchanged number is always accepted.
    learnt = Checkpoints(folder.checkpoints).steps()
    if before.steps != stored.steps < learnt:
        raise ValueError(
            f"steps is {stored.steps:,}, but the run in {folder.path} has already trained for "
            f"{learnt:,} steps; set a larger number, or omit steps"
        )
    name = stored.game.name
    if game not in (None, name):
        raise ValueError(f"game is {game}, but the run in {folder.path} plays {name}")
    if name is not None and is_import_name(name):
        spec_of(name, from_user=True)
    return with_agents(stored, lambda name: located(name, folder.path))


def _check_command(stored: Mapping[str, Any], folder: RunFolder, kind: type[Train]) -> None:
    """Raise ValueError unless the run was started with the command of `kind`."""
    marks = {"agent": "exploit", "num_env_runners": "rllib"}
    began = next((marks[name] for name in marks if name in stored), "train")
    if began != (command := command_of(kind)):
        raise ValueError(
            f"{folder.path} was started with hofspiele {began}, not {command}; "
            "resume it with: " + shell_command(began, resume=str(folder.path))
        )


def resumed_run(settings: Train, folder: RunFolder, console: Console, kind: type[Run] = Run) -> Run:
    """Return a run in the state of its last checkpoint, or in its initial state without one.

    Writes `settings`, which `stored_settings` returned, to the configuration file, so that a new
    value of `steps` also holds for later resumes.

    Raises:
        ValueError: a value is wrong, or a component file has changed.
        RunError: the checkpoint is corrupt.
    """
    checkpoint = Checkpoints(folder.checkpoints).read_newest()
    with naming(folder.config):
        parts = kind.build(settings, folder.path.name, checkpoint)
    folder.check_components(parts.games)
    write_config(folder.config, settings)
    return kind(settings, parts, folder, console)
