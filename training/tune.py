"""Seek good values for a recipe: ``python -m training.tune experiment=kardinal trials=20``.

Each trial is a whole but short training run with values from a search space, suggested by optuna's
tree-structured Parzen estimator (Bergstra et al., NeurIPS 2011); the first has the recipe's own
values. What counts is the mean win share against the agents of ``evaluation.opponents``. Every
ended trial is kept: calling it again goes on.
"""

import contextlib
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import optuna
from omegaconf import DictConfig, ListConfig, OmegaConf
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import FrozenTrial, Trial, TrialState
from rich.console import Console
from rich.table import Table as TextTable

from hofspiele.training.cli.checks import check_values, integer
from hofspiele.training.cli.command import RunError, command, end_interrupted
from hofspiele.training.cli.files import WriteError, reading, telling, write_file
from hofspiele.training.cli.lock import lock_folder
from hofspiele.training.runs.build import build
from hofspiele.training.runs.callbacks import DivergedError
from hofspiele.training.runs.checks import check_run
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.measure import measure
from hofspiele.training.runs.opening import new_run

# trials that the table shows
_SHOWN = 5
_RANGE = {"low", "high", "log"}
_MISSING = object()


def entries(space: DictConfig, above: str = "") -> dict[str, Any]:
    """What is sought, by dotted names.

    Names are nested where the command line adds them (``+space.algorithm.n_epochs=[1,2]``); they
    count instead of the same names in a file.
    """
    found: dict[str, Any] = {}
    for key, entry in space.items():
        name = above + str(key)
        if isinstance(entry, DictConfig) and entry and _RANGE.isdisjoint(entry):
            found |= entries(entry, f"{name}.")
        else:
            found[name] = entry
    return found


def check_space(config: DictConfig) -> None:
    """Raise ValueError if an entry of the search space is of no use for the configuration."""
    for name, entry in entries(config.space).items():
        if OmegaConf.select(config, name, default=_MISSING) is _MISSING:
            raise ValueError(f"space: there is no value {name} in the configuration")
        if not (_is_list(entry) or _is_range(entry)):
            raise ValueError(
                f"space: {name!r} is {entry}, expected a list of choices, or numbers as low and "
                "high (log: true, to seek among orders of magnitude above 0)"
            )


def suggest(trial: Trial, space: DictConfig) -> dict[str, Any]:
    """Values for a trial by their dotted names."""
    values: dict[str, Any] = {}
    for name, entry in entries(space).items():
        if _is_list(entry):
            values[name] = trial.suggest_categorical(name, list(entry))
        else:
            log = entry.get("log", False)
            values[name] = trial.suggest_float(name, entry.low, entry.high, log=log)
    return values


def recipe_in(config: DictConfig) -> dict[str, Any]:
    """The recipe's own values by their dotted names, as far as they are in the space."""
    sought = entries(config.space)
    own = {name: OmegaConf.select(config, name) for name in sought}
    return {name: value for name, value in own.items() if _has(sought[name], value)}


def _has(entry: Any, value: Any) -> bool:
    if _is_list(entry):
        return value in entry
    return value is not None and entry.low <= value <= entry.high


def _is_list(entry: Any) -> bool:
    return isinstance(entry, ListConfig) and len(entry) > 0


def _is_range(entry: Any) -> bool:
    if not isinstance(entry, DictConfig) or not entry.keys() <= _RANGE:
        return False
    low, high, log = entry.get("low"), entry.get("high"), entry.get("log", False)
    numbers = all(isinstance(end, int | float) for end in (low, high))
    return numbers and isinstance(log, bool) and low <= high and (low > 0 or not log)


def run_trial(trial: Trial, config: DictConfig, console: Console) -> float:
    """Train with suggested values; the win share of the agent that came of it.

    A run that diverges is worth nothing.
    """
    own = config.copy()
    own.name = _run_name(trial.number)
    for name, value in suggest(trial, config.space).items():
        OmegaConf.update(own, name, value)
        console.print(f"{own.name}: {name} = {value}")
    run = new_run(own, console)
    try:
        run.warm_start()
        run.learn()
    except DivergedError as error:
        console.print(f"{own.name}: {error}")
        return 0.0
    run.save_agent()
    evaluations = measure(own, run.folder, run.parts.evaluation_opponents, console)
    shares = [evaluation.agents[0].win_share.mean for evaluation in evaluations]
    return sum(shares) / len(shares)


