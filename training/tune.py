"""Seek good values for a recipe: ``python -m training.tune experiment=kardinal trials=20``.

Each trial is a whole but short training run with values from a search space, suggested by optuna's
tree-structured Parzen estimator (Bergstra et al., NeurIPS 2011); the first has the recipe's own
values. What counts is the mean win share against the agents of ``evaluation.opponents``. Every
ended trial is kept: calling it again goes on.
"""

import logging
from typing import Any

from omegaconf import DictConfig
from optuna.trial import FrozenTrial
from rich.console import Console
from rich.table import Table as TextTable

from hofspiele.training.cli.checks import check_values, integer
from hofspiele.training.cli.command import RunError, command, end_interrupted
from hofspiele.training.cli.files import WriteError
from hofspiele.training.runs.build import build
from hofspiele.training.runs.checks import check_run
from hofspiele.training.tuning.space import check_ends, check_space
from hofspiele.training.tuning.study import begin_trials, ended_trials, open_study
from hofspiele.training.tuning.trials import config_of, run_trial

# trials that the table shows
_SHOWN = 5


def check_study(config: DictConfig) -> None:
    """Raise ValueError for what is wrong with recipe or space, before a study begins."""
    check_values(config, {"trials": integer(1), "at_once": integer(1)})
    check_run(config)
    check_space(config)
    build(config, "trial")
    check_ends(config)


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


@command("tune")
def main(config: DictConfig) -> None:
    """Run the trials that are missing and print the best."""
    console = Console(soft_wrap=True, markup=False)
    logging.getLogger("optuna").setLevel(logging.WARNING)
    check_study(config)
    try:
        with open_study(config) as study:
            while trials := begin_trials(study, config):
                for trial in trials:
                    own = config_of(trial, config)
                    for name, value in trial.params.items():
                        console.print(f"{own.name}: {name} = {value}")
                    study.tell(trial.number, run_trial(own, console))
                    console.print(trials_table(ended_trials(study)))
            trials = ended_trials(study)
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
