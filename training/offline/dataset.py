"""Playing the games of a dataset and writing its files."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from importlib import metadata
from pathlib import Path

import pyarrow.parquet as pq

from hofspiele.envs.agents import Agent, play_in_threads
from hofspiele.envs.command_line.parse import with_values
from hofspiele.envs.core.rng import as_seed
from hofspiele.envs.core.text.files import replacing
from hofspiele.training.cli.files import write_errors, write_file, write_json
from hofspiele.training.cli.lock import clear
from hofspiele.training.cli.resumable_folder import open_resumable_folder
from hofspiele.training.cli.versions import versions
from hofspiele.training.measuring.matches import Progress, executor_of
from hofspiele.training.offline.card import card_of
from hofspiele.training.offline.columns import to_arrow
from hofspiele.training.offline.decisions import play_decisions
from hofspiele.training.offline.folder import FILE, Contents, StoredDataset
from hofspiele.training.players.fingerprint import identity_of
from hofspiele.training.players.lookup import finder_for
from hofspiele.training.settings.measuring import Dataset


def dataset(settings: Dataset, report: Progress | None = None) -> StoredDataset:
    """Play games and write their decisions to a folder, like ``hofspiele dataset``.

    After Ctrl-C, a kill or a full disk, a call with the same settings resumes. The files are the
    same, byte for byte, as without the interruption.

    Args:
        settings: the settings; see ``hofspiele dataset --help``.
        report: a function that is called from time to time with the number of finished games, the
            number of all games, and "".

    Raises:
        ValueError: a setting has a wrong value, or the folder contains other files, a dataset with
            other settings, or a corrupt file, or another process uses it.
        WriteError: the disk is full or not writable.
    """
    settings = with_values(settings, {})
    finder = finder_for(settings.agents, settings)
    game, players = finder.game, finder.find(settings.agents)
    if len(players) not in (1, game.num_players):
        raise ValueError(
            f"{len(players)} agents given, expected 1 for all seats, or {game.num_players}, "
            "one per seat"
        )
    agents = [player.agent for player in players] * (game.num_players // len(players))
    contents = Contents(
        game=identity_of(game),
        line_up=[agent.name for agent in agents],
        agents={player.agent.name: player.sha256 for player in players},
        seed=int(as_seed(settings.seed)),
        games=settings.games,
        games_per_shard=settings.games_per_shard,
        deterministic=settings.deterministic,
        versions=versions() | {"pyarrow": metadata.version("pyarrow")},
    )
    made = StoredDataset(Path(settings.to), game, contents)
    compared = asdict(contents)
    unknown = {"decisions": compared.pop("decisions")}
    with (
        open_resumable_folder(made.folder / FILE, compared, "to", "a dataset", unknown),
        executor_of(None, None, settings.threads) as threads,
    ):
        assert isinstance(threads, int)
        _play(made, agents, threads, report)
        made = replace(made, contents=replace(contents, decisions=made.count_rows()))
        write_json(made.folder / FILE, asdict(made.contents))
        write_file(made.folder / "README.md", card_of(made))
    return made


def _play(
    made: StoredDataset, agents: Sequence[Agent], threads: int, report: Progress | None
) -> None:
    """Play the games of the missing shards in threads, and write each shard as a whole."""
    game, seed, files = made.game, made.contents.seed, list(made.files())
    parquet = files[0][0].parent
    with write_errors(parquet):
        parquet.mkdir(exist_ok=True)
    clear(parquet)

    def play_shard(
        agents: Sequence[Agent], file: tuple[Path, range], report: Callable[[int], None]
    ) -> None:
        path, numbers = file
        table = to_arrow(game, play_decisions(game, agents, numbers, seed, report))
        with write_errors(path), replacing(path) as temporary:
            pq.write_table(table, temporary, compression="zstd")

    tasks = [(agents, file) for file in files if not file[0].is_file()]
    there = made.games - sum(len(numbers) for _, (_, numbers) in tasks)
    # Searches in each thread use an equal share of the cores, so idle threads would waste cores.
    threads = min(threads, max(1, len(tasks)))
    ended = None if report is None else lambda games: report(there + games, made.games, "")
    for _ in play_in_threads(play_shard, tasks, ended, num_threads=threads):
        pass
