"""Improve an agent by expert iteration: ``hofspiele iterate imitation.agent=PATH [game=…] …``.

The policy learns from a search that it guides itself, not from the results of single actions as
in `hofspiele train`. Everything else is the same, but a decision takes much longer, so start with a
trained agent. Its weights are copied if this run has the same network settings, for example because
it uses the agent's recipe (experiment=…).

Ctrl-C saves the run; ``hofspiele iterate resume=FOLDER`` resumes it.
"""

from hofspiele.training.cli.command import command
from hofspiele.training.cli.console import make_console
from hofspiele.training.runs.iterate import IterateRun
from hofspiele.training.runs.run import carry_out
from hofspiele.training.runs.start_or_resume import start_or_resume
from hofspiele.training.settings.iterate import Iterate


@command(Iterate)
def main(settings: Iterate) -> None:
    """Train, save and evaluate one agent."""
    run = start_or_resume(settings, make_console(), IterateRun, ("cluster", "threads"))
    carry_out(run)


if __name__ == "__main__":
    main()
