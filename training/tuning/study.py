"""Studies: trials with their values and results, in a storage that machines can share."""

import contextlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import optuna
from optuna.exceptions import StorageInternalError
from optuna.storages import BaseStorage, JournalStorage, RDBStorage
from optuna.storages.journal import JournalFileBackend, JournalFileOpenLock
from optuna.study import StudyDirection
from optuna.trial import FrozenTrial, TrialState
from rich.console import Console
from sqlalchemy.exc import DBAPIError

from hofspiele.envs.core.checks import is_number, shown
from hofspiele.training.cli.files import RunError, in_a_line, read_errors, write_errors
from hofspiele.training.cli.resumable_folder import check_unchanged
from hofspiele.training.players.contents import components_sha256
from hofspiele.training.settings.tune import Tune
from hofspiele.training.tuning.space import Space, entries, fault_in, recipe_in, suggest

# Seconds to wait while another process creates the tables of a database.
_PATIENCE_S = 1.0
# The attribute of a study with the settings with which it was started.
_SETTINGS = "settings"
# Settings that do not change what the results of trials mean, so each process may have its own.
_OWN = {
    "trials", "results", "storage", "name", "resume", "trust", "device", "torch_threads",
    "table_threads", "checkpoint_every",
}  # fmt: skip
_REMEDY = "another name=… and results=…"
_ENDED = (TrialState.COMPLETE, TrialState.PRUNED)


class Study(optuna.Study):
    """A study that ignores finished trials whose values or results it cannot have produced."""

    def __init__(self, name: str, storage: BaseStorage, space: Space):
        super().__init__(name, storage, pruner=optuna.pruners.MedianPruner())
        self._space = space

    # The sampler and the pruner read finished trials through this method.
    def _get_trials(self, *arguments: Any, **options: Any) -> list[FrozenTrial]:
        trials = super()._get_trials(*arguments, **options)
        return [trial for trial in trials if _fault_of(trial, self._space) is None]

    @property
    def ignored(self) -> dict[int, str]:
        """The numbers of the finished trials that are ignored, with the reasons."""
        trials = super()._get_trials()
        faults = {trial.number: _fault_of(trial, self._space) for trial in trials}
        return {number: fault for number, fault in faults.items() if fault is not None}


def _fault_of(trial: FrozenTrial, space: Space) -> str | None:
    """Return why the study ignores a finished trial; None for trials that it does not ignore."""
    if trial.state not in _ENDED:
        return None
    results = (trial.values or [None]) if trial.state is TrialState.COMPLETE else []
    for result in (*results, *trial.intermediate_values.values()):
        if not is_number(result):
            return f"its result is {shown(result)}, expected a finite number"
    missing = next((f"{name} is missing" for name in space if name not in trial.params), None)
    return fault_in(trial.params, space) or missing


@contextlib.contextmanager
def open_study(settings: Tune) -> Iterator[Study]:
    """Start or resume the study, which other processes may share.

    Raises:
        ValueError: the storage can't be opened, or contains something other than a study, or the
            study was started with other settings.
        WriteError: the folder of the runs or the file of the storage can't be written.
        RunError: the database does not respond.
    """
    folder = Path(settings.results)
    storage = settings.storage or str(folder / "trials.log")
    with write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    if "://" in storage:
        study = _open_database(storage, settings)
        try:
            _check_settings(study, settings)
            yield study
        except StorageInternalError as error:
            raise RunError(f"the storage database does not respond: {in_a_line(error)}") from error
    else:
        study = _open_file(Path(storage), settings)
        with write_errors(Path(storage)), _interruptions():
            _check_settings(study, settings)
            yield study


def _check_settings(study: Study, settings: Tune) -> None:
    """Store the settings in a new study; raise ValueError if the study was started with others."""
    values = asdict(settings) | {"space": entries(settings.space)}
    # A difference in the game explains many others, so it is reported first.
    kept = {name: values[name] for name in ("game", *values) if name not in _OWN}
    kept |= components_sha256(settings.game.make_all(settings.num_players))
    if _SETTINGS not in study.user_attrs and not ended_trials(study) and not study.ignored:
        study.set_user_attr(_SETTINGS, kept)
    found = study.user_attrs.get(_SETTINGS)
    if not isinstance(found, dict) or study.directions != [StudyDirection.MAXIMIZE]:
        raise ValueError(
            f"study {settings.name} was not started by this version of tune; choose {_REMEDY}"
        )
    check_unchanged(kept, found, f"study {settings.name}", _REMEDY)


