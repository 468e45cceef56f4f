"""A trial: a whole but short training run with the values that were suggested."""

from omegaconf import DictConfig, OmegaConf
from optuna.trial import FrozenTrial
from rich.console import Console

from hofspiele.training.runs.callbacks import DivergedError
from hofspiele.training.runs.measure import measure
from hofspiele.training.runs.opening import new_run
from hofspiele.training.tuning.study import run_path


def config_of(trial: FrozenTrial, config: DictConfig) -> DictConfig:
    """The configuration of a trial's run."""
    own = config.copy()
    own.name = run_path(config, trial).name
    for name, value in trial.params.items():
        OmegaConf.update(own, name, value)
    return own


def run_trial(config: DictConfig, console: Console) -> float:
    """Train with the values of a trial; the win share of the agent that came of it.

    A run that diverges is worth nothing.
    """
    run = new_run(config, console)
    try:
        run.warm_start()
        run.learn()
    except DivergedError as error:
        console.print(f"{config.name}: {error}")
        return 0.0
    run.save_agent()
    evaluations = measure(config, run.folder, run.parts.evaluation_opponents, console)
    shares = [evaluation.agents[0].win_share.mean for evaluation in evaluations]
    return sum(shares) / len(shares)
