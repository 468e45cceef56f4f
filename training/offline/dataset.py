"""Playing the games of a dataset and writing its files, with a card that people and sites read."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from importlib import metadata
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from hofspiele.envs.agents import Agent, play_in_threads
from hofspiele.envs.command_line.parse import with_values
from hofspiele.envs.command_line.values import shell_command
from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import loadable_name
from hofspiele.envs.core.rng import as_seed
from hofspiele.envs.core.spec import NUM_PLAYERS
from hofspiele.envs.core.text.files import replacing
from hofspiele.envs.core.text.words import counted
from hofspiele.envs.reports.result_table import markdown_table
from hofspiele.training.files.lock import clear
from hofspiele.training.files.read_write import write_errors, write_file, write_json
from hofspiele.training.files.resumable_folder import open_resumable_folder
from hofspiele.training.files.versions import identity_of, versions
from hofspiele.training.measuring.matches import Progress, executor_of
from hofspiele.training.offline.decisions import MEANING, play_decisions, schema_of, to_arrow
from hofspiele.training.offline.folder import FILE, Contents, StoredDataset
from hofspiele.training.players.lookup import finder_for
from hofspiele.training.settings.measuring import Dataset

_CARD = """\
---
pretty_name: "{title}"
tags: [reinforcement-learning, offline-reinforcement-learning, multi-agent, board-games]
configs:
  - config_name: default
    data_files: parquet/*.parquet
---

# {title}

{decisions} of {games}. Each row holds one decision: the observation of the
deciding seat, its legal actions, the chosen action, and how the game ended for the seat.

## How it was made

With the same versions, this command reproduces the dataset byte for byte:

```sh
{command}
```

The versions are in `dataset.json`, and the SHA-256 of agents from files and modules. For such
agents, the command needs the file's path, or MODULE:NAME, instead of the agent's name.

- In game *g*, agent *k* of the command holds seat (*k* + *g*) mod {num_players}.
- An observation holds only what the deciding seat may know.
- Every game has its own deal; with the same seed, `evaluate` and `tournament` play other deals.
- Decisions with a single legal action have no rows, because the game takes them itself.
- The decisions of a game are stored together, in order.

## Columns

{columns}

`action_mask` and `observation` are lists of fixed size. The parts of an observation:

{layout}

## How to read it

`hofspiele.load_dataset` checks all files. Without Hofspiele:

```python
import numpy as np
import pyarrow.parquet as pq

table = pq.read_table("parquet", columns=["action", "outcome", "observation"])
observations = table["observation"].combine_chunks().flatten().to_numpy().reshape(-1, {size})
```
"""


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


def card_of(made: StoredDataset) -> str:
    """Return the card of a complete dataset."""
    game, contents = made.game, made.contents
    agents = ", ".join(dict.fromkeys(contents.line_up))
    rows = [
        (f"`{column.name}`", column.type, column.metadata[MEANING].decode())
        for column in schema_of(game)
    ]
    return _CARD.format(
        title=f"{game.spec.title}, {game.num_players} players: {agents}",
        decisions=counted(made.decisions, "decision"),
        games=counted(made.games, "game"),
        command=_command(game, contents),
        num_players=game.num_players,
        columns=markdown_table(("column", "type", "meaning"), rows),
        layout=game.layout.markdown(),
        size=game.layout.size,
    )


def _command(game: Game, contents: Contents) -> str:
    values: dict[str, Any] = {"game": loadable_name(game.name), NUM_PLAYERS: game.num_players}
    for option in game.spec.options:
        if option.name != NUM_PLAYERS and game.options[option.name] != option.default:
            values[f"game.options.{option.name}"] = game.options[option.name]
    for name in ("seed", "games", "games_per_shard", "deterministic"):
        values[name] = getattr(contents, name)
    return shell_command("dataset", agents=contents.line_up, **values, to="FOLDER")
