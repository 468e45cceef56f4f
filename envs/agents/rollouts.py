"""Rollouts: determinisations that are played to the end, by the heuristic or at random."""

import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.agents.greedy import pick_by_worth
from hofspiele.envs.core import Game
from hofspiele.envs.core.engine import Kernels
from hofspiele.envs.core.kernels import borrowing_kernel, inner_kernel, kernel
from hofspiele.envs.core.memory import copy_record
from hofspiele.envs.core.outcomes import outcome_of
from hofspiele.envs.core.random_play import random_legal
from hofspiele.envs.core.rng import derive_seed, random_uint64

# Weight of the margin of points in `utility`; the outcome has weight 1. With 50 simulations against
# two greedy players of Kou-Ka-Roi, weights 0, 1 and 4 win 60 %, 72 % and 72 % of 300 games (± 5 %).
MARGIN_WEIGHT = 1.0

# Number of shares of rounds per thread; more than 1, because some rounds take longer than others.
_SHARES = 4


class Decisions(NamedTuple):
    """The M decisions to search (A actions)."""

    states: np.ndarray  # (M,) records, redealt for the deciding seats
    players: np.ndarray  # (M,) int64, the deciding seats
    masks: np.ndarray  # (M, A) bool, the legal actions
    seeds: np.ndarray  # (M,) uint64, which determine all determinisations and rollouts


class Settings(NamedTuple):
    """Settings of rollouts: the budget and how actions are chosen."""

    simulations: int  # rollouts per decision
    at_random: bool  # whether rollouts choose random legal actions instead of the heuristic's
    temperature: float  # temperature of the heuristic's softmax; see `GreedyAgent`


class Rounds(NamedTuple):
    """The J rounds to play: each tries some candidates of a decision in one determinisation."""

    decision: np.ndarray  # (J,) int64, index of the decision
    number: np.ndarray  # (J,) int64, index of the round among all rounds of its decision
    first: np.ndarray  # (J,) int64, index of its first rollout in `utilities` and `outcomes`
    utilities: np.ndarray  # (rollouts,) float64, the deciding seat's `utility` of each rollout
    outcomes: np.ndarray  # (rollouts, P) float64, the outcome of each rollout for all seats


class Workspace(NamedTuple):
    """Buffers of one thread (P players, A actions)."""

    states: np.ndarray  # (2,) records, the determinisation and the rollout's position
    mask: np.ndarray  # (A,) bool, legal actions in the rollout
    worth: np.ndarray  # (A,) float64, the heuristic's worths of actions
    scores: np.ndarray  # (P,) float64, final points of the rollout
    ranks: np.ndarray  # (P,) int16, final ranks of the rollout


def new_workspace(game: Game) -> Workspace:
    """Return the buffers for one thread."""
    return Workspace(
        states=np.zeros(2, game.state_dtype),
        mask=np.zeros(game.num_actions, np.bool_),
        worth=np.zeros(game.num_actions),
        scores=np.zeros(game.num_players),
        ranks=np.zeros(game.num_players, np.int16),
    )


def play(
    game: Game,
    decisions: Decisions,
    settings: Settings,
    candidates: np.ndarray,
    tried: np.ndarray,
    rounds: Rounds,
    executor: ThreadPoolExecutor,
    num_threads: int,
) -> None:
    """Play `rounds` with the threads of `executor`; see `rounds_player` for the arguments."""
    play_rounds = functools.partial(
        rounds_player(game.kernels), game.params, decisions, settings, candidates, tried, rounds
    )
    shares = num_threads * _SHARES
    count = len(rounds.decision)
    if num_threads == 1 or count < shares:
        play_rounds(new_workspace(game), 0, count)
        return
    edges = [count * k // shares for k in range(shares + 1)]
    list(executor.map(lambda span: play_rounds(new_workspace(game), *span), pairwise(edges)))


@functools.cache
def rounds_player(kernels: Kernels) -> Callable[..., None]:
    """Return the compiled function that plays rounds for the game with these kernels.

    Its arguments are the game's params, `Decisions`, `Settings`, candidates (M, A) int64, the
    numbers of candidates to try (M,) int64, `Rounds`, `Workspace`, and the range of rounds to play:
    first index, last index + 1. It fills the utilities and outcomes of these rounds only, so that
    threads can share the rounds.
    """
    play_to_end = _play_to_end(kernels)
    redeal, apply, score_and_rank = kernels.redeal, kernels.apply, kernels.score_and_rank

    @inner_kernel
    def play_round(params, decisions, settings, candidates, tried, rounds, work, j):
        i = rounds.decision[j]
        player = decisions.players[i]
        deal, rollout = work.states[0], work.states[1]
        copy_record(deal, decisions.states[i])
        redeal(params, deal, player, derive_seed(decisions.seeds[i], rounds.number[j]))
        for k in range(tried[i]):
            copy_record(rollout, deal)
            apply(params, rollout, candidates[i, k])
            play_to_end(params, rollout, settings, work.mask, work.worth)
            score_and_rank(params, rollout, work.scores, work.ranks)
            outcome = rounds.outcomes[rounds.first[j] + k]
            outcome_of(work.ranks, len(work.ranks), outcome)
            rounds.utilities[rounds.first[j] + k] = utility(player, work.scores, outcome)

    @borrowing_kernel
    def play_rounds(params, decisions, settings, candidates, tried, rounds, work, begin, end):
        for j in range(begin, end):
            play_round(params[0], decisions, settings, candidates, tried, rounds, work, j)

    return play_rounds


def _play_to_end(kernels: Kernels) -> Callable[..., Any]:
    legal, apply, values = kernels.legal, kernels.apply, kernels.values_to_choose

    @inner_kernel
    def play_to_end(params, state, settings, mask, worth):
        """Play the game to its end; `mask` and `worth` are buffers."""
        while not state.over:
            legal(params, state, mask)
            word = random_uint64(state)
            if settings.at_random:
                action = random_legal(mask, word)
            else:
                values(params, state, worth)
                action = pick_by_worth(worth, mask, settings.temperature, word)
            apply(params, state, action)

    return play_to_end


@kernel
def utility(player, scores, outcome):
    """Return the worth of a rollout to `player`: the outcome plus the relative margin of points.

    The margin adds information to the outcome: it distinguishes narrow wins from clear ones.
    """
    total = 0.0
    for score in scores:
        total += score
    mean = total / len(scores)
    return outcome[player] + MARGIN_WEIGHT * (scores[player] - mean) / (abs(mean) + 1.0)
