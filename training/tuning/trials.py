"""The trials of a study: short training runs with suggested values."""

from typing import Any

import numpy as np
import optuna
from optuna.trial import TrialState
from rich.console import Console
from stable_baselines3.common.callbacks import BaseCallback

from hofspiele.envs.command_line.parse import with_values
from hofspiele.envs.core.text.words import counted
from hofspiele.envs.reports.result_table import ResultTable, percentage
from hofspiele.training.runs.callbacks import DivergedError, Interval
from hofspiele.training.runs.learner import Learner
from hofspiele.training.runs.measure import mean_win_share, win_share_now
from hofspiele.training.runs.run import Run
from hofspiele.training.runs.start_or_resume import new_run
from hofspiele.training.settings.variants import Tune
from hofspiele.training.tuning.space import check_space, entries, suggest, values_in
from hofspiele.training.tuning.stored_study import ENDED, StoredStudy, open_study, storage_errors


def tune(settings: Tune, console: Console | None = None) -> StoredStudy:
    """Run trials until `settings.trials` have ended; return the study, an `optuna.Study`.

    Progress is printed to `console`, by default nowhere.

    Raises:
        ValueError: the recipe or the space is wrong or differs from the study's, or the storage
            can't be opened. No trial has run.
        RunError: the storage or the folder of a run can't be written.
    """
    console = console or Console(quiet=True)
    space = entries(settings.space)
    if settings.resume is not None:
        raise ValueError("tune takes no resume=…; repeat the same command to resume the study")
    Learner(settings.recipe, "trial")
    check_space(space, settings.recipe)
    with storage_errors(settings):
        study = open_study(settings)
        for number, reason in study.ignored().items():
            console.print(f"trial {number} is ignored: {reason}")
        while len(study.get_trials(states=ENDED)) < settings.trials:
            if all(trial.state is TrialState.FAIL for trial in study.get_trials()):
                study.enqueue_trial(values_in(space, settings.recipe))
            run_trial(study, settings, console)
    return study


def run_trial(study: StoredStudy, settings: Tune, console: Console) -> None:
    """Run a trial and store its result: its win share, or 0 if its policy diverges."""
    # `Study.optimize` prints tracebacks, and replaces errors of the storage by AssertionErrors.
    trial = study.ask()
    name = f"{settings.name}-trial-{trial.number:03d}"
    # A trial has failed after Ctrl-C or an error, or if others have stored foreign values in it.
    share, state = None, TrialState.FAIL
    try:
        fault = study.ignored((TrialState.RUNNING,)).get(trial.number)
        if fault is None:
            share, state = _win_share(trial, name, settings, console), TrialState.COMPLETE
            console.print(f"{name}: mean win share {percentage(share)}")
        else:
            console.print(f"{name} is marked as failed: {fault}")
    except optuna.TrialPruned:
        state = TrialState.PRUNED
        console.print(f"{name}: stopped early, below the median of the earlier trials")
    except DivergedError as error:
        share, state = 0.0, TrialState.COMPLETE
        console.print(f"{name}: {error}")
    finally:
        study.tell(trial, share, state)


def _win_share(trial: optuna.Trial, name: str, settings: Tune, console: Console) -> float:
    """Run a trial to its end; return its agent's mean win share over all evaluations."""
    # Every trial has its own random stream, so that no two machines draw the same values.
    seed = int(np.random.SeedSequence([settings.seed, trial.number]).generate_state(1)[0])
    trial.study.sampler = optuna.samplers.TPESampler(seed=seed)
    values = suggest(trial, entries(settings.space))
    for setting, value in values.items():
        console.print(f"{name}: {setting} = {value}")
    run = new_run(with_values(settings.recipe, {"name": name, **values}), console)
    every = settings.report_every
    return mean_win_share(run.complete([PruningCallback(trial, run, every)] if every else []))


class PruningCallback(BaseCallback):
    """Evaluates the agent of a trial every `every` steps; stops the trial if the pruner says so."""

    def __init__(self, trial: optuna.Trial, run: Run, every: int):
        super().__init__()
        self._trial, self._run, self._every = trial, run, every
        self._interval = Interval(every, 0)

    def _on_rollout_start(self) -> None:
        if self._interval.is_due(self.num_timesteps):
            share = win_share_now(self._run, self._run.folder.path.name)
            # Reports are numbered by intervals, because the rollouts of trials may differ in size.
            self._trial.report(share, self.num_timesteps // self._every)
            if self._trial.should_prune():
                raise optuna.TrialPruned

    def _on_step(self) -> bool:
        return True


def trials_table(study: StoredStudy) -> ResultTable:
    """Return a table of the five best completed trials of `study`, one column per trial."""
    completed = study.get_trials(states=(TrialState.COMPLETE,))
    best = sorted(completed, key=lambda trial: trial.values, reverse=True)[:5]
    names = best[0].params if best else ()
    return ResultTable(
        f"best of {counted(len(completed), 'trial')}: mean win share and values",
        ("trial", *(str(trial.number) for trial in best)),
        [
            ("win share", *(percentage(trial.values[0]) for trial in best)),
            *((name, *(_short(trial.params[name]) for trial in best)) for name in names),
        ],
    )


def _short(value: Any) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)
