"""Evaluate an agent: ``hofspiele evaluate agent=PATH opponents=[greedy] games=1000``."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hofspiele.training.cli.command import command
from hofspiele.training.cli.files import check_writable, write_errors, write_json
from hofspiele.training.settings.measuring import Evaluate

if TYPE_CHECKING:
    from hofspiele.envs.core import Game
    from hofspiele.training.measuring.evaluation import Evaluation
    from hofspiele.training.players.lookup import Player


@command(Evaluate)
def main(settings: Evaluate) -> None:
    """Play the games, write the requested files and print the tables."""
    import torch

    from hofspiele.envs.core import write_records
    from hofspiele.envs.core.checks import number_that_fits
    from hofspiele.training.cli.console import make_console
    from hofspiele.training.cli.progress import Display
    from hofspiele.training.measuring.evaluation import SEAT_BYTES, deals_of, evaluate
    from hofspiele.training.measuring.matches import executor_of, play_on
    from hofspiele.training.players.lookup import finder_for

    torch.set_num_threads(1)  # Each part of a match has its own thread.
    console = make_console()
    files = _requested_files(settings)
    names = [settings.agent, *settings.opponents]
    finder = finder_for(names, settings)
    game, players = finder.game, finder.find(names)
    agent, *opponents = [player.agent for player in players]
    games = number_that_fits("games", settings.games, SEAT_BYTES * game.num_players)
    num_deals = deals_of("games", games, game.num_players)
    with (
        executor_of(settings.cluster, settings.threads) as where,
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
            play=play_on(where),
        )
    # Files are written first, so that they are complete even if the output is closed or fails.
    if "records" in files:
        with write_errors(files["records"]):
            write_records(files["records"], match.records)
    if "json" in files:
        write_json(files["json"], _report(settings, game, players, evaluation))
    if "plot" in files:
        from hofspiele.training.measuring.plots import plot_evaluation

        plot_evaluation(evaluation, files["plot"], repr(game))
    console.print(evaluation.agents_table())
    console.print(evaluation.ranks_table())
    for kind, file in files.items():
        console.print(f"wrote {kind} to {file}")


def _requested_files(settings: Evaluate) -> dict[str, Path]:
    """Return the requested paths by kind; raise ValueError if they are unusable or equal."""
    values = {"json": settings.json, "plot": settings.plot, "records": settings.records}
    files = {kind: Path(value) for kind, value in values.items() if value is not None}
    if "plot" in files and files["plot"].suffix.lower() not in (".png", ".svg"):
        raise ValueError(f"plot is {files['plot']}, expected a file that ends in .png or .svg")
    for kind, file in files.items():
        check_writable(kind, file)
    if len({file.absolute() for file in files.values()}) < len(files):
        given = ", ".join(map(str, files.values()))
        raise ValueError(f"{', '.join(files)} are {given}, expected different files")
    return files


def _report(
    settings: Evaluate, game: "Game", players: "Sequence[Player]", evaluation: "Evaluation"
) -> dict[str, Any]:
    """Return the results and everything needed to repeat them."""
    from hofspiele.training.cli.versions import versions
    from hofspiele.training.players.fingerprint import components_sha256

    # The results do not depend on `cluster` and `threads`, so these settings are left out.
    values = asdict(settings)
    del values["cluster"], values["threads"]
    return {
        "config": values,
        "game": {"name": game.name, "options": game.options} | components_sha256([game]),
        "agent_sha256": {player.agent.name: player.sha256 for player in players},
        "evaluation": asdict(evaluation),
        "versions": versions(),
    }


if __name__ == "__main__":
    main()
