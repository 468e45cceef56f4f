"""Trials: complete but short training runs with suggested values, on this machine or a cluster.

The value of a trial is the win share that its agent reaches. It does not depend on where the trial
runs. A trial that diverges has the value 0.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from omegaconf import DictConfig, OmegaConf
from optuna.trial import FrozenTrial
from rich.console import Console

from hofspiele.training.runs.away import Sent, needs_of, receive, sent, visit
from hofspiele.training.runs.callbacks import DivergedError
from hofspiele.training.runs.folder import RunFolder, new_path
from hofspiele.training.runs.opening import new_run
from hofspiele.training.runs.run import Run
from hofspiele.training.tuning.study import run_path

if TYPE_CHECKING:
    from hofspiele.training.cluster.tasks import Cluster


def run_trials(
    trials: Sequence[FrozenTrial], config: DictConfig, console: Console, cluster: "Cluster | None"
) -> Iterator[tuple[int, float]]:
    """Run trials, one by one on this machine or in parallel on a cluster.

    Yields:
        The number of a trial and its value in [0, 1], in the order in which trials end.
    """
    if cluster is not None:
        yield from _run_on(cluster, trials, config, console)
        return
    for trial in trials:
        trial_config = _config_of(trial, config, console)
        value = _value_of(trial_config, console, win_share, new_run(trial_config, console))
        yield trial.number, value


def _run_on(
    cluster: "Cluster", trials: Sequence[FrozenTrial], config: DictConfig, console: Console
) -> Iterator[tuple[int, float]]:
    started: list[tuple[DictConfig, RunFolder]] = []

    def runs() -> Iterator[Sent]:
        for trial in trials:
            trial_config = _config_of(trial, config, console)
            started.append((trial_config, RunFolder.create(new_path(trial_config), trial_config)))
            yield sent(*started[-1])

    for at, returned in cluster.run(
        visit, runs(), win_share, needs=needs_of(config), graceful=True
    ):
        trial_config, folder = started[at]
        value = _value_of(trial_config, console, receive, returned, folder)
        console.print(f"{trial_config.name}: win share {value:.1%}")
        yield trials[at].number, value


def _config_of(trial: FrozenTrial, config: DictConfig, console: Console) -> DictConfig:
    """Return the configuration of a trial's run and print its values."""
    trial_config = config.copy()
    trial_config.name = run_path(config, trial).name
    for name, value in trial.params.items():
        OmegaConf.update(trial_config, name, value)
        console.print(f"{trial_config.name}: {name} = {value}")
    return trial_config


def win_share(run: Run) -> float:
    """Complete a new run; return its agent's mean win share over all evaluations."""
    shares = [evaluation.agents[0].win_share.mean for evaluation in run.complete()]
    return sum(shares) / len(shares)


def _value_of(
    config: DictConfig, console: Console, result: Callable[..., float], *arguments: Any
) -> float:
    try:
        return result(*arguments)
    except DivergedError as error:
        console.print(f"{config.name}: {error}")
        return 0.0
