"""Playing the games of a dataset and recording all decisions with their observations."""

from collections.abc import Callable, Sequence

import numpy as np

from hofspiele.envs.agents import Agent, play_out
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.rng import derived_seed, derived_seeds

# Key for deriving the seeds of a dataset's deals. `evaluate` does not use this key, so its deals
# differ even with the same seed, and agents are not evaluated on deals that they learnt from.
_DEALS = 0xDA7A


def deal_seeds(seed: int, games: np.ndarray) -> np.ndarray:
    """Return the seeds of the deals of `games`, (N,) indices in the dataset, as (N,) uint64."""
    return derived_seeds(derived_seed(seed, _DEALS), games)


def play_decisions(
    game: Game, agents: Sequence[Agent], numbers: range, seed: int, report: Callable[[int], None]
) -> dict[str, np.ndarray]:
    """Play games and return all decisions; the same `seed` and `numbers` give the same decisions.

    Args:
        game: the game to play.
        agents: one agent per seat; in game g, agent k holds seat (k + g) mod P.
        numbers: indices of the games in the dataset.
        seed: the dataset's seed.
        report: a function that is called from time to time with the number of finished games.

    Returns:
        The values of D decisions, ordered by game and ply and named as in `columns_of`.
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