def _run_name(trial: int) -> str:
    return f"trial-{trial:03d}"


def check_study(config: DictConfig) -> None:
    """Raise ValueError for what is wrong with recipe or space, before a study begins."""
    check_values(config, {"trials": integer(1)})
    check_run(config)
    check_space(config)
    build(config, "trial")
    for name, entry in entries(config.space).items():
        # what holds at both ends of a range holds in between
        for value in entry if _is_list(entry) else (float(entry.low), float(entry.high)):
            own = config.copy()
            OmegaConf.update(own, name, value)
            try:
                check_run(own)
                build(own, "trial")
            except ValueError as error:
                raise ValueError(f"space: {name} may become {value}: {error}") from None


@contextlib.contextmanager
def open_study(config: DictConfig) -> Iterator[optuna.Study]:
    """The study in the results folder, new or resumed; trials that were cut off count as failed.

    A new one begins with the recipe as it is.

    Raises:
        ValueError: another process works there, or trials.log is none of optuna's.
        WriteError: it can't be written.
    """
    folder = Path(str(config.results))
    file = folder / "trials.log"
    # trials tell of their own files
    with lock_folder(folder), telling(file):
        _mend(file)
        study = _study_of(file, config.seed)
        for trial in study.get_trials(states=(TrialState.RUNNING, TrialState.FAIL)):
            if trial.state is TrialState.RUNNING:
                study.tell(trial.number, state=TrialState.FAIL)
            # nobody goes on with its run, which would
            RunFolder(folder / _run_name(trial.number)).clear()
        if not study.get_trials(states=(TrialState.COMPLETE, TrialState.WAITING)):
            study.enqueue_trial(recipe_in(config))
        yield study


def _study_of(file: Path, seed: int) -> optuna.Study:
    # `telling` has what goes wrong in writing
    with reading(file, "; restore it or choose another results=…"), telling(file):
        if file.is_file():
            # optuna would add to what it can't read
            _ = [json.loads(line)["op_code"] for line in file.read_bytes().splitlines()]
        return optuna.create_study(
            study_name="tune",
            direction="maximize",
            sampler=optuna.samplers.TPESampler(seed=seed),
            storage=JournalStorage(JournalFileBackend(str(file))),
            load_if_exists=True,
        )


def _mend(file: Path) -> None:
    """Remove what a killed process has left: optuna's own lock, a line that was cut off."""
    for lock in file.parent.glob(f"{file.name}.lock*"):
        lock.unlink()
    if file.is_file():
        content = file.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            write_file(file, whole)


def ended_trials(study: optuna.Study) -> list[FrozenTrial]:
    """All trials with a result, the best first."""
    ended = study.get_trials(states=(TrialState.COMPLETE,))
    return sorted(ended, key=lambda trial: -float(trial.value or 0.0))


def trials_table(trials: list[FrozenTrial]) -> TextTable:
    """The best trials side by side, for the terminal."""
    shown = trials[:_SHOWN]
    table = TextTable(title=f"best of {len(trials)} trials: mean win share and values")
    table.add_column("trial", overflow="fold")
    for trial in shown:
        table.add_column(str(trial.number), justify="right", no_wrap=True)
    table.add_row("win share", *(f"{trial.value:.1%}" for trial in shown))
    # trials of before may have been of another space
    for name in dict.fromkeys(name for trial in shown for name in trial.params):
        table.add_row(name, *(_text(trial.params.get(name, "–")) for trial in shown))
    return table


def _text(value: Any) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)


@command("tune")
def main(config: DictConfig) -> None:
    """Run the trials that are missing and print the best."""
    console = Console(soft_wrap=True, markup=False)
    logging.getLogger("optuna").setLevel(logging.WARNING)
    check_study(config)
    try:
        with open_study(config) as study:
            while len(ended_trials(study)) < config.trials:
                trial = study.ask()
                study.tell(trial, run_trial(trial, config, console))
                console.print(trials_table(ended_trials(study)))
            trials = ended_trials(study)
    except KeyboardInterrupt:
        console.print("\ninterrupted; the same command goes on")
        end_interrupted()
    except WriteError as error:
        raise RunError(f"{error}; once it can, the same command goes on") from error
    values = " ".join(f"{name}={_text(value)}" for name, value in trials[0].params.items())
    console.print(trials_table(trials))
    console.print(f"the best values: {values}")


if __name__ == "__main__":
    main()
