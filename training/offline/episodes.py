"""Datasets in Minari's format, in which an episode is one game from the view of one seat.

As in `GameEnv`, an episode has one step per decision of the seat, with observations and masks as
the seat sees them. The last reward is the utility of the seat; all others are 0.
"""

import copy
from collections.abc import Iterator
from typing import Any

import gymnasium
import minari
import numpy as np
import pyarrow as pa
from minari.data_collector import EpisodeBuffer
from minari.dataset.minari_dataset import parse_dataset_id
from minari.dataset.minari_storage import MinariStorage

from hofspiele.envs.api.registration import gymnasium_id, register_environments
from hofspiele.envs.api.spaces import action_space, observation_box
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.checks import shown
from hofspiele.training.cli.files import write_errors
from hofspiele.training.cli.lock import clear
from hofspiele.training.offline.columns import from_arrow
from hofspiele.training.offline.folder import DatasetFolder


def check_id(dataset_id: str) -> None:
    """Raise ValueError if Minari does not accept `dataset_id` as a name."""
    try:
        parse_dataset_id(dataset_id)
    except (ValueError, TypeError):  # A TypeError means that the version is missing.
        raise ValueError(
            f"id is {shown(dataset_id)}, expected NAMESPACE/NAME-v0, where the names contain only "
            "letters, digits, - and _"
        ) from None


def write_minari(folder: DatasetFolder, game: Game, about: dict[str, Any]) -> None:
    """Write ``minari/`` from all shards, either completely or not at all.

    `about` holds the metadata that Minari does not compute itself, including ``dataset_id``.

    Raises:
        ValueError: a shard is corrupt.
        WriteError: the disk is full or not writable. Incomplete files are removed.
    """
    temporary = folder.path / ".minari.tmp"
    # The path must be absolute: Minari joins a relative path to itself when it adds up file sizes.
    data = temporary.resolve() / about["dataset_id"] / "data"
    try:
        with write_errors(folder.minari):
            data.mkdir(parents=True)
            storage = MinariStorage.new(
                data, observation_box(game), action_space(game), _env_spec(game), "hdf5"
            )
            storage.update_metadata({**about, "minari_version": minari.__version__})
            for number in range(len(folder.shards)):
                _add(storage, game, folder.read_shard(number))
            temporary.rename(folder.minari)
    except BaseException:
        clear(folder.path)
        raise


def _env_spec(game: Game) -> gymnasium.envs.registration.EnvSpec:
    name = gymnasium_id(game.spec)
    if name not in gymnasium.registry:  # Games of other packages are registered on demand.
        register_environments(game.spec)
    spec = copy.deepcopy(gymnasium.spec(name))
    spec.kwargs.update(game.options)
    return spec


def _add(storage: MinariStorage, game: Game, table: pa.Table) -> None:
    episodes = list(_episodes(game, table))
    first = storage.total_episodes
    storage.update_episodes(buffer for buffer, _ in episodes)
    numbers = range(first, first + len(episodes))
    storage.update_episode_metadata((metadata for _, metadata in episodes), numbers)


def _episodes(game: Game, table: pa.Table) -> Iterator[tuple[EpisodeBuffer, dict[str, Any]]]:
    """Yield the episodes with metadata, ordered by game and seat; skip seats without decisions."""
    played = from_arrow(game, table)
    places = _places(played)
    last = _last_observations(game, played)
    # lexsort is stable, so the plies of an episode stay in order.
    order = np.lexsort((played["seat"], places))
    keys = np.stack([places, played["seat"]], 1)[order]
    starts = np.flatnonzero((np.diff(keys, axis=0, prepend=-1) != 0).any(1))
    masks = played["action_mask"].astype(np.int8)
    for rows in np.split(order, starts[1:]):
        end = rows[-1]
        place, seat = places[end], played["seat"][end]
        rewards = np.zeros(len(rows))
        rewards[-1] = played["outcome"][end]
        is_last = np.arange(len(rows)) == len(rows) - 1
        truncated = is_last & played["truncated"][end]
        buffer = EpisodeBuffer(
            observations=np.concatenate([played["observation"][rows], last[place, seat][None]]),
            actions=played["action"][rows],
            rewards=rewards,
            terminations=is_last & ~truncated,
            truncations=truncated,
            # After the end of a game the action has no effect, so every action is allowed.
            infos={"action_mask": np.concatenate([masks[rows], np.ones_like(masks[:1])])},
        )
        names = ("game", "deal_seed", "seat", "agent", "score", "rank")
        yield buffer, {name: played[name][end] for name in names}


def _places(played: dict[str, np.ndarray]) -> np.ndarray:
    """Return the index of each decision's game in its shard, from 0."""
    return played["game"] - played["game"][0]


def _last_observations(game: Game, played: dict[str, np.ndarray]) -> np.ndarray:
    """Replay the games and return the final observation of each seat: (N, P, size) float32."""
    places, plies = _places(played), played["ply"]
    _, firsts = np.unique(places, return_index=True)
    table = Table(game, len(firsts))
    table.reset(deal_seeds=played["deal_seed"][firsts])
    # All games are stepped together, ply by ply.
    by_ply = np.split(np.argsort(plies, kind="stable"), np.cumsum(np.bincount(plies))[:-1])
    for rows in by_ply:
        table.step(played["action"][rows], places[rows])
    seen = []
    for seat in range(game.num_players):
        observations = game.layout.empty(len(firsts))
        players = np.full(len(firsts), seat)
        views = game.layout.records(observations)
        game.engine.observe(game.params, table.final_states, players, views)
        seen.append(observations)
    return np.stack(seen, 1)
