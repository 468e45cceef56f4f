"""The start of a run: a new one, or one that resumes from its last checkpoint."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException
from rich.console import Console

from hofspiele.envs.core.imported import is_import_name
from hofspiele.envs.core.registry import spec_of
from hofspiele.training.cli.files import in_a_line
from hofspiele.training.cli.quoting import override, shell_command
from hofspiele.training.runs.agents import named_agents
from hofspiele.training.runs.checkpoints import Checkpoints
from hofspiele.training.runs.checks import check_run
from hofspiele.training.runs.config_file import read_config
from hofspiele.training.runs.folder import RunFolder, new_path
from hofspiele.training.runs.run import Run


def new_run(config: DictConfig, console: Console, kind: type[Run] = Run) -> Run:
    """Return a new run; no folder is made if a value is refused.

    Raises:
        ValueError: a value is wrong, or the folder exists already.
    """
    check_run(config)
    path = new_path(config)
    parts = kind.build(config, path.name)
    return kind(config, parts, RunFolder.create(path, config), console)


def stored_config(
    folder: RunFolder,
    command: str,
    overrides: Sequence[str],
    given: DictConfig,
    places: Sequence[str] = (),
) -> DictConfig:
    """Return the configuration with which an interrupted run is resumed.

    Args:
        folder: the folder of the run.
        command: the command that resumes it.
        overrides: the overrides of the command line.
        given: the configuration that includes them.
        places: names of further options that may be given, as they only say where the run happens.

    Raises:
        ValueError: overrides other than these, ``resume``, ``steps``, ``trust`` and a ``game`` of
            the user's own are given; fewer steps are given than have been learnt; the stored
            configuration cannot be read, is of another command or version, or has a wrong value; or
            it names agents or a game to import that the user has not named, and ``trust`` is false.
    """
    may_change = (*places, "steps")
    names = [text.partition("=")[0] for text in overrides]
    allowed = ("resume", *may_change, "trust")
    games = [text for text in overrides if is_import_name(text.removeprefix("game="))]
    others = [
        text
        for text, name in zip(overrides, names, strict=True)
        if name not in allowed and text not in games
    ]
    if others:
        values = ", ".join(f"{name}=…" for name in may_change)
        raise ValueError(
            f"resume goes on with the run's own configuration; only {values} and trust=… may be "
            f"given with it, not {' '.join(others)}"
        )
    stored = read_config(folder.config)
    check_command(stored, folder, command)
    check_complete(stored, given, folder)
    # The stored value of `trust` does not count.
    changes = {name: given[name] for name in names if name in may_change} | {"trust": given.trust}
    with naming(folder.config):
        steps = stored.steps
        stored.update(changes)
        check_run(stored)
    # A rollout may have ended beyond the stored steps, so these may be given again.
    if stored.steps != steps and stored.steps < (learnt := Checkpoints(folder.checkpoints).steps()):
        raise ValueError(
            f"steps is {stored.steps}, but {folder.path} has learnt for {learnt} steps already; "
            "give more, or leave steps out"
        )
    game = str(OmegaConf.select(stored, "game.name"))
    if games and games != [f"game={game}"]:
        raise ValueError(f"the run of {folder.path} plays {game}, found {' '.join(games)}")
    if not given.trust:
        _check_imports_nothing(stored, folder, bool(games))
    if is_import_name(game):
        spec_of(game, from_user=True)
    return stored


def _check_imports_nothing(stored: DictConfig, folder: RunFolder, game_is_named: bool) -> None:
    """Raise ValueError if a configuration names code to import that the user has not named."""
    if agents := [*filter(is_import_name, named_agents(stored))]:
        raise ValueError(
            f"{folder.path} names agents that are imported, {', '.join(agents)}; if you trust the "
            "author of that run, give trust=true"
        )
    game = OmegaConf.select(stored, "game.name")
    if is_import_name(game) and not game_is_named:
        raise ValueError(
            f"{folder.path} names a game that is imported; if you trust the author of that run, "
            f"give game={game} or trust=true"
        )


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
    measured = OmegaConf.select(defaults, "evaluation") or {}
    names = [*map(str, defaults), *(f"evaluation.{name}" for name in measured)]
    if missing := [name for name in names if OmegaConf.select(config, name, default=...) is ...]:
        raise ValueError(
            f"{folder.config} is of an older version and has no {', '.join(missing)}; "
            "it can't be resumed by this one: begin a new run"
        )


@contextlib.contextmanager
def naming(file: Path) -> Iterator[None]:
    """Add the name of the file to the error about a value in it."""
    try:
        yield
    except (ValueError, OmegaConfBaseException) as error:
        raise ValueError(f"{file}: {in_a_line(error)}") from error


def resumed_run(
    config: DictConfig, folder: RunFolder, console: Console, kind: type[Run] = Run
) -> Run:
    """Return a run at its last checkpoint, or at its start without one.

    The configuration is written back, so that the next resume has the same number of steps.

    Args:
        config: as `stored_config` returns it.
        folder: the folder of the run.
        console: the console that shows progress.
        kind: the class of the run.

    Raises:
        ValueError: a value of the configuration is wrong.
        RunError: the checkpoint is damaged.
    """
    checkpoint = Checkpoints(folder.checkpoints).read_newest()
    with naming(folder.config):
        parts = kind.build(config, folder.path.name, checkpoint)
    folder.write_config(config)
    return kind(config, parts, folder, console)
