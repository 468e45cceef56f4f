"""The columns of a dataset with one row per decision, in Parquet and as NumPy arrays."""

from collections.abc import Mapping

import numpy as np
import pyarrow as pa

from hofspiele.envs.core import Game

# The key of a column's description in the metadata of its Arrow field.
MEANING = b"meaning"


def schema_of(game: Game) -> pa.Schema:
    """Return the schema of the Parquet files of a dataset of `game`."""
    mask = pa.list_(pa.field("element", pa.bool_(), nullable=False), game.num_actions)
    observation = pa.list_(pa.field("element", pa.float32(), nullable=False), game.layout.size)
    columns = (
        ("game", pa.int64(), "index of the game in the dataset, from 0"),
        ("deal_seed", pa.uint64(), "seed of the deal; `game.new(deal_seed)` deals it again"),
        ("ply", pa.int32(), "index of the decision in its game, from 0"),
        ("seat", pa.int16(), f"the seat that decided, from 0 to {game.num_players - 1}"),
        ("agent", pa.string(), "name of the agent on that seat"),
        ("action", pa.int64(), "the chosen action; `game.action_name` returns its name"),
        ("action_mask", mask, "which actions were legal"),
        ("outcome", pa.float64(), "utility of the seat at the end; see `Game.outcome`"),
        ("score", pa.float64(), "final points of the seat"),
        ("rank", pa.int16(), "rank of the seat, 1 = best, ties share the better rank"),
        ("truncated", pa.bool_(), "whether the game was truncated because it took too long"),
        ("observation", observation, "what the seat saw, described by `game.layout`"),
    )
    return pa.schema(
        [
            pa.field(name, kind, nullable=False, metadata={MEANING: meaning})
            for name, kind, meaning in columns
        ]
    )


def to_arrow(game: Game, played: Mapping[str, np.ndarray]) -> pa.Table:
    """Return the result of `play_decisions` as a table."""
    schema = schema_of(game)
    arrays = []
    for name, kind in zip(schema.names, schema.types, strict=True):
        if pa.types.is_fixed_size_list(kind):
            flat = pa.array(played[name].reshape(-1), kind.value_type)
            arrays.append(pa.FixedSizeListArray.from_arrays(flat, type=kind))
        else:
            arrays.append(pa.array(played[name], kind))
    return pa.Table.from_arrays(arrays, schema=schema)


def from_arrow(table: pa.Table) -> dict[str, np.ndarray]:
    """Return the columns of D rows by name, (D,) or (D, size)."""
    rows = {}
    for name in table.column_names:
        values = table[name].combine_chunks()
        if pa.types.is_fixed_size_list(values.type):
            flat = values.flatten().to_numpy(zero_copy_only=False)
            rows[name] = flat.reshape(-1, values.type.list_size)
        else:
            rows[name] = values.to_numpy(zero_copy_only=False)
    return rows
