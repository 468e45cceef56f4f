"""Training as a function, for programs and notebooks."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import KVWriter

from hofspiele.envs.agents import Agent, MatchResult
from hofspiele.envs.command_line.parse import with_values
from hofspiele.training.players.loading import load_agent
from hofspiele.training.runs.curve import read_curve
from hofspiele.training.runs.run import Run
from hofspiele.training.runs.start_or_resume import start_or_resume
from hofspiele.training.settings.train import Train
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

    After Ctrl-C, the run is saved, and ``Train(resume=FOLDER)`` resumes it.

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
    run = start_or_resume(checked, console or Console(quiet=True), kind)
    return result_of(run, callbacks, output_formats)


def result_of(
    run: Run, callbacks: Sequence[BaseCallback], output_formats: Sequence[KVWriter]
) -> TrainResult:
    """Complete a run and return its result."""
    folder = run.folder
    try:
        evaluations = run.complete(callbacks, output_formats)
    finally:
        folder.unlock()
    agent = load_agent(folder.path, run.parts.games[0])
    return TrainResult(agent, read_curve(folder.curve), evaluations, folder.path)
