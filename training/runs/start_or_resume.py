"""Starting new runs, and resuming interrupted runs from their last checkpoints."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from rich.console import Console

from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.text.imported import is_import_name
from hofspiele.training.cli.files import naming
from hofspiele.training.cli.quoting import override, shell_command
from hofspiele.training.runs.checkpoints import Checkpoints
from hofspiele.training.runs.config_file import read_config, write_config
from hofspiele.training.runs.folder import RunFolder, new_path
from hofspiele.training.runs.run import Run
from hofspiele.training.settings.own_networks import is_registered
from hofspiele.training.settings.parse import NamesError, parse, with_values
from hofspiele.training.settings.setting import command_of
from hofspiele.training.settings.train import Train

TrainKind = TypeVar("TrainKind", bound=Train)


def start_or_resume(
    settings: Train,
    console: Console,
    kind: type[Run] = Run,
    places: Sequence[str] = (),
    overrides: Sequence[str] = (),
) -> Run:
    """Return a new run, or the interrupted run that ``settings.resume`` names.

    `places` and `overrides` are as in `stored_settings`. Raises the errors of `RunFolder.existing`,
    `stored_settings`, `new_run` and `resumed_run`.
    """
    if settings.resume is None:
        return new_run(settings, console, kind)
    folder = RunFolder.existing(settings.resume)
    stored = stored_settings(folder, overrides, settings, places)
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
    folder: RunFolder, overrides: Sequence[str], given: TrainKind, places: Sequence[str] = ()
) -> TrainKind:
    """Return the settings for resuming an interrupted run.

    Args:
        folder: the folder of the run.
        overrides: the arguments of the command line, such as ``steps=5``.
        given: the settings of this command: its defaults, changed by `overrides`.
        places: names of further settings that may change: those that say where the run executes.

    Raises:
        ValueError: overrides other than `places`, ``resume``, ``steps``, ``trust``, ``networks``
            and a ``game`` to import are given; that game is not the run's game; the run has already
            learnt for more than ``steps``; the stored settings cannot be read, have a wrong value
            or come from a different command or version; or ``trust`` is false, and they import a
            network, a reward, agents, or a game that the user has not named.
    """
    may_change = (*places, "steps")
    allowed = ("resume", *may_change, "trust", "networks")
    games = [text for text in overrides if is_import_name(text.removeprefix("game="))]
    names = {text: text.partition("=")[0] for text in overrides if text not in games}
    if others := [text for text, name in names.items() if name not in allowed]:
        values = ", ".join(f"{name}=…" for name in may_change)
        raise ValueError(
            f"a resumed run keeps its settings; only {values} trust=… and networks=… can be "
            f"set with resume, not {' '.join(others)}"
        )
    content = read_config(folder.config)
    _check_command(content, folder, type(given))
    changes = {name: getattr(given, name) for name in names.values() if name in may_change}
    with naming(folder.config):
        try:
            before = parse(content, type(given))
        except NamesError as error:
            raise ValueError(
                f"it was written by a different version of hofspiele: {error}; start a new run"
            ) from error
        # The stored values of `trust` and `networks` are ignored.
        typed = {"trust": given.trust, "networks": given.networks}
        stored = with_values(before, changes | typed)
    # The last rollout may end after the stored steps, so an unchanged number is always accepted.
    learnt = Checkpoints(folder.checkpoints).steps()
    if before.steps != stored.steps < learnt:
        raise ValueError(
            f"steps is {stored.steps:,}, but the run in {folder.path} has already trained for "
            f"{learnt:,} steps; set a larger number, or omit steps"
        )
    game = stored.game.name
    if games and games != [f"game={game}"]:
        found = games[-1].removeprefix("game=")
        raise ValueError(f"game is {found}, but the run in {folder.path} plays {game}")
    if not given.trust:
        _check_imports_nothing(stored, folder, game_is_named=bool(games))
    if game is not None and stored.imports_game:
        spec_of(game, from_user=True)
    return stored


def _check_imports_nothing(stored: Train, folder: RunFolder, *, game_is_named: bool) -> None:
    """Raise ValueError if the settings import anything that the user has not named."""
    if agents := stored.imported_agents:
        raise ValueError(
            f"resuming {folder.path} would import the agents {', '.join(agents)}; if you trust "
            "the author of that run, set trust=true"
        )
    if is_import_name(stored.reward):
        raise ValueError(
            f"resuming {folder.path} would import its reward {stored.reward}; if you trust the "
            "author of that run, set trust=true"
        )
    if not is_registered(network := stored.network.architecture):
        raise ValueError(
            f"resuming {folder.path} would import its network; if you trust the author of that "
            f"run, set networks=[{network}] or trust=true"
        )
    game = stored.game.name
    if stored.imports_game and not game_is_named:
        raise ValueError(
            f"resuming {folder.path} would import a game; if you trust the author of that run, set "
            f"game={game} or trust=true"
        )


def _check_command(stored: Mapping[str, Any], folder: RunFolder, kind: type[Train]) -> None:
    """Raise ValueError unless the run was started with the command of `kind`."""
    marks = {"agent": "exploit", "num_env_runners": "rllib"}
    began = next((marks[name] for name in marks if name in stored), "train")
    if began != (command := command_of(kind)):
        raise ValueError(
            f"{folder.path} was started with hofspiele {began}, not {command}; "
            "resume it with: " + shell_command(began, override("resume", str(folder.path)))
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
