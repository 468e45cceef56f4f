"""Evaluate an agent: ``hofspiele evaluate agent=PATH opponents=[greedy] games=1000``."""

from hofspiele.envs.command_line.command import command
from hofspiele.training.settings.measuring import Evaluate


@command(Evaluate)
def main(settings: Evaluate) -> None:
    """Play the games, write the requested files and print the tables."""
    from hofspiele.training.cli.console import make_console
    from hofspiele.training.cli.progress import Display
    from hofspiele.training.measuring.evaluation import evaluate, requested_files

    console = make_console()
    with Display(console, 0, "games") as display:
        match = evaluate(settings, report=display.report)
    console.print(str(match.agents_table()))
    console.print(str(match.ranks_table()))
    for kind, file in requested_files(settings).items():
        console.print(f"wrote {kind} to {file}")


if __name__ == "__main__":
    main()
