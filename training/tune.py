"""Seek good values for a recipe: ``hofspiele tune experiment=kardinal trials=20``.

Each trial is a whole but short training run with values from a search space, suggested by optuna's
tree-structured Parzen estimator (Bergstra et al., NeurIPS 2011); the first has the recipe's own
values. What counts is the mean win share against the agents of ``evaluation.opponents``. Every
ended trial is kept: calling it again goes on.
"""

import logging
from typing import Any

from omegaconf import DictConfig, open_dict
from optuna.trial import FrozenTrial
from rich.console import Console
from rich.table import Table as TextTable

from hofspiele.training.cli.checks import MAPPING, check_values, integer
from hofspiele.training.cli.command import RunError, command, end_interrupted
from hofspiele.training.cli.console import make_console
from hofspiele.training.cli.files import WriteError
from hofspiele.training.cluster.connect import CLUSTER, opened
from hofspiele.training.runs.build import build
from hofspiele.training.runs.checks import check_run
from hofspiele.training.tuning.space import check_space, check_space_values
from hofspiele.training.tuning.study import ended_trials, open_study, start_trials
from hofspiele.training.tuning.trials import run_trials

# trials that the table shows
_SHOWN = 5


def check_study(config: DictConfig) -> None:
    """Raise ValueError for what is wrong with recipe or space, before a study begins."""
    check_values(
        config,
        {"trials": integer(1), "at_once": integer(1), "cluster": CLUSTER, "space": MAPPING},
    )
    for name in ("name", "resume"):
        if config[name] is not None:
            raise ValueError(
                f"{name} is {config[name]}, expected null: each trial has a name of its own, and "
                "the same command resumes the study of its folder results=…"
            )
    check_run(config)
    check_space(config)
    build(config, "trial")
    check_space_values(config)


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


def seek(config: DictConfig, console: Console) -> list[FrozenTrial]:
    """Run the trials that are missing, here or on a cluster; all that have ended, the best first"""
    with open_dict(config):
        where = config.pop("cluster")  # what comes of trials does not depend on it
    with opened(where) as cluster, open_study(config) as study:
        if cluster is not None:
            console.print(
                f"{min(config.at_once, cluster.cpus)} trials at a time: at_once is "
                f"{config.at_once}, and the cluster has {cluster.cpus} cores"
            )
        while trials := start_trials(study, config):
            for number, worth in run_trials(trials, config, console, cluster):
                study.tell(number, worth)
                console.print(trials_table(ended_trials(study)))
        return ended_trials(study)


@command("tune")
def main(config: DictConfig) -> None:
    """Seek, and print the best."""
    console = make_console()
    logging.getLogger("optuna").setLevel(logging.WARNING)
    check_study(config)
    try:
        trials = seek(config, console)
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
