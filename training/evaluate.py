"""Measure an agent: ``hofspiele evaluate agent=PATH opponents=[greedy] games=1000``."""

import torch
from omegaconf import DictConfig

from hofspiele.envs.core.checks import number_that_fits
from hofspiele.training.cli.checks import BOOLEAN, NAME, NAMES, THREADS, check_values
from hofspiele.training.cli.command import command
from hofspiele.training.cli.console import make_console
from hofspiele.training.cli.progress import Display
from hofspiele.training.cluster.connect import CLUSTER, opened
from hofspiele.training.cluster.entrants import Entrants
from hofspiele.training.cluster.matches import play_on
from hofspiele.training.measuring.evaluation import SEAT_BYTES, deals_of, evaluate
from hofspiele.training.measuring.report import Files, write_files
from hofspiele.training.players.lookup import find_game, find_players, names_of

_VALUES = {
    "agent": NAME,
    "opponents": NAMES,
    "torch_threads": THREADS,
    "trust": BOOLEAN,
    "cluster": CLUSTER,
}


@command("evaluate", folder="measuring")
def main(config: DictConfig) -> None:
    """Play the games, print the tables and write the requested files."""
    check_values(config, _VALUES)
    torch.set_num_threads(config.torch_threads)
    console = make_console()
    files = Files.from_config(config)
    names = [str(config.agent), *names_of(config.opponents)]
    game = find_game(names, config.get("game"), config.num_players)
    players = find_players(names, game, config.deterministic, config.trust)
    agent, *opponents = [player.agent for player in players]
    games = number_that_fits("games", config.games, SEAT_BYTES * game.num_players)
    num_deals = deals_of("games", games, game.num_players)
    keep_records = files.records is not None
    entrants = Entrants(game, players, config.deterministic, config.trust)
    with (
        opened(config.cluster) as cluster,
        Display(console, num_deals * game.num_players, "games") as display,
    ):
        evaluation, match = evaluate(
            game,
            agent,
            opponents,
            num_deals,
            config.seed,
            keep_records,
            display.report,
            play_on(cluster, entrants),
        )
    console.print(evaluation.agents_table())
    console.print(evaluation.ranks_table())
    write_files(files, config, game, players, evaluation, match)
    for kind, file in files.written().items():
        console.print(f"{kind} in {file}")


if __name__ == "__main__":
    main()