@contextlib.contextmanager
def _interruptions() -> Iterator[None]:
    """Raise KeyboardInterrupt again if the lock of Optuna's log has replaced it by another error.

    If Ctrl-C arrives during the release of the lock, Optuna releases it twice, which fails.
    """
    try:
        yield
    except (FileNotFoundError, RuntimeError) as error:
        cause: BaseException | None = error
        while cause is not None:
            if isinstance(cause, KeyboardInterrupt):
                raise cause from None
            cause = cause.__context__
        raise


def _open_database(url: str, settings: Tune) -> Study:
    try:
        if urlsplit(url).netloc.count("@") > 1:
            # SQLAlchemy would take the rest of the password for the host, which messages name.
            raise ValueError("write %40 for @ in a user name or password")
        return _load(_database(url), settings)
    except Exception as error:  # Every database driver has its own exceptions.
        # The URL may contain a password, so it is not shown.
        raise ValueError(f"storage can't be opened: {in_a_line(error)}") from error


def _database(url: str) -> RDBStorage:
    try:
        return RDBStorage(url)
    except DBAPIError:
        # Another process may have created the tables after this process looked for them.
        time.sleep(_PATIENCE_S)
        return RDBStorage(url)


def _open_file(file: Path, settings: Tune) -> Study:
    # `write_errors` reports OSErrors, and `read_errors` all other errors.
    advice = "; restore it or choose another storage=…"
    with read_errors(file, advice), write_errors(file), _interruptions():
        lock = JournalFileOpenLock(str(file))
        if file.is_file():
            _check_lines(file, lock)
        return _load(JournalStorage(JournalFileBackend(str(file), lock)), settings)


def _check_lines(file: Path, lock: JournalFileOpenLock) -> None:
    """Raise an error of any kind if a line is not one of Optuna's; Optuna would append to the file.

    A last line that a full disk or a kill has left incomplete is removed.
    """
    lock.acquire()
    try:
        content = file.read_bytes()
        complete = content.rfind(b"\n") + 1
        if complete < len(content):
            os.truncate(file, complete)
    finally:
        lock.release()
    _ = [json.loads(line)["op_code"] for line in content[:complete].splitlines()]


def _load(storage: BaseStorage, settings: Tune) -> Study:
    optuna.create_study(
        study_name=settings.name, direction="maximize", storage=storage, load_if_exists=True
    )
    study = Study(settings.name, storage, entries(settings.space))
    study.get_trials()  # This raises an error if a stored trial can't be read.
    return study


def next_trial(study: optuna.Study, settings: Tune, console: Console) -> optuna.Trial:
    """Return a new trial with suggested values; the first has the recipe's values in the space.

    If the process of the first trial is killed, no other trial gets the recipe's values, because
    the study cannot know that the trial is no longer running. Waiting trials with values outside of
    the space are marked as failed and reported. Raises ValueError if the space does not match the
    space of earlier trials.
    """
    space = entries(settings.space)
    while True:
        if not any(trial.state is not TrialState.FAIL for trial in study.get_trials()):
            study.enqueue_trial(recipe_in(settings))
        trial = study.ask()
        running = study.get_trials(states=(TrialState.RUNNING,))
        stored = next(one for one in running if one.number == trial.number)
        given = stored.system_attrs.get("fixed_params", {})
        fault = fault_in(stored.params, space) or fault_in(given, space)
        if fault is None:
            break
        study.tell(trial, state=TrialState.FAIL)
        console.print(f"trial {trial.number} is marked as failed: {fault}")
    # Every trial has its own random stream, so that no two machines draw the same values.
    seed = int(np.random.SeedSequence([settings.seed, trial.number]).generate_state(1)[0])
    study.sampler = optuna.samplers.TPESampler(seed=seed)
    try:
        suggest(trial, space)
    except ValueError as error:
        study.tell(trial, state=TrialState.FAIL)
        raise ValueError(
            f"space differs from the space of the earlier trials ({error}); choose another name=… "
            "and results=… for a different space"
        ) from error
    return trial


def ended_trials(study: optuna.Study) -> list[FrozenTrial]:
    """Return all trials that were completed or stopped early.

    Trials of killed processes are not among them, because the study lists them as running.
    """
    return study.get_trials(states=_ENDED)


def completed_trials(study: optuna.Study) -> list[FrozenTrial]:
    """Return all completed trials, best first."""
    completed = study.get_trials(states=(TrialState.COMPLETE,))
    return sorted(completed, key=lambda trial: -float(trial.value or 0.0))
