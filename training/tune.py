"""Search for good values of a recipe: ``hofspiele tune experiment=kardinal trials=20``.

Each trial is a short training run with values from a search space, suggested by Optuna's
tree-structured Parzen estimator (Bergstra et al., NeurIPS 2011); the first trial has the recipe's
own values if they are in the space. Trials are compared by their mean win share against
``evaluation.opponents``, and trials below the median stop early. The same command resumes a study,
but not with another recipe or space. To share the study, start the command on several machines with
the same ``storage=FILE``, or with ``storage=URL`` of a database.
"""

import logging
from typing import Any

from optuna.trial import FrozenTrial
from rich.console import Console
from rich.table import Table

from hofspiele.envs.core.words import counted
from hofspiele.training.cli.command import command, resumable
from hofspiele.training.cli.console import make_console
from hofspiele.training.cli.files import RunError
from hofspiele.training.measuring.tables import percentage, result_table
from hofspiele.training.runs.build import build
from hofspiele.training.settings.tune import Tune
from hofspiele.training.tuning.space import check_space, entries
from hofspiele.training.tuning.study import completed_trials, ended_trials, next_trial, open_study
from hofspiele.training.tuning.trials import carry_out

# Maximum number of trials in the table.
_SHOWN = 5


def check_study(settings: Tune) -> None:
    """Raise ValueError if a value of the recipe or the space is wrong."""
    if settings.resume is not None:
        raise ValueError("tune takes no resume=…; repeat the same command to resume the study")
    build(settings.recipe, "trial")
    check_space(entries(settings.space), settings.recipe)


def trials_table(trials: list[FrozenTrial]) -> Table:
    """Return a table of the best of `trials` (at least one), one column per trial."""
    shown = trials[:_SHOWN]
    return result_table(
        f"best of {counted(len(trials), 'trial')}: mean win share and values",
        ("trial", *(str(trial.number) for trial in shown)),
        [
            ("win share", *(percentage(trial.value or 0.0) for trial in shown)),
            *((name, *(_text(trial.params[name]) for trial in shown)) for name in shown[0].params),
        ],
    )


def _text(value: Any) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def seek(settings: Tune, console: Console) -> list[FrozenTrial]:
    """Run trials until `settings.trials` have ended; return the completed trials, best first."""
    with open_study(settings) as study:
        for number, reason in study.ignored.items():
            console.print(f"trial {number} is ignored: {reason}")
        while len(ended_trials(study)) < settings.trials:
            if completed := completed_trials(study):
                console.print(trials_table(completed))
            carry_out(study, next_trial(study, settings, console), settings, console)
        return completed_trials(study)


@command(Tune)
def main(settings: Tune) -> None:
    """Run the missing trials and print the best values."""
    console = make_console()
    logging.getLogger("optuna").setLevel(logging.WARNING)
    check_study(settings)
    with resumable(lambda: "all ended trials are saved", "the same command"):
        trials = seek(settings, console)
    if not trials:
        raise RunError("all trials were stopped early; increase trials=…, or set report_every=null")
    values = " ".join(f"{name}={_text(value)}" for name, value in trials[0].params.items())
    console.print(trials_table(trials))
    console.print(f"best values: {values}")


if __name__ == "__main__":
    main()
