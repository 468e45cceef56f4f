"""Starting new runs, and resuming interrupted runs from their last checkpoints; `train`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import KVWriter

from hofspiele.envs.agents import Agent, MatchResult
from hofspiele.envs.command_line.parse import NamesError, parse, with_values
from hofspiele.envs.command_line.setting import command_of
from hofspiele.envs.command_line.values import argument, shell_command
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.text.imported import is_import_name
from hofspiele.training.files.read_write import naming
from hofspiele.training.files.yaml_file import read_yaml
from hofspiele.training.players.loading import load_agent
from hofspiele.training.runs.checkpoints import Checkpoints
from hofspiele.training.runs.config_file import (
    TrainKind,
    located,
    typed_values,
    with_agents,
    write_config,
)
from hofspiele.training.runs.curve import read_curve
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.run import Run
from hofspiele.training.settings.train import Train
from hofspiele.training.settings.untyped import check_untyped
from hofspiele.training.settings.variants import RLlib


@dataclass(frozen=True)
class TrainResult:
    """The result of a run.

    Attributes:
        agent: the trained agent, which samples its actions; for the first setup of the run.
        curve: the logged metrics of each rollout by name, among them ``steps`` and win shares.
        evaluations: the matches of the agent against each of ``evaluation.opponents``.
        folder: the folder of the run.
    """

    agent: Agent
    curve: list[dict[str, float]]
    evaluations: list[MatchResult]
    folder: Path


def train(
    settings: Train,
    callbacks: Sequence[BaseCallback] = (),
    output_formats: Sequence[KVWriter] = (),
    console: Console | None = None,
    kind: type[Run] = Run,
) -> TrainResult:
    """Train, save and evaluate an agent, like ``hofspiele train`` or ``hofspiele rllib``.

    After Ctrl-C, the run is saved, and ``Train(resume=FOLDER)`` resumes it. With the settings of a
    resumed run, only ``steps`` can be changed.

    Args:
        settings: the settings; see ``hofspiele train --help``.
        callbacks: callbacks of stable-baselines3, which are called while the agent learns.
        output_formats: output formats of stable-baselines3's logger, which write metrics elsewhere
            than to the folder of the run. They are not closed.
        console: where progress is printed; by default nowhere.
        kind: what trains; `RLlibRun` trains with RLlib and needs `RLlib` settings.

    Raises:
        ValueError: a setting has a wrong value, or `RLlib` settings are given without `RLlibRun`.
        RunError: learning diverges, or a file cannot be written.
    """
    if isinstance(settings, RLlib) and kind is Run:
        raise ValueError("RLlib settings are given, expected kind=RLlibRun with them")
    checked = with_values(settings, {})
    usual = type(settings)(resume=settings.resume)
    given = {
        entry.name: getattr(checked, entry.name)
        for entry in fields(usual)
        if settings.resume is not None
        and getattr(checked, entry.name) != getattr(usual, entry.name)
    }
    run = start_or_resume(checked, console or Console(quiet=True), kind, given)
    folder = run.folder
    try:
        evaluations = run.complete(callbacks, output_formats)
    finally:
        folder.unlock()
    agent = load_agent(folder.path, run.games[0])
    return TrainResult(agent, read_curve(folder.curve), evaluations, folder.path)


def start_or_resume(
    settings: Train, console: Console, kind: type[Run], given: Mapping[str, Any]
) -> Run:
    """Return a new run, or the one to resume; `given` are the command line's values by name."""
    if settings.resume is None:
        return new_run(kind.completed(settings, given), console, kind)
    folder = RunFolder.existing(settings.resume)
    stored = stored_settings(folder, given, settings, kind.places)
    return resumed_run(stored, folder, console, kind)


def new_run(settings: Train, console: Console, kind: type[Run] = Run) -> Run:
    """Return a new run in a new folder, which is not created if ValueError is raised."""
    run = kind(settings, RunFolder.new(settings), console)
    run.folder.create(settings, run.games)
    return run


def stored_settings(
    folder: RunFolder, given: Mapping[str, Any], settings: TrainKind, places: Sequence[str] = ()
) -> TrainKind:
    """Return the settings for resuming an interrupted run.

    The values `given` on the command line are also in `settings`; see `Run` for `places`.

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
        typed = {name: value for name, (value, _) in typed_values(settings).items()}
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
    marks = {"agent": "exploit", "num_env_runners": "rllib"}
    began = next((marks[name] for name in marks if name in stored), "train")
    if began != (command := command_of(kind)):
        raise ValueError(
            f"{folder.path} was started with hofspiele {began}, not {command}; "
            "resume it with: " + shell_command(began, resume=str(folder.path))
        )


def resumed_run(settings: Train, folder: RunFolder, console: Console, kind: type[Run] = Run) -> Run:
    """Return a run in the state of its last checkpoint, or in its initial state without one.

    Write the `stored_settings`, so that a new value of `steps` also holds for later resumes. Raise
    ValueError if a value is wrong or a component file has changed, and RunError if the checkpoint
    is corrupt.
    """
    checkpoint = Checkpoints(folder.checkpoints).read_newest()
    with naming(folder.config):
        run = kind(settings, folder, console, checkpoint)
    folder.check_components(run.games)
    write_config(folder.config, settings)
    return run
