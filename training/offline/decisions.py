"""Playing the games of a dataset, and the columns of all decisions in Parquet and NumPy arrays."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pyarrow as pa

from hofspiele.envs.agents import Agent, play_out
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.rng import derived_seed, derived_seeds

# Key for deriving the seeds of a dataset's deals. `evaluate` does not use this key, so its deals
# differ even with the same seed, and agents are not evaluated on deals that they learnt from.
_DEALS = 0xDA7A
# The key of a column's description in the metadata of its Arrow field.
MEANING = b"meaning"


def deal_seeds(seed: int, games: np.ndarray) -> np.ndarray:
    """Return the seeds of the deals of `games`, (N,) indices in the dataset, as (N,) uint64."""
    return derived_seeds(derived_seed(seed, _DEALS), games)


def play_decisions(
    game: Game, agents: Sequence[Agent], numbers: range, seed: int, report: Callable[[int], None]
) -> dict[str, np.ndarray]:
    """Play the games `numbers` of a dataset; return all decisions, named as in `schema_of`.

    In game g, agent k holds seat (k + g) mod P. Decisions are ordered by game and ply, and depend
    only on `seed` and `numbers`. `report` is called with the number of finished games.
    """
    games = np.arange(numbers.start, numbers.stop)
    deals = deal_seeds(seed, games)
    table = Table(game, len(games))
    table.reset(deal_seeds=deals)
    holders = (np.arange(game.num_players) - games[:, None]) % game.num_players
    rng = np.random.default_rng([_DEALS, seed, numbers.start])
    rounds = []
    for ply, (at, actions) in enumerate(play_out(table, agents, holders, rng)):
        plies = np.full(len(at), ply)
        seen = table.observations[at], table.action_masks[at]
        rounds.append((at, plies, table.players[at], *seen, actions))
        report(len(games) - len(at))
    report(len(games))
    # Rounds are in the order of plies, so a stable sort by game keeps each game's plies in order.
    order = np.argsort(np.concatenate([at for at, *_ in rounds]), kind="stable")
    columns = (np.concatenate(column)[order] for column in zip(*rounds, strict=True))
    at, plies, seats, observations, masks, actions = columns
    return {
        "game": games[at],
        "deal_seed": deals[at],
        "ply": plies,
        "seat": seats,
        "agent": np.array([agent.name for agent in agents])[holders[at, seats]],
        "action": actions,
        "action_mask": masks,
        "outcome": table.outcomes[at, seats],
        "score": table.scores[at, seats],
        "rank": table.ranks[at, seats],
        "truncated": game.truncated(table.final_states)[at],
        "observation": observations,
    }


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
