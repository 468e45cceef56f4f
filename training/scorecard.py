"""Compare agents by a fixed protocol: ``hofspiele scorecard agent=MODULE:NAME``.

The agent plays fixed deals of every game, with every number of players and every combination of
options that can be on or off, from every seat, against fixed opponents. The folder of the scorecard
then holds the results as JSON, as a table in Markdown and as a picture. Ctrl-C loses at most a
match; the same command with ``results=FOLDER`` resumes. ``training/measuring/README.md`` explains
the protocol.
"""

from hofspiele.training.cli.command import command, given_values, resumable, resume_command
from hofspiele.training.settings.measuring import Scorecard as ScorecardSettings


@command(ScorecardSettings)
def main(settings: ScorecardSettings) -> None:
    """Play the missing matches, print the table and write the page and the picture."""
    import torch

    from hofspiele.envs.agents import usable_cores
    from hofspiele.training.cli.command_line import OPTIONS
    from hofspiele.training.cli.console import make_console
    from hofspiele.training.cli.files import write_file
    from hofspiele.training.cli.progress import Display
    from hofspiele.training.measuring.plots import plot_scorecard
    from hofspiele.training.measuring.scorecard import Scorecard
    from hofspiele.training.measuring.scorecard_results import table_of

    torch.set_num_threads(1)  # Each part of a match has its own thread.
    console = make_console()
    if any(name.startswith(OPTIONS) for name in given_values()):
        raise ValueError(
            "scorecard takes no options of games, because the protocol plays all combinations of "
            "options that can be on or off; restrict it with game=NAME and num_players=N"
        )
    scorecard = Scorecard(settings, settings.threads or usable_cores())
    matches, path = scorecard.matches, scorecard.path
    for line in scorecard.left_out_lines():
        console.print(line)
    console.print(
        f"{scorecard.agent}: {len(scorecard.results)} of {len(matches)} matches played so far; "
        f"results are saved in {path}"
    )
    with resumable(
        lambda: f"{len(scorecard.results)} of {len(matches)} matches are saved",
        resume_command("scorecard", path),
    ):
        total = sum(match.games for match in matches)
        scorecard.play(Display(console, total, "games", scorecard.games))
        write_file(path / "scorecard.md", scorecard.page())
        plot_scorecard(scorecard.groups, path / "scorecard.png", scorecard.title)
    console.print(table_of(scorecard.groups, scorecard.title))
    console.print(f"results, table and picture are in {path}")


if __name__ == "__main__":
    main()
