"""Compare agents by a fixed protocol: ``hofspiele scorecard agent=MODULE:NAME``.

The agent plays fixed deals of every game, with every number of players and every combination of
options that can be on or off, from every seat, against fixed opponents. The folder of the scorecard
then holds the results as JSON, as a table in Markdown and as a picture. Ctrl-C loses at most a
match; the same command with ``results=FOLDER`` resumes. ``training/measuring/README.md`` explains
the protocol.
"""

from hofspiele.envs.command_line.command import command
from hofspiele.training.cli.command import resumable, resume_command
from hofspiele.training.settings.measuring import Scorecard


@command(Scorecard)
def main(settings: Scorecard) -> None:
    """Play the missing matches, print the table and write the page and the picture."""
    from hofspiele.training.cli.console import make_console
    from hofspiele.training.cli.progress import Display
    from hofspiele.training.measuring.scorecard import PlayedScorecard

    console = make_console()
    played = PlayedScorecard(settings)
    matches, path = played.matches, played.path
    for line in played.left_out_lines():
        console.print(line)
    console.print(
        f"{played.agent}: {len(played.results)} of {len(matches)} matches played so far; "
        f"results are saved in {path}"
    )
    with (
        resumable(
            lambda: f"{len(played.results)} of {len(matches)} matches are saved",
            resume_command("scorecard", path),
        ),
        Display(console, 0, "games") as display,
    ):
        played.play(display.report)
    console.print(str(played.table()))
    console.print(f"results, table and picture are in {path}")


if __name__ == "__main__":
    main()
