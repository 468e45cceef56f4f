"""Names, types and meanings of the Parquet columns of a dataset with one row per decision."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from hofspiele.envs.core import Game

# Prefix of the columns that hold pieces of the observation.
OBSERVATION = "observation_"


class Column(NamedTuple):
    """A column of the dataset.

    Attributes:
        name: the column's name in the file.
        kind: the Arrow type of its values.
        shape: the shape of the values in a row, () for a single value. Several values are stored as
            a list of fixed size, in C order.
        meaning: a phrase that explains the values.
    """

    name: str
    kind: pa.DataType
    shape: tuple[int, ...]
    meaning: str

    def field(self) -> pa.Field:
        """Return the Arrow field; its metadata holds the shape."""
        if not self.shape:
            return pa.field(self.name, self.kind, nullable=False)
        kept = {"shape": json.dumps(self.shape)}
        kind = pa.list_(pa.field("element", self.kind, nullable=False), math.prod(self.shape))
        return pa.field(self.name, kind, nullable=False, metadata=kept)


_BEFORE = (
    Column("game", pa.int64(), (), "index of the game in the dataset, from 0"),
    Column("deal_seed", pa.uint64(), (), "seed of the deal; `game.new(deal_seed)` deals it again"),
    Column("ply", pa.int32(), (), "index of the decision in its game, from 0"),
    Column("seat", pa.int16(), (), "the seat that decided"),
    Column("agent", pa.dictionary(pa.int16(), pa.string()), (), "name of the agent on that seat"),
)
_AFTER = (
    Column("outcome", pa.float64(), (), "utility of the seat at the end, zero-sum in [-1, 1]"),
    Column("score", pa.float64(), (), "final points of the seat"),
    Column("rank", pa.int16(), (), "rank of the seat, 1 = best, ties share the better rank"),
    Column("truncated", pa.bool_(), (), "whether the game was truncated because it took too long"),
)


def columns_of(game: Game) -> list[Column]:
    """Return all columns of a dataset of `game`, in order."""
    return [
        *_BEFORE,
        Column("action", pa.int64(), (), "the chosen action; `game.action_name` returns its name"),
        Column("action_mask", pa.bool_(), (game.num_actions,), "which actions were legal"),
        *_AFTER,
        *(
            Column(f"{OBSERVATION}{piece.name}", pa.float32(), piece.shape, piece.meaning)
            for piece in game.layout.pieces
        ),
    ]


def to_arrow(game: Game, played: Mapping[str, np.ndarray], names: Sequence[str]) -> pa.Table:
    """Return the result of `play_decisions` as a table, with `names` instead of agents' indices."""
    distinct = list(dict.fromkeys(names))
    numbers = np.array([distinct.index(name) for name in names], np.int16)[played["agent"]]
    values: dict[str, Any] = {
        **played,
        "agent": pa.DictionaryArray.from_arrays(numbers, pa.array(distinct)),
    }
    for piece, at in game.layout:
        values[f"{OBSERVATION}{piece.name}"] = played["observation"][:, at]
    fields = [column.field() for column in columns_of(game)]
    arrays = [_array(values[field.name], field.type) for field in fields]
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields))


def _array(values: np.ndarray | pa.Array, kind: pa.DataType) -> pa.Array:
    if isinstance(values, pa.Array):
        return values
    flat = pa.array(np.ascontiguousarray(values).reshape(-1))
    if pa.types.is_fixed_size_list(kind):
        return pa.FixedSizeListArray.from_arrays(flat, type=kind)
    return flat


def from_arrow(game: Game, table: pa.Table) -> dict[str, np.ndarray]:
    """Return columns of D rows by name, (D,) or (D, size), and all pieces as ``observation``."""
    values = {name: _numpy(table[name]) for name in table.column_names}
    pieces = [values[f"{OBSERVATION}{piece.name}"] for piece in game.layout.pieces]
    observation = np.hstack([piece.reshape(len(piece), -1) for piece in pieces])
    return values | {"observation": observation}


def _numpy(column: pa.ChunkedArray) -> np.ndarray:
    whole = column.combine_chunks()
    if pa.types.is_dictionary(whole.type):
        whole = whole.dictionary_decode()
    if pa.types.is_fixed_size_list(whole.type):
        return whole.flatten().to_numpy(zero_copy_only=False).reshape(len(whole), -1)
    return whole.to_numpy(zero_copy_only=False)
