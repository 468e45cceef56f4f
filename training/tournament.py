"""Find out which agents are stronger: ``hofspiele tournament agents=[greedy,PATH] …``.

All line-ups play the same deals, each in every rotation of the seats, in rounds until the order of
the ladder is settled or ``games=N`` is reached. Ctrl-C loses at most a round; the same command with
``results=FOLDER`` resumes, and the results are the same as without the interruption.
"""

from hofspiele.envs.command_line.command import command
from hofspiele.training.cli.command import resumable, resume_command
from hofspiele.training.settings.measuring import Tournament


@command(Tournament)
def main(settings: Tournament) -> None:
    """Play the missing rounds, print the ladder, and write its page and plot to the folder."""
    from hofspiele.envs.core.text.words import counted
    from hofspiele.training.cli.console import make_console
    from hofspiele.training.cli.progress import Display
    from hofspiele.training.measuring.tournament import PlayedTournament

    console = make_console()
    played = PlayedTournament(settings)
    game, ladder, folder = played.game, played.ladder, played.folder.path
    console.print(
        f"{game!r}: {counted(len(played.line_ups), 'line-up')}, "
        f"{len(played.line_ups) * game.num_players:,} games per deal, {ladder.deals:,} deals "
        f"played so far; results are saved in {folder}"
    )
    # Ray replaces the SIGTERM handler that `resumable` sets, and `RayExecutor` restores it.
    with (
        resumable(
            lambda: f"{ladder.deals:,} deals are saved", resume_command("tournament", folder)
        ),
        Display(console, 0, "deals") as display,
    ):
        played.play(report=display.report)
    console.print(str(ladder.table()))
    console.print(str(ladder.matrix_table()))
    console.print(played.verdict)
    console.print(f"results, table and plot are in {folder}")


if __name__ == "__main__":
    main()
