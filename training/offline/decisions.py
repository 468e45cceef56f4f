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
    """D decisions of whole games, ordered by game and ply.

    Attributes:
        games: (D,) int64, number of the game in the dataset.
        deal_seeds: (D,) uint64, ``game.new(seed)`` deals the game again.
        plies: (D,) int32, number of earlier decisions in the same game.
        seats: (D,) int16, the seat that decided.
        holders: (D,) int16, index of the agent that held the seat.
        observations: (D, size) float32, the observation of the seat.
        action_masks: (D, A) bool, the seat's legal actions.
        actions: (D,) int64, the chosen action.
        outcomes: (D,) float64, the utility of the seat at the end of the game.
        scores: (D,) float64, its final points.
        ranks: (D,) int16, its rank; 1 is best, ties share the better rank.
        truncated: (D,) bool, whether the game was truncated because it took too long.
    """

    games: np.ndarray
    deal_seeds: np.ndarray
    plies: np.ndarray
    seats: np.ndarray
    holders: np.ndarray
    observations: np.ndarray
    action_masks: np.ndarray
    actions: np.ndarray
    outcomes: np.ndarray
    scores: np.ndarray
    ranks: np.ndarray
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
        games=games[at],
        deal_seeds=deal_seeds[at],
        plies=plies,
        seats=seats.astype(np.int16),
        holders=holders[at, seats].astype(np.int16),
        observations=observations,
        action_masks=action_masks,
        actions=actions,
        outcomes=table.outcomes[at, seats],
        scores=table.scores[at, seats],
        ranks=table.ranks[at, seats],
        truncated=game.truncated(table.final_states)[at],
    )
