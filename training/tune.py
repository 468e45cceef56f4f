"""Search for good values of a recipe: ``hofspiele tune experiment=kardinal trials=20``.

Each trial is a short training run with values from a search space, suggested by Optuna's
tree-structured Parzen estimator (Bergstra et al., NeurIPS 2011); the first trial has the recipe's
own values if they are in the space. Trials are compared by their mean win share against
``evaluation.opponents``, and trials below the median stop early. The same command resumes a study,
but not with another recipe or space. To share the study, start the command on several machines with
the same ``storage=FILE``, or with ``storage=URL`` of a database.
"""

from hofspiele.envs.command_line.command import command
from hofspiele.training.cli.command import resumable
from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.settings.variants import Tune


@command(Tune, CommandLine)
def main(settings: Tune) -> None:
    """Run the missing trials and print the best values."""
    import optuna

    from hofspiele.training.cli.console import make_console
    from hofspiele.training.tuning.trials import trials_table, tune

    console = make_console()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    with resumable(lambda: "all ended trials are saved", "the same command"):
        study = tune(settings, console)
    console.print(str(trials_table(study)))
    values = (f"{name}={value}" for name, value in study.best_params.items())
    console.print("best values:", *values)


if __name__ == "__main__":
    main()
