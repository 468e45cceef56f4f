"""The dataset card: the README.md that people and dataset sites read."""

from typing import Any

from hofspiele.envs.command_line.values import shell_command
from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import loadable_name
from hofspiele.envs.core.spec import NUM_PLAYERS
from hofspiele.envs.core.text.tables import markdown_table
from hofspiele.envs.core.text.words import counted
from hofspiele.training.offline.columns import MEANING, schema_of
from hofspiele.training.offline.folder import Contents, StoredDataset

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
