"""Trials: short training runs with suggested values. Some trials are stopped early.

The value of a trial is the mean win share of its agent, or 0 if its policy diverges.
"""

import optuna
from optuna.trial import TrialState
from rich.console import Console
from stable_baselines3.common.callbacks import BaseCallback

from hofspiele.training.runs.callbacks import DivergedError, Interval
from hofspiele.training.runs.measure import mean_win_share, win_share_now
from hofspiele.training.runs.run import Run
from hofspiele.training.runs.start_or_resume import new_run
from hofspiele.training.settings.parse import with_values
from hofspiele.training.settings.tune import Tune
from hofspiele.training.tuning.space import entries


def carry_out(study: optuna.Study, trial: optuna.Trial, settings: Tune, console: Console) -> None:
    """Run a trial and store its result; store it as failed after Ctrl-C or an unexpected error."""
    name = _name_of(trial, settings)
    try:
        study.tell(trial, _win_share(trial, settings, console))
    except optuna.TrialPruned:
        study.tell(trial, state=TrialState.PRUNED)
        console.print(f"{name}: stopped early, below the median of the earlier trials")
    except DivergedError as error:
        study.tell(trial, 0.0)
        console.print(f"{name}: {error}")
    except BaseException:
        study.tell(trial, state=TrialState.FAIL)
        raise


def _win_share(trial: optuna.Trial, settings: Tune, console: Console) -> float:
    """Run a trial to its end; return its agent's mean win share over all evaluations.

    Raises:
        TrialPruned: the trial is stopped early.
        DivergedError, WriteError, ValueError: `Run.complete` or `new_run` raises them.
    """
    run_name = _name_of(trial, settings)
    # Trials may come from others, so only names of the space count.
    values = {name: trial.params[name] for name in entries(settings.space)}
    for name, value in values.items():
        console.print(f"{run_name}: {name} = {value}")
    run = new_run(with_values(settings.recipe, {"name": run_name, **values}), console)
    if settings.report_every is not None:
        run.more_callbacks.append(PruningCallback(trial, run, settings.report_every))
    return mean_win_share(run.complete())


def _name_of(trial: optuna.Trial, settings: Tune) -> str:
    """Return the name of a trial's run, which differs from those of other studies."""
    return f"{settings.name}-trial-{trial.number:03d}"


class PruningCallback(BaseCallback):
    """Evaluates the agent of a trial at intervals; stops the trial if the study's pruner says so.

    Args:
        trial: the trial that the win shares are reported to.
        run: the run of the trial.
        every: number of steps between evaluations.
    """

    def __init__(self, trial: optuna.Trial, run: Run, every: int):
        super().__init__()
        self._trial = trial
        self._run = run
        self._every = every

    def _on_training_start(self) -> None:
        self._interval = Interval(self._every, self.num_timesteps)

    def _on_rollout_start(self) -> None:
        if not self._interval.is_due(self.num_timesteps):
            return
        run = self._run
        settings = run.settings
        share = win_share_now(run.parts, settings.evaluation, settings.seed, run.folder.path.name)
        # Reports are numbered by intervals, because the rollouts of trials may differ in size.
        self._trial.report(share, self.num_timesteps // self._every)
        if self._trial.should_prune():
            raise optuna.TrialPruned

    def _on_step(self) -> bool:
        return True
