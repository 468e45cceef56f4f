"""Studies in a storage that processes share. What others have stored is checked.

A study keeps the recipe and the space with which it was started. Only names and values of this
space count, so a storage from others cannot change other settings of a run.
"""

import contextlib
import json
import os
from collections.abc import Collection, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import optuna
from optuna.exceptions import StorageInternalError
from optuna.storages import BaseStorage, JournalStorage, RDBStorage
from optuna.storages.journal import JournalFileBackend, JournalFileOpenLock
from optuna.study import StudyDirection
from optuna.trial import FrozenTrial, TrialState

from hofspiele.envs.core.checks import is_number, shown
from hofspiele.envs.core.text.files import check_replaceable
from hofspiele.training.files.read_write import RunError, in_a_line, write_errors
from hofspiele.training.files.resumable_folder import check_unchanged
from hofspiele.training.files.versions import components_sha256
from hofspiele.training.settings.variants import Tune
from hofspiele.training.tuning.space import Space, contains, entries

# States of trials that count; the trial of a killed process stays in the state RUNNING.
ENDED = (TrialState.COMPLETE, TrialState.PRUNED)
# The attribute of a study with the settings with which it was started.
_SETTINGS = "settings"
# Settings that do not change what the results of trials mean, so each process may have its own.
_OWN = {
    "trials", "results", "storage", "name", "resume", "trust", "device", "torch_threads",
    "table_threads", "checkpoint_every",
}  # fmt: skip
_REMEDY = "another name=… and results=…"


class StoredStudy(optuna.Study):
    """A study that ignores trials whose values or results it cannot have produced."""

    def __init__(self, name: str, storage: BaseStorage, space: Space):
        super().__init__(name, storage, pruner=optuna.pruners.MedianPruner())
        self._space = space

    # The sampler and the pruner read trials through this method.
    def _get_trials(self, *arguments: Any, **options: Any) -> list[FrozenTrial]:
        trials = super()._get_trials(*arguments, **options)
        return [trial for trial in trials if _fault_of(trial, self._space) is None]

    @property
    def best_trial(self) -> FrozenTrial:
        """The completed trial with the highest value; ValueError if there is none."""
        return max(self.get_trials(states=(TrialState.COMPLETE,)), key=lambda trial: trial.values)

    def ignored(self, states: Collection[TrialState] = ENDED) -> dict[int, str]:
        """Return the numbers of the ignored trials in `states`, with the reasons."""
        trials = super()._get_trials(states=states)
        faults = {trial.number: _fault_of(trial, self._space) for trial in trials}
        return {number: fault for number, fault in faults.items() if fault is not None}


def _fault_of(trial: FrozenTrial, space: Space) -> str | None:
    """Return why a stored trial, which may be hostile, is not of the space; None if it is."""
    results = (trial.values or [None]) if trial.state is TrialState.COMPLETE else []
    for result in (*results, *trial.intermediate_values.values()):
        if not is_number(result):
            return f"its result is {shown(result)}, expected a finite number"
    for values in (trial.params, trial.system_attrs.get("fixed_params", {})):
        if not isinstance(values, dict):
            return f"its values are {shown(values)}, expected a mapping"
        for name, value in values.items():
            if name not in space:
                return f"{shown(name)} is not in the space"
            if not contains(space[name], value):
                return f"{name} is {shown(value)}, expected a value of the space"
    missing = space.keys() - trial.params.keys() if trial.state in ENDED else ()
    return f"{min(missing)} is missing" if missing else None


def open_study(settings: Tune) -> StoredStudy:
    """Start or resume the study, which other processes may share.

    Raise ValueError if the storage can't be opened or was started with other settings.
    """
    file = settings.file
    Path(settings.results).mkdir(parents=True, exist_ok=True)
    try:
        storage = RDBStorage(str(settings.storage)) if file is None else _journal(file)
        optuna.create_study(
            study_name=settings.name, direction="maximize", storage=storage, load_if_exists=True
        )
        study = StoredStudy(settings.name, storage, entries(settings.space))
        study.ignored()  # This raises an error if a stored trial can't be read.
    except Exception as error:  # Corrupt files and database drivers raise errors of any kind.
        # A URL may contain a password, so it is not shown.
        opened, reason = file or "the database", in_a_line(error)
        raise ValueError(f"{opened} can't be opened: {reason}; choose another storage=…") from error
    _check_settings(study, settings)
    return study


def _journal(file: Path) -> JournalStorage:
    """Open a log; raise an error of any kind if it has lines that are not Optuna's."""
    check_replaceable(file)
    lock = JournalFileOpenLock(str(file))
    backend = JournalFileBackend(str(file), lock)
    lock.acquire()
    try:
        *lines, last = file.read_bytes().split(b"\n")
        _ = [json.loads(line)["op_code"] for line in lines]
        if last:  # A full disk has left an incomplete line.
            os.truncate(file, file.stat().st_size - len(last))
    finally:
        lock.release()
    return JournalStorage(backend)


def _check_settings(study: StoredStudy, settings: Tune) -> None:
    """Store the settings in a new study; raise ValueError if the study was started with others."""
    values = asdict(settings) | {"space": entries(settings.space)}
    # A difference in the game explains many others, so it is reported first.
    kept = {name: values[name] for name in ("game", *values) if name not in _OWN}
    kept |= components_sha256(settings.game.make_all(settings.num_players))
    has_trials = study.get_trials(states=ENDED) or study.ignored()
    if _SETTINGS not in study.user_attrs and not has_trials:
        study.set_user_attr(_SETTINGS, kept)
    found = study.user_attrs.get(_SETTINGS)
    if not isinstance(found, dict) or study.directions != [StudyDirection.MAXIMIZE]:
        raise ValueError(
            f"study {settings.name} was not started by this version of tune; choose {_REMEDY}"
        )
    check_unchanged(kept, found, f"study {settings.name}", _REMEDY)


@contextlib.contextmanager
def storage_errors(settings: Tune) -> Iterator[None]:
    """Raise RunError if the study can't be written, and KeyboardInterrupt if Optuna replaces it."""
    try:
        with write_errors(settings.file or Path(settings.results)):
            yield
    except Exception as error:
        # If Ctrl-C arrives while Optuna releases the lock of a file, releasing it again fails.
        cause: BaseException | None = error
        while cause := cause and cause.__context__:
            if isinstance(cause, KeyboardInterrupt):
                raise cause from None
        if isinstance(error, StorageInternalError):
            raise RunError(f"the database does not respond: {in_a_line(error)}") from error
        raise
