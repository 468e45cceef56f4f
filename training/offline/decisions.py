"""Games of a line-up, with everything that was observed and decided in them."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from hofspiele.envs.agents import Agent, play_out
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.rng import derived_seed, derived_seeds

# Datasets derive the seed of their deals with a key of their own. So `evaluate` plays other deals
# with the same seed, and no agent is measured on deals that it has learnt from.
_DEALS = 0xDA7A


class Decisions(NamedTuple):
    """D decisions of whole games, ordered by game and ply; see `columns_of` for the meanings.

    Attributes:
        game: (D,) int64.
        deal_seed: (D,) uint64.
        ply: (D,) int32.
        seat: (D,) int16.
        agent: (D,) int16, index of the agent that held the seat.
        observation: (D, size) float32, what the seat observed.
        action_mask: (D, A) bool.
        action: (D,) int64.
        outcome, score: (D,) float64.
        rank: (D,) int16.
        truncated: (D,) bool.
    """

    game: np.ndarray
    deal_seed: np.ndarray
    ply: np.ndarray
    seat: np.ndarray
    agent: np.ndarray
    observation: np.ndarray
    action_mask: np.ndarray
    action: np.ndarray
    outcome: np.ndarray
    score: np.ndarray
    rank: np.ndarray
    truncated: np.ndarray


def play_decisions(
    game: Game,
    agents: Sequence[Agent],
    numbers: range,
    seed: int,
    report: Callable[[int], None],
) -> Decisions:
    """Play the games with these `numbers` and return their decisions.

    The same `seed` and `numbers` give the same games.

    Args:
        game: the game to play.
        agents: one agent per seat; in game g, agent k holds seat (k + g) mod P.
        numbers: numbers of the games in the dataset.
        seed: the dataset's seed.
        report: a function that is called from time to time with the number of finished games.
    """
    games = np.arange(numbers.start, numbers.stop)
    deal_seeds = derived_seeds(derived_seed(seed, _DEALS), games)
    table = Table(game, len(games))
    table.reset(deal_seeds=deal_seeds)
    holders = (np.arange(game.num_players) - games[:, None]) % game.num_players
    rng = np.random.default_rng([_DEALS, seed, numbers.start])
    rounds = []
    for ply, (at, actions) in enumerate(play_out(table, agents, holders, rng)):
        seats = table.players[at]
        seen = (seats, table.observations[at], table.action_masks[at], actions)
        rounds.append((at, np.full(len(at), ply, np.int32), *seen))
        report(len(games) - len(at))
    columns = [np.concatenate(column) for column in zip(*rounds, strict=True)]
    # Each round holds one decision of every unfinished game.
    order = np.argsort(columns[0], kind="stable")
    at, plies, seats, observations, action_masks, actions = (column[order] for column in columns)
    return Decisions(
        game=games[at],
        deal_seed=deal_seeds[at],
        ply=plies,
        seat=seats.astype(np.int16),
        agent=holders[at, seats].astype(np.int16),
        observation=observations,
        action_mask=action_masks,
        action=actions,
        outcome=table.outcomes[at, seats],
        score=table.scores[at, seats],
        rank=table.ranks[at, seats],
        truncated=game.truncated(table.final_states)[at],
    )
