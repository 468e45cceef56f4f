"""A study in its folder: every trial with what was suggested and what came of it.

Trials are suggested in generations of ``at_once``: what is suggested for one follows from the seed,
its number, the results of all generations before and what the trials before it in its own try, and
not from when these end. So neither the number of workers nor an interruption changes a study.
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
    """The study in the results folder, new or resumed; a trial that was cut off begins anew.

    Raises:
        ValueError: another process works there, or trials.log is none of optuna's.
        WriteError: it can't be written.
    """
    folder = Path(str(config.results))
    file = folder / "trials.log"
    # trials tell of their own files
    with lock_folder(folder), telling(file):
        _mend(file)
        study = _study_of(file)
        for trial in study.get_trials(states=(TrialState.RUNNING,)):
            path = run_path(config, trial)
            if trial.distributions == distributions(config.space):
                # gone on with, its run would play other games
                shutil.rmtree(path, ignore_errors=True)
            else:
                study.tell(trial.number, state=TrialState.FAIL)
        for trial in study.get_trials(states=(TrialState.FAIL,)):
            # nobody goes on with its run, which would
            RunFolder(run_path(config, trial)).clear()
        yield study


def _study_of(file: Path) -> optuna.Study:
    # `telling` has what goes wrong in writing
    with reading(file, "; restore it or choose another results=…"), telling(file):
        if file.is_file():
            # optuna would add to what it can't read
            _ = [json.loads(line)["op_code"] for line in file.read_bytes().splitlines()]
        study = optuna.create_study(
            study_name="tune",
            direction="maximize",
            storage=JournalStorage(JournalFileBackend(str(file))),
            load_if_exists=True,
        )
        ended_trials(study)  # A result that is not a number is damage to the file as well.
        return study


def _mend(file: Path) -> None:
    """Remove what a killed process has left: optuna's own lock, a line that was cut off."""
    for lock in file.parent.glob(f"{file.name}.lock*"):
        lock.unlink()
    if file.is_file():
        content = file.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            write_file(file, whole)


def run_path(config: DictConfig, trial: FrozenTrial) -> Path:
    """The folder of a trial's run."""
    return Path(str(config.results)) / f"trial-{trial.number:03d}"


def begin_trials(study: optuna.Study, config: DictConfig) -> list[FrozenTrial]:
    """The trials to run next, all of one generation; none if as many as configured have ended.

    Those that were cut off are among them.
    """
    missing = config.trials - len(ended_trials(study))
    begun = study.get_trials(states=(TrialState.RUNNING,))
    while len(begun) < missing:
        trials = study.get_trials()
        if begun and len(trials) // config.at_once > begun[-1].number // config.at_once:
            break
        # one line of the log, which is there whole or not at all
        study.add_trial(suggestion(trials, config))
        begun.append(study.get_trials()[-1])
    return begun[: max(0, missing)]


def suggestion(trials: Sequence[FrozenTrial], config: DictConfig) -> FrozenTrial:
    """The trial that comes after `trials`, all of a study; the first has the recipe's own values.

    Others are suggested by a sampler of their own, which sees the trials of its own generation as
    under way, whether they have ended or not.
    """
    number = len(trials)
    generation = number - number % config.at_once
    seed = int(np.random.SeedSequence([config.seed, number]).generate_state(1)[0])
    known = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed))
    known.add_trials(
        trial
        if trial.state is TrialState.COMPLETE and trial.number < generation
        else _under_way(trial)
        for trial in trials
        if trial.state in (TrialState.COMPLETE, TrialState.RUNNING)
    )
    if not known.get_trials():
        known.enqueue_trial(recipe_in(config))
    return _under_way(known.ask(distributions(config.space)))


def _under_way(trial: optuna.Trial | FrozenTrial) -> FrozenTrial:
    return create_trial(
        state=TrialState.RUNNING, params=trial.params, distributions=trial.distributions
    )


def ended_trials(study: optuna.Study) -> list[FrozenTrial]:
    """All trials with a result, the best first."""
    ended = study.get_trials(states=(TrialState.COMPLETE,))
    return sorted(ended, key=lambda trial: -float(trial.value or 0.0))
