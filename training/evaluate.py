"""Measure an agent: ``hofspiele evaluate agent=PATH opponents=[greedy] games=1000``."""

import torch

from hofspiele.envs.core.checks import number_that_fits
from hofspiele.training.cli.command import command
from hofspiele.training.cli.console import make_console
from hofspiele.training.cli.progress import Display
from hofspiele.training.cluster.connect import opened
from hofspiele.training.cluster.entrants import Entrants
from hofspiele.training.cluster.matches import play_on
from hofspiele.training.measuring.evaluation import SEAT_BYTES, deals_of, evaluate
from hofspiele.training.measuring.report import requested_files, write_files
from hofspiele.training.players.lookup import finder_for
from hofspiele.training.settings.measuring import Evaluate


@command(Evaluate, folder="measuring")
def main(settings: Evaluate) -> None:
    """Play the games, print the tables and write the requested files."""
    torch.set_num_threads(1)  # Each part of a match has a thread of its own.
    console = make_console()
    files = requested_files(settings)
    names = [settings.agent, *settings.opponents]
    finder = finder_for(names, settings)
    game, players = finder.game, finder.find(names)
    agent, *opponents = [player.agent for player in players]
    games = number_that_fits("games", settings.games, SEAT_BYTES * game.num_players)
    num_deals = deals_of("games", games, game.num_players)
    entrants = Entrants(finder, players)
    with (
        opened(settings.cluster, settings.threads) as where,
        Display(console, num_deals * game.num_players, "games") as display,
    ):
        evaluation, match = evaluate(
            game,
            agent,
            opponents,
            num_deals,
            settings.seed,
            keep_records="records" in files,
            report=display.show,
            play=play_on(where, entrants),
        )
    console.print(evaluation.agents_table())
    console.print(evaluation.ranks_table())
    write_files(files, settings, game, players, evaluation, match)
    for kind, file in files.items():
        console.print(f"{kind} in {file}")


if __name__ == "__main__":
    main()
