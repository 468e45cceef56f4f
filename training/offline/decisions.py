"""Games of a line-up, and all that was seen and decided in them."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from hofspiele.envs.agents import Agent, play_out
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.rng import derived_seed, derived_seeds

# which of the seeds that come of the dataset's is that of all deals: with the same one, `evaluate`
# plays others, so that nobody is measured on what they have learnt from
_DEALS = 0xDA7A


class Decisions(NamedTuple):
    """D decisions of whole games, ordered by game and ply.

    Attributes:
        games: (D,) int64, number of the game in the dataset.
        deal_seeds: (D,) uint64, ``game.new(seed)`` deals the game again.
        plies: (D,) int32, how many decisions were taken in the game before.
        seats: (D,) int16, the seat that decided.
        holders: (D,) int16, index of the agent that held it.
        observations: (D, size) float32, what the seat knew, and no more.
        action_masks: (D, A) bool, its legal actions.
        actions: (D,) int64, what it decided.
        outcomes: (D,) float64, the utility of the seat at the end of the game.
        scores: (D,) float64, its final points.
        ranks: (D,) int16, its rank, 1 = best, ties share the better rank.
        truncated: (D,) bool, whether the game was broken off because it took too long.
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
    """Play the games of these `numbers`; all about them follows from `seed` and `numbers`.

    Args:
        game: any `Game`.
        agents: one for each seat; in game g, agent k holds seat (k + g) mod P.
        numbers: of the games in the dataset.
        seed: of the dataset.
        report: called with the number of those that have ended, now and then.
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
    # rounds have one decision of each game that goes on
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
