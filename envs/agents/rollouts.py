"""Rollouts: games played on from a determinisation, by the heuristic or at random.

Rollouts end with the game, or at a position that the game can judge (`forecast`).
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.agents.scripted import scripted_decision
from hofspiele.envs.core import Game
from hofspiele.envs.core.compile.kernels import borrowing_kernel, inner_kernel, kernel
from hofspiele.envs.core.compile.memory import copy_record
from hofspiele.envs.core.engine import Kernels, never_forecast
from hofspiele.envs.core.outcomes import outcome_of_winning
from hofspiele.envs.core.rng import derive_seed, random_uint64
from hofspiele.envs.core.threads import map_on_cores, spans, usable_cores

# Weight of the relative margin of points in a rollout's utility; the outcome has weight 1. With 50
# simulations against two greedy players of Kou-Ka-Roi, weights 0, 1 and 4 win 60 %, 72 % and 72 %
# of 300 games (± 5 %).
_MARGIN_WEIGHT = 1.0

# The candidate that stands for no action: its rollouts play on from the position itself.
PLAY_ON = -1

# Number of shares per core into which the rounds are divided; more than 1, because some rounds take
# longer than others.
_SHARES = 4


class SearchedDecisions(NamedTuple):
    """The M decisions to search (A actions)."""

    states: np.ndarray  # (M,) records, redealt for the deciding seats
    players: np.ndarray  # (M,) int64, the deciding seats
    masks: np.ndarray  # (M, A) bool, the legal actions
    seeds: np.ndarray  # (M,) uint64, which determine all determinisations and rollouts


class Settings(NamedTuple):
    """Settings of rollouts: the budget and how actions are chosen."""

    simulations: int  # approximate number of rollouts per decision
    at_random: bool  # whether rollouts choose random legal actions instead of the heuristic's
    temperature: float  # temperature of the heuristic's softmax; see `GreedyAgent`
    only_wins: bool = False  # whether `outcomes` are those of winning, without any forecast


class Rounds(NamedTuple):
    """The J rounds to play: each tries some candidates of a decision in one determinisation."""

    decision: np.ndarray  # (J,) int64, index of the decision
    number: np.ndarray  # (J,) int64, index of the round among all rounds of its decision
    first: np.ndarray  # (J,) int64, index of its first rollout in `utilities` and `outcomes`
    utilities: np.ndarray  # (rollouts,) float64, the deciding seat's outcome plus margin
    outcomes: np.ndarray  # (rollouts, P) float64, the outcome of each rollout for all seats


def new_rounds(
    decision: np.ndarray, number: np.ndarray, tried: np.ndarray, num_players: int
) -> Rounds:
    """Return rounds without results; `tried`, (M,) int64, counts each decision's candidates."""
    ends = np.cumsum(tried[decision])
    return Rounds(
        decision=decision,
        number=number,
        first=ends - tried[decision],
        utilities=np.zeros(ends[-1]),
        outcomes=np.zeros((ends[-1], num_players)),
    )


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
    decisions: SearchedDecisions,
    settings: Settings,
    candidates: np.ndarray,
    tried: np.ndarray,
    rounds: Rounds,
) -> None:
    """Play `rounds` on all usable cores; see `rounds_player` for the arguments."""
    given = (game.params, decisions, settings, candidates, tried, rounds)
    play_rounds = functools.partial(rounds_player(game.kernels), *given)
    count, cores = len(rounds.decision), usable_cores()
    shares = 1 if cores == 1 or count < cores * _SHARES else cores * _SHARES
    map_on_cores(lambda span: play_rounds(new_workspace(game), *span), spans(count, shares))


def margin_weight_of(kernels: Kernels) -> float:
    """Return the weight of the margin, or 0 if a `forecast` or own utilities consider points."""
    return _MARGIN_WEIGHT if kernels.forecast is None and kernels.utilities is None else 0.0


@functools.cache
def rounds_player(kernels: Kernels) -> Callable[..., None]:
    """Return the compiled function that plays rounds for the game with these kernels.

    It tries the first ``tried[i]``, (M,) int64, of the ``candidates[i]``, (M, A) int64, of decision
    i. It fills only the results of rounds `begin` to `end` - 1, so that threads can share them.
    """
    play_on = play_on_kernel(kernels)
    redeal, apply = kernels.redeal, kernels.apply
    margin_weight = margin_weight_of(kernels)

    @inner_kernel
    def play_round(params, decisions, settings, candidates, tried, rounds, work, j):
        i = rounds.decision[j]
        player = decisions.players[i]
        deal, rollout = work.states[0], work.states[1]
        copy_record(deal, decisions.states[i])
        redeal(params, deal, player, derive_seed(decisions.seeds[i], rounds.number[j]))
        for k in range(tried[i]):
            copy_record(rollout, deal)
            if candidates[i, k] != PLAY_ON:
                apply(params, rollout, candidates[i, k])
            outcome = rounds.outcomes[rounds.first[j] + k]
            play_on(params, deal, rollout, settings, work, outcome)
            margin = margin_weight * relative_margin(player, work.scores)
            rounds.utilities[rounds.first[j] + k] = outcome[player] + margin

    @borrowing_kernel
    def play_rounds(params, decisions, settings, candidates, tried, rounds, work, begin, end):
        for j in range(begin, end):
            play_round(params[0], decisions, settings, candidates, tried, rounds, work, j)

    return play_rounds


@functools.cache
def play_on_kernel(kernels: Kernels) -> Callable[..., Any]:
    """Return the kernel that plays a rollout to its end."""
    decide = scripted_decision(kernels)
    forecast, score_and_rank = kernels.forecast or never_forecast, kernels.score_and_rank
    outcome_of = kernels.outcome_of

    @inner_kernel
    def play_on(params, start, state, settings, work, outcome):
        """Play until the game ends or is forecast; fill the scores of `work`, and `outcome`."""
        is_forecast = False
        while not (state.over or is_forecast):
            word = random_uint64(state)
            at_random, temperature = settings.at_random, settings.temperature
            decide(params, state, at_random, temperature, word, work.mask, work.worth)
            is_forecast = not settings.only_wins and forecast(params, start, state, outcome)
        score_and_rank(params, state, work.scores, work.ranks)
        if settings.only_wins:
            outcome_of_winning(params, state, work.scores, work.ranks, outcome)
        elif not is_forecast:
            outcome_of(params, state, work.scores, work.ranks, outcome)

    return play_on


@kernel
def relative_margin(player, scores):
    """Return the margin of `player` over the mean m of all scores, divided by abs(m) + 1."""
    total = 0.0
    for score in scores:
        total += score
    mean = total / len(scores)
    return (scores[player] - mean) / (abs(mean) + 1.0)
