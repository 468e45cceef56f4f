"""The dataset card: the README.md that people and dataset sites read."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from hofspiele.envs.command_line.values import shell_command
from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import loadable_name
from hofspiele.envs.core.spec import NUM_PLAYERS
from hofspiele.envs.core.text.words import counted
from hofspiele.training.measuring.tables import markdown_table
from hofspiele.training.offline.columns import OBSERVATION, columns_of

_ABOUT = """\
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

Agents with a SHA-256 come from a file or a module: the command needs the file's path, or
MODULE:NAME, instead of the agent's name. All settings are in `dataset.json`.

{made}

**Line-up.** In game *g*, agent *k* holds seat (*k* + *g*) mod {num_players}.

{line_up}

- An observation holds only what the deciding seat may know.
- Every game has its own deal; with the same seed, `evaluate` and `tournament` play other deals.
- Decisions with a single legal action have no rows, because the game takes them itself.
- The decisions of a game are stored together, in order.

## Columns

{columns}

Columns with a shape are lists of fixed size in C order. The metadata of their Arrow fields contain
the shape.

## How to read it

```python
import numpy as np
import pyarrow.parquet as pq

table = pq.read_table("parquet", columns=["action", "action_mask", "outcome", "{piece}"])
values = table["{piece}"].combine_chunks()
{to_numpy}
```
"""
_MINARI = """
The folder `minari` contains the same games as a [Minari](https://minari.farama.org) dataset. An
episode is one game from the view of one seat, with one step per decision of that seat, as in
`gymnasium.make("hofspiele/{gymnasium_name}-v{version}")`. The last reward is the utility of the
seat; all others are 0. Masks are in `infos["action_mask"]`; after the end of a game every action is
allowed. The metadata of an episode are game, deal seed, seat, agent, score and rank. A seat without
a decision has no episode.

```python
import os

os.environ["MINARI_DATASETS_PATH"] = os.path.abspath("minari")
import minari

dataset = minari.load_dataset("{id}")
environment = dataset.recover_environment(opponents="greedy")  # to evaluate what was learnt
```
"""


def card_of(game: Game, settings: Mapping[str, Any], decisions: int) -> str:
    """Return the card of a dataset; `settings` is the content of its ``dataset.json``."""
    names = settings["line_up"]
    agents = ", ".join(dict.fromkeys(names))
    made = {
        "game": f"`{game!r}`",
        "fingerprint of observations and actions": f"`{settings['game']['fingerprint']}`",
        "seed": settings["seed"],
        "trained agents": "take the most probable action"
        if settings["deterministic"]
        else "sample their actions",
        **settings["versions"],
    }
    piece = max(game.layout.pieces, key=lambda piece: len(piece.shape))
    shape = "".join(f", {size}" for size in piece.shape)
    lists = f"values = values.flatten().to_numpy().reshape(-1{shape})"
    text = _ABOUT.format(
        title=f"{game.spec.title}, {game.num_players} players: {agents}",
        decisions=counted(decisions, "decision"),
        games=counted(settings["games"], "game"),
        command=_command(game, settings),
        made=markdown_table(("", ""), made.items()),
        num_players=game.num_players,
        line_up=markdown_table(
            ("k", "agent", "SHA-256 of its file"),
            [(k, f"`{name}`", settings["agents"][name] or "–") for k, name in enumerate(names)],
        ),
        columns=markdown_table(
            ("column", "dtype", "shape", "meaning"),
            [
                (f"`{column.name}`", _dtype(column.kind), _shape(column.shape), column.meaning)
                for column in columns_of(game)
            ],
        ),
        piece=f"{OBSERVATION}{piece.name}",
        to_numpy=lists if piece.shape else "values = values.to_numpy()",
    )
    if not settings["minari"]:
        return text
    return text + _MINARI.format(
        gymnasium_name=game.spec.gymnasium_name, version=game.spec.version, id=settings["id"]
    )


def _command(game: Game, settings: Mapping[str, Any]) -> str:
    defaults = {option.name: option.default for option in game.spec.options}
    options = {
        f"game.options.{name}": value
        for name, value in game.options.items()
        if name != NUM_PLAYERS and value != defaults[name]
    }
    plain = ("seed", "games", "games_per_shard", "deterministic", "minari", "id")
    values = {
        "game": loadable_name(game.name),
        **options,
        NUM_PLAYERS: game.num_players,
        **{name: settings[name] for name in plain},
        "to": "FOLDER",
    }
    return shell_command("dataset", agents=settings["line_up"], **values)


def _dtype(kind: pa.DataType) -> str:
    if pa.types.is_dictionary(kind):
        return "string"
    return np.dtype(kind.to_pandas_dtype()).name


def _shape(shape: Sequence[int]) -> str:
    return " × ".join(map(str, shape))
