"""Find out which agents are stronger: ``hofspiele tournament agents=[greedy,PATH] …``.

All line-ups play the same deals, each in every rotation of the seats, in rounds until the order of
the ladder is settled or ``games=N`` is reached. Ctrl-C loses at most a round; the same command with
``results=FOLDER`` resumes, and the results are the same as without the interruption.
"""

from hofspiele.training.cli.command import command, resumable, resume_command
from hofspiele.training.settings.measuring import Tournament as TournamentSettings


@command(TournamentSettings)
def main(settings: TournamentSettings) -> None:
    """Play the missing rounds, print the ladder, and write its page and plot to the folder."""
    import torch

    from hofspiele.envs.core.text.words import counted
    from hofspiele.training.cli.console import make_console
    from hofspiele.training.cli.files import write_file
    from hofspiele.training.cli.progress import Display
    from hofspiele.training.measuring.matches import executor_of
    from hofspiele.training.measuring.plots import plot_pairwise
    from hofspiele.training.measuring.tournament import Tournament
    from hofspiele.training.players.lookup import finder_for

    torch.set_num_threads(1)  # Each part of a match has its own thread.
    console = make_console()
    finder = finder_for(settings.agents, settings)
    tournament = Tournament(finder, finder.find(settings.agents), settings)
    game = finder.game
    ladder, folder = tournament.ladder, tournament.folder.path
    console.print(
        f"{game!r}: {counted(len(tournament.line_ups), 'line-up')}, "
        f"{len(tournament.line_ups) * game.num_players:,} games per deal, {ladder.deals:,} deals "
        f"played so far; results are saved in {folder}"
    )
    # Ray replaces the SIGTERM handler that `resumable` sets, and `RayExecutor` restores it.
    with (
        resumable(
            lambda: f"{ladder.deals:,} deals are saved", resume_command("tournament", folder)
        ),
        executor_of(settings.cluster, settings.threads) as where,
    ):
        display = Display(console, tournament.most_deals, "deals", ladder.deals)
        settled = tournament.play(display, where)
    order = ladder.order()
    agents = [ladder.agents[agent] for agent in order]
    console.print(ladder.table())
    console.print(ladder.matrix_table())
    found = "is settled" if settled else "is not yet settled"
    verdict = f"the order {found} at {100 * settings.confidence:g} % confidence"
    console.print(verdict)
    write_file(tournament.folder.page, f"# {game!r}\n\n{ladder.markdown()}\n{verdict}\n")
    plot_pairwise(agents, ladder.matrix(order), tournament.folder.plot, repr(game))
    console.print(f"results, table and plot are in {folder}")


if __name__ == "__main__":
    main()
