"""Playing the games of a dataset and writing its files."""

import re
import time
from collections.abc import Callable, Sequence
from importlib import metadata
from typing import Any

from rich.console import Console

from hofspiele.envs.agents import Agent, play_in_threads
from hofspiele.envs.core import Game
from hofspiele.envs.core.rng import as_seed
from hofspiele.envs.core.text.words import counted
from hofspiele.training.cli.files import write_file
from hofspiele.training.cli.progress import Display
from hofspiele.training.cli.versions import versions
from hofspiele.training.offline.card import card_of
from hofspiele.training.offline.columns import to_arrow
from hofspiele.training.offline.decisions import play_decisions
from hofspiele.training.offline.episodes import check_id, write_minari
from hofspiele.training.offline.folder import DatasetFolder, bytes_in
from hofspiele.training.players.fingerprint import identity_of
from hofspiele.training.players.lookup import Player
from hofspiele.training.settings.measuring import Dataset


def line_up_of(players: list[Player], game: Game) -> list[Player]:
    """Return one player per seat; a single player holds all seats.

    Raises:
        ValueError: the number of players is neither 1 nor the number of seats.
    """
    if len(players) not in (1, game.num_players):
        raise ValueError(
            f"{len(players)} agents given, expected 1 for all seats, or {game.num_players}, "
            "one per seat"
        )
    return players * (game.num_players // len(players))


def stored_settings(settings: Dataset, game: Game, line_up: list[Player]) -> dict[str, Any]:
    """Return all that determines the dataset, as JSON values; raise ValueError for a wrong id."""
    names = [player.agent.name for player in line_up]
    dataset_id = settings.id
    if dataset_id is None:
        agents = "-".join(re.sub(r"[^\w-]", "_", name) for name in dict.fromkeys(names))
        dataset_id = f"hofspiele/{game.name}/{agents}-v0"
    check_id(dataset_id)
    return {
        "game": identity_of(game),
        "line_up": names,
        "agents": {player.agent.name: player.sha256 for player in line_up},
        "seed": int(as_seed(settings.seed)),
        "games": settings.games,
        "games_per_shard": settings.games_per_shard,
        "deterministic": settings.deterministic,
        "minari": settings.minari,
        "id": dataset_id,
        "versions": versions() | {name: metadata.version(name) for name in ("minari", "pyarrow")},
    }


def play(
    folder: DatasetFolder, game: Game, line_up: list[Player], console: Console, threads: int
) -> None:
    """Play the missing shards in threads, write them, and print the speed."""
    agents = [player.agent for player in line_up]
    missing = folder.missing()
    left = sum(len(folder.numbers[number]) for number in missing)
    there = folder.settings["games"] - left
    started = time.monotonic()
    if there:
        console.print(f"{counted(there, 'game')} already in {folder.path}")

    def play_shard(agents: Sequence[Agent], number: int, report: Callable[[int], None]) -> int:
        numbers, seed = folder.numbers[number], folder.settings["seed"]
        played = play_decisions(game, agents, numbers, seed, report)
        folder.write_shard(number, to_arrow(game, played, folder.settings["line_up"]))
        return len(played["action"])

    tasks = [(agents, number) for number in missing]
    # Searches in each thread use an equal share of the cores, so idle threads would waste cores.
    threads = min(threads, max(1, len(tasks)))
    with Display(console, left, "games") as display:
        played = play_in_threads(play_shard, tasks, display.show, num_threads=threads)
        decisions = sum(number for _, number in played)
    if decisions:
        rate = decisions / (time.monotonic() - started)
        console.print(f"wrote {counted(decisions, 'decision')} ({rate:,.0f} decisions/s)")


def finish(folder: DatasetFolder, game: Game, console: Console) -> None:
    """Write the Minari dataset (if requested) and the card; print the total size of each format."""
    settings = folder.settings
    decisions = folder.decisions()
    if settings["minari"] and not folder.minari.exists():
        with console.status("writing the Minari dataset"):
            write_minari(
                folder,
                game,
                {
                    "dataset_id": settings["id"],
                    "algorithm_name": ", ".join(dict.fromkeys(settings["line_up"])),
                    "description": f"{counted(settings['games'], 'game')} of {game!r}, one episode "
                    "for each seat; see README.md in the folder above",
                    "requirements": [f"hofspiele=={settings['versions']['hofspiele']}"],
                },
            )
    write_file(folder.card, card_of(game, settings, decisions))
    sizes = {"Parquet": folder.shards[0].parent} | (
        {"Minari": folder.minari} if settings["minari"] else {}
    )
    for kind, path in sizes.items():
        size = bytes_in(path)
        console.print(f"{kind}: {size / 1e6:,.1f} MB, {size / decisions:,.0f} bytes per decision")
    console.print(
        f"{counted(settings['games'], 'game')} in {folder.path}; the dataset card is README.md"
    )


def kept(folder: DatasetFolder) -> str:
    """Return how many shards are complete, for a message after an interruption."""
    there = len(folder.shards) - len(folder.missing())
    return f"saved {there} of {counted(len(folder.shards), 'shard')}"
