"""Train an agent by self-play: ``hofspiele train game=kou_ka_roi num_players=3``.

Ctrl-C saves the run; ``hofspiele train resume=FOLDER`` resumes it.
"""

from hofspiele.envs.command_line.command import command, given_values
from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.settings.train import Train


@command(Train, CommandLine)
def main(settings: Train) -> None:
    """Train, save and evaluate one agent."""
    from hofspiele.training.cli.console import make_console
    from hofspiele.training.runs.run import carry_out
    from hofspiele.training.runs.start_or_resume import start_or_resume

    run = start_or_resume(settings, make_console(), given=given_values())
    carry_out(run)


if __name__ == "__main__":
    main()
