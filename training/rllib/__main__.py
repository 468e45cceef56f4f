"""Train an agent with RLlib: ``hofspiele rllib game=kou_ka_roi num_env_runners=8``.

RLlib's env runners play the games on the cores of this machine or of a cluster, and RLlib's PPO
learns from these games. The files of the run are as in `hofspiele train`. Ctrl-C saves the run, and
``hofspiele rllib resume=FOLDER`` resumes it.
"""

from hofspiele.training.cli.command import command, given_values
from hofspiele.training.settings.rllib import RLlib


@command(RLlib)
def main(settings: RLlib) -> None:
    """Train, save and evaluate one agent."""
    from hofspiele.training.cli.console import make_console

    # Ray is imported here, so that the help of this command works without it.
    from hofspiele.training.rllib.run import RLlibRun
    from hofspiele.training.runs.run import carry_out
    from hofspiele.training.runs.start_or_resume import start_or_resume

    places = ("cluster", "num_env_runners")
    run = start_or_resume(settings, make_console(), RLlibRun, places, given_values())
    carry_out(run)


if __name__ == "__main__":
    main()
