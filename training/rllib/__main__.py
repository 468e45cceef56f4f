"""Train an agent with RLlib: ``hofspiele rllib game=kou_ka_roi num_env_runners=8``.

Ctrl-C saves the run, and ``hofspiele rllib resume=FOLDER`` resumes it.
"""

from hofspiele.envs.command_line.command import command, given_values
from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.settings.variants import RLlib


@command(RLlib, CommandLine)
def main(settings: RLlib) -> None:
    """Train, save and evaluate one agent."""
    from hofspiele.training.cli.console import make_console
    from hofspiele.training.rllib.run import RLlibRun
    from hofspiele.training.runs.run import carry_out
    from hofspiele.training.runs.start_or_resume import start_or_resume

    places = ("cluster", "num_env_runners")
    carry_out(start_or_resume(settings, make_console(), RLlibRun, places, given_values()))


if __name__ == "__main__":
    main()
