"""A study in its folder: every trial with its suggested values and its result.

Trials are suggested in generations of ``at_once``. The values of a trial depend on the seed, its
number, the results of all earlier generations, and the values of the earlier trials in its own
generation, but not on when those end. So neither the number of workers nor an interruption changes
a study.
"""

import contextlib
import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import optuna
from omegaconf import DictConfig
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import FrozenTrial, TrialState, create_trial

from hofspiele.training.cli.files import reading, telling, write_file
from hofspiele.training.cli.lock import lock_folder
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.tuning.space import distributions, recipe_in


@contextlib.contextmanager
def open_study(config: DictConfig) -> Iterator[optuna.Study]:
    """Start or resume the study in the results folder; interrupted trials restart.

    Raises:
        ValueError: another process uses the folder, or trials.log is not a log of optuna.
        WriteError: trials.log can't be written.
    """
    folder = Path(str(config.results))
    file = folder / "trials.log"
    # Trials report errors in writing their own files themselves.
    with lock_folder(folder), telling(file):
        _repair(file)
        study = _load(file)
        for trial in study.get_trials(states=(TrialState.RUNNING,)):
            path = run_path(config, trial)
            if trial.distributions == distributions(config.space):
                # The run starts again, because a resumed one would play other games.
                shutil.rmtree(path, ignore_errors=True)
            else:
                study.tell(trial.number, state=TrialState.FAIL)
        for trial in study.get_trials(states=(TrialState.FAIL,)):
            # Resuming a run removes its temporary files, but a failed trial is never resumed.
            RunFolder(run_path(config, trial)).clear()
        yield study


def _load(file: Path) -> optuna.Study:
    # The inner `telling` reports errors in writing, the outer `reading` all others.
    with reading(file, "; restore it or choose another results=…"), telling(file):
        if file.is_file():
            # Optuna would append to a log that it can't read, so all lines are parsed first.
            _ = [json.loads(line)["op_code"] for line in file.read_bytes().splitlines()]
        study = optuna.create_study(
            study_name="tune",
            direction="maximize",
            storage=JournalStorage(JournalFileBackend(str(file))),
            load_if_exists=True,
        )
        ended_trials(study)  # A result that is not a number is damage to the file as well.
        return study


def _repair(file: Path) -> None:
    """Remove what a killed process has left behind: optuna's lock and an incomplete last line."""
    for lock in file.parent.glob(f"{file.name}.lock*"):
        lock.unlink()
    if file.is_file():
        content = file.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            write_file(file, whole)


def run_path(config: DictConfig, trial: FrozenTrial) -> Path:
    """Return the folder of a trial's run."""
    return Path(str(config.results)) / f"trial-{trial.number:03d}"


def start_trials(study: optuna.Study, config: DictConfig) -> list[FrozenTrial]:
    """Return the trials to run next, all of one generation; none if the study is complete.

    Interrupted trials are among them.
    """
    missing = config.trials - len(ended_trials(study))
    running = study.get_trials(states=(TrialState.RUNNING,))
    while len(running) < missing:
        trials = study.get_trials()
        if running and len(trials) // config.at_once > running[-1].number // config.at_once:
            break
        # This adds a single line to the log, so an interruption can't leave half a trial.
        study.add_trial(suggestion(trials, config))
        running.append(study.get_trials()[-1])
    return running[: max(0, missing)]


def suggestion(trials: Sequence[FrozenTrial], config: DictConfig) -> FrozenTrial:
    """Return the trial that follows `trials`, which are all trials of a study so far.

    The first trial has the recipe's values. Each later one has a sampler of its own, to which the
    trials of the same generation are shown as running, whether they have ended or not.
    """
    number = len(trials)
    generation = number - number % config.at_once
    seed = int(np.random.SeedSequence([config.seed, number]).generate_state(1)[0])
    known = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed))
    known.add_trials(
        trial
        if trial.state is TrialState.COMPLETE and trial.number < generation
        else _as_running(trial)
        for trial in trials
        if trial.state in (TrialState.COMPLETE, TrialState.RUNNING)
    )
    if not known.get_trials():
        known.enqueue_trial(recipe_in(config))
    return _as_running(known.ask(distributions(config.space)))


def _as_running(trial: optuna.Trial | FrozenTrial) -> FrozenTrial:
    return create_trial(
        state=TrialState.RUNNING, params=trial.params, distributions=trial.distributions
    )


def ended_trials(study: optuna.Study) -> list[FrozenTrial]:
    """Return all trials with a result, the best first."""
    ended = study.get_trials(states=(TrialState.COMPLETE,))
    return sorted(ended, key=lambda trial: -float(trial.value or 0.0))
