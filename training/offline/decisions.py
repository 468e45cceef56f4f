"""Playing the games of a dataset and recording all decisions with their observations."""

from collections.abc import Callable, Sequence

import numpy as np

from hofspiele.envs.agents import Agent, play_out
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.rng import derived_seed, derived_seeds

# Key for deriving the seeds of a dataset's deals. `evaluate` does not use this key, so its deals
# differ even with the same seed, and agents are not evaluated on deals that they learnt from.
_DEALS = 0xDA7A


def play_decisions(
    game: Game,
    agents: Sequence[Agent],
    numbers: range,
    seed: int,
    report: Callable[[int], None],
) -> dict[str, np.ndarray]:
    """Play games and return all decisions; the same `seed` and `numbers` give the same decisions.

    Args:
        game: the game to play.
        agents: one agent per seat; in game g, agent k holds seat (k + g) mod P.
        numbers: indices of the games in the dataset.
        seed: the dataset's seed.
        report: a function that is called from time to time with the number of finished games.

    Returns:
        The values of D decisions, ordered by game and ply and named as in `columns_of`. However,
        ``agent`` is an index in `agents`, and ``observation`` is one array, (D, size) float32.
    """
    games = np.arange(numbers.start, numbers.stop)
    deal_seeds = derived_seeds(derived_seed(seed, _DEALS), games)
    table = Table(game, len(games))
    table.reset(deal_seeds=deal_seeds)
    holders = (np.arange(game.num_players) - games[:, None]) % game.num_players
    rng = np.random.default_rng([_DEALS, seed, numbers.start])
    rounds = []
    for ply, (at, actions) in enumerate(play_out(table, agents, holders, rng)):
        rounds.append(
            {
                "at": at,
                "ply": np.full(len(at), ply, np.int32),
                "seat": table.players[at].astype(np.int16),
                "observation": table.observations[at],
                "action_mask": table.action_masks[at],
                "action": actions,
            }
        )
        report(len(games) - len(at))
    report(len(games))
    # Rounds are in the order of plies, so a stable sort by game keeps each game's plies in order.
    order = np.argsort(np.concatenate([decisions["at"] for decisions in rounds]), kind="stable")
    played = {
        name: np.concatenate([decisions[name] for decisions in rounds])[order] for name in rounds[0]
    }
    at, seats = played.pop("at"), played["seat"]
    return played | {
        "game": games[at],
        "deal_seed": deal_seeds[at],
        "agent": holders[at, seats].astype(np.int16),
        "outcome": table.outcomes[at, seats],
        "score": table.scores[at, seats],
        "rank": table.ranks[at, seats],
        "truncated": game.truncated(table.final_states)[at],
    }
