"""Trials: whole but short training runs with the values that were suggested, here or on a cluster.

What a trial is worth does not depend on where it runs; one that diverges is worth nothing.
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
    """Run trials, here one by one, or on a cluster as many at a time as it can.

    Yields:
        The number of a trial and what it is worth, in the order in which they end.
    """
    if cluster is not None:
        yield from _run_on(cluster, trials, config, console)
        return
    for trial in trials:
        own = _config_of(trial, config, console)
        yield trial.number, _worth(own, console, win_share, new_run(own, console))


def _run_on(
    cluster: "Cluster", trials: Sequence[FrozenTrial], config: DictConfig, console: Console
) -> Iterator[tuple[int, float]]:
    begun: list[tuple[DictConfig, RunFolder]] = []

    def runs() -> Iterator[Sent]:
        for trial in trials:
            own = _config_of(trial, config, console)
            begun.append((own, RunFolder.create(new_path(own), own)))
            yield sent(*begun[-1])

    for at, returned in cluster.run(
        visit, runs(), win_share, needs=needs_of(config), graceful=True
    ):
        own, folder = begun[at]
        worth = _worth(own, console, receive, returned, folder)
        console.print(f"{own.name}: win share {worth:.1%}")
        yield trials[at].number, worth


def _config_of(trial: FrozenTrial, config: DictConfig, console: Console) -> DictConfig:
    """The configuration of a trial's run."""
    own = config.copy()
    own.name = run_path(config, trial).name
    for name, value in trial.params.items():
        OmegaConf.update(own, name, value)
        console.print(f"{own.name}: {name} = {value}")
    return own


def win_share(run: Run) -> float:
    """Of the agent that comes of a new run, on average over what it is measured against."""
    shares = [evaluation.agents[0].win_share.mean for evaluation in run.complete()]
    return sum(shares) / len(shares)


def _worth(
    config: DictConfig, console: Console, result: Callable[..., float], *arguments: Any
) -> float:
    try:
        return result(*arguments)
    except DivergedError as error:
        console.print(f"{config.name}: {error}")
        return 0.0
