"""Compiled drivers, which run the kernels of a game over arrays of games."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.core.compile.kernels import borrowing_kernel, compile_once, inner_kernel, kernel
from hofspiele.envs.core.compile.memory import clear_record, copy_record
from hofspiele.envs.core.outcomes import outcome_of_winning
from hofspiele.envs.core.rng import derive_seed, seed_generator


@kernel
def nothing_hidden(params, state, player, seed):
    """Replace only future chance: the default `redeal`, for games that hide nothing."""
    seed_generator(state, seed)


@kernel
def equal_worths(params, state, worth):
    """Leave all worths at 0: the default `action_values`, for games without a heuristic."""


@kernel
def never_solved(params, state):
    """Return False: the default `is_solved`, for games whose heuristic solves no decision."""
    return False


@kernel
def never_forecast(params, start, state, outcome):
    """Return False: the default `forecast`, for games whose rollouts are played to the end."""
    return False


@kernel
def never_updated(params, state, player, out):
    """Return False: the default `update_view`, for games that write observations from scratch."""
    return False


class Kernels(NamedTuple):
    """The kernels of a game; see CONTRIBUTING.md. The first five are required."""

    deal: Callable[..., Any]
    legal: Callable[..., Any]
    apply: Callable[..., Any]
    observe: Callable[..., Any]
    score_and_rank: Callable[..., Any]
    redeal: Callable[..., Any] = nothing_hidden
    action_values: Callable[..., Any] = equal_worths
    is_solved: Callable[..., Any] | None = None
    greedy_values: Callable[..., Any] | None = None
    update_view: Callable[..., Any] | None = None
    forecast: Callable[..., Any] | None = None
    utilities: Callable[..., Any] | None = None

    @property
    def outcome_of(self) -> Callable[..., Any]:
        """The kernel that fills the outcome: the game's own utilities, or those of winning."""
        return self.utilities or outcome_of_winning

    @property
    def values_to_choose(self) -> Callable[..., Any]:
        """The kernel that rates actions for the greedy agent and for rollouts."""
        return self.greedy_values or self.action_values


class Engine:
    """The compiled drivers of a game; each is compiled on its first call.

    Their first argument is ``params``, an array of one record of components. ``deal(params,
    empty, states, seeds)`` deals M games: it fills ``states``, (M,) records, with ``empty``, a (1,)
    record in which nothing has been dealt, and deals from ``seeds``, (M,) uint64. The drivers in
    the table (P players, A actions) take ``states`` as their second argument:

    ==================  ============================================================================
    driver              arguments after ``params, states``
    ==================  ============================================================================
    ``legal``           masks (M, A) bool, to fill
    ``apply``           actions (M,) int64, checked to be legal; changes ``states``
    ``observe``         players (M,) int64, views (M,) records of the layout, zeroed, to fill
    ``redeal``          players (M,) int64, seeds (M,) uint64; changes ``states``
    ``action_values``   values (M, A) float64, to fill; meaningless for illegal actions
    ``score_and_rank``  scores (M, P) float64, ranks (M, P) int16, outcomes (M, P) float64; to fill
    ``greedy_values``   like ``action_values``; only the largest worths need to be exact
    ``is_solved``       found (M,) bool, to fill
    ``show``            players (M,) int64, masks (M, A) bool, views (M,) records; to fill with the
                        deciding players, -1 in games that are over, their masks and observations
    ``play``            actions as in ``apply``, then arguments as in ``show``, to fill afterwards
    ==================  ============================================================================

    In simultaneous games, ``show_seats`` and ``choose`` correspond to ``show`` and ``play``, for
    all seats of the game ``states[0]``. ``choose`` takes the actions of all seats, (P,) int64. Then
    both take the action to wait, and masks (P, A) bool and views (P,) records, to fill.

    ``start``, ``deal_next`` and ``step`` are drivers of a `Table`; see table.py. ``start`` deals
    games from ``arrays.seeds``, ``deal_next`` from the seeds that follow them. ``step`` applies
    actions, (M,) int64, one in each game. Drivers of a `Table` call ``settle(params, arrays, i)``
    after their last decision in game ``i``.
    """

    def __init__(self, kernels: Kernels):
        for rule in filter(None, kernels):
            compile_once(rule)
        apply, legal, score_and_rank = kernels.apply, kernels.legal, kernels.score_and_rank
        show = _show(legal, kernels.observe)
        self.deal = _deal(kernels.deal)
        self.legal = _for_each_game(legal)
        self.apply = _for_each_game(apply)
        self.observe = _for_each_player(kernels.observe)
        self.redeal = _for_each_player(kernels.redeal)
        self.action_values = _for_each_game(kernels.action_values)
        self.greedy_values = _for_each_game(kernels.values_to_choose)
        self.score_and_rank = _score_and_rank(score_and_rank, kernels.outcome_of)
        self.is_solved = _is_solved(kernels.is_solved or never_solved)
        self.show = _show_all(show)
        self.play = _play(apply, show)
        self.show_seats = _show_seats(legal, kernels.observe)
        self.choose = _choose(apply, self.show_seats)
        self.start = _start(kernels.deal, show)
        self.show_game = show
        start_next = _start_next(kernels.deal)
        self.deal_next = _deal_next(start_next, show)
        self.settle = _settle(score_and_rank, kernels.outcome_of, start_next, show)
        self.advance = _advance(apply, legal, kernels.update_view or never_updated)
        self.step = _step(self.advance, self.settle)


@functools.cache
def engine_of(kernels: Kernels) -> Engine:
    """Return the drivers for these kernels, which all instances of a game in a process share."""
    return Engine(kernels)


def _deal(deal):
    @kernel
    def deal_games(params, empty, states, seeds):
        for i in range(len(states)):
            copy_record(states[i], empty[0])
            deal(params[0], states[i], seeds[i])

    return deal_games


@functools.cache
def _for_each_game(rule):
    """Return a driver for a kernel that takes params, state and one more argument."""

    @kernel
    def run_all(params, states, values):
        for i in range(len(states)):
            rule(params[0], states[i], values[i])

    return run_all


def _for_each_player(rule):
    """Return a driver for a kernel that takes params, state, player and one more argument."""

    @kernel
    def run_all(params, states, players, values):
        for i in range(len(states)):
            rule(params[0], states[i], players[i], values[i])

    return run_all


def _is_solved(is_solved):
    @kernel
    def solved_decisions(params, states, found):
        for i in range(len(states)):
            found[i] = is_solved(params[0], states[i])

    return solved_decisions


def _score_and_rank(score_and_rank, outcome_of):
    @kernel
    def score_and_rank_all(params, states, scores, ranks, outcomes):
        for i in range(len(states)):
            score_and_rank(params[0], states[i], scores[i], ranks[i])
            outcome_of(params[0], states[i], scores[i], ranks[i], outcomes[i])

    return score_and_rank_all


def _show(legal, observe):
    @inner_kernel
    def show_game(params, states, players, masks, views, i):
        """Write the deciding player of game `i`, or -1 if it is over; the mask and observation."""
        state = states[i]
        players[i] = -1
        if not state.over:
            players[i] = state.player
            legal(params, state, masks[i])
            clear_record(views[i])
            observe(params, state, state.player, views[i])

    return show_game


def _show_all(show):
    @kernel
    def show_games(params, states, players, masks, views):
        for i in range(len(states)):
            show(params[0], states, players, masks, views, i)

    return show_games


def _play(apply, show):
    @kernel
    def play_games(params, states, actions, players, masks, views):
        for i in range(len(states)):
            apply(params[0], states[i], actions[i])
            show(params[0], states, players, masks, views, i)

    return play_games


def _show_seats(legal, observe):
    @kernel
    def show_all_seats(params, states, wait_action, masks, views):
        """Write the masks and observations of all seats; seats that do not choose can only wait."""
        state = states[0]
        deciding = state.player
        masks[:] = False
        for seat in range(len(views)):
            clear_record(views[seat])
            observe(params[0], state, seat, views[seat])
            if not state.over:
                if state.undecided[seat]:
                    state.player = seat  # The kernel fills the mask of the deciding player.
                    legal(params[0], state, masks[seat])
                else:
                    masks[seat, wait_action] = True
        state.player = deciding

    return show_all_seats


def _choose(apply, show_seats):
    @kernel
    def choose_at_once(params, states, actions, wait_action, masks, views):
        """Apply the actions in the order in which the rules ask for them."""
        state = states[0]
        for _ in range(np.sum(state.undecided)):
            apply(params[0], state, actions[state.player])
        show_seats(params, states, wait_action, masks, views)

    return choose_at_once


def _start(deal, show):
    @borrowing_kernel
    def start_games(params, arrays, games, first, last):
        for j in range(first, last):
            i = games[j]
            copy_record(arrays.states[i], arrays.empty[0])
            deal(params[0], arrays.states[i], arrays.seeds[i])
            players, masks, views = arrays.players, arrays.action_masks, arrays.views
            show(params[0], arrays.states, players, masks, views, i)

    return start_games


def _start_next(deal):
    @inner_kernel
    def start_next_game(params, arrays, i):
        arrays.deals[i] += 1
        deal_number = i + arrays.deals[i] * len(arrays.states)
        arrays.seeds[i] = derive_seed(arrays.seed[0], deal_number)
        copy_record(arrays.states[i], arrays.empty[0])
        deal(params[0], arrays.states[i], arrays.seeds[i])

    return start_next_game


def _deal_next(start_next, show):
    @borrowing_kernel
    def abandon_games(params, arrays, games, first, last):
        for j in range(first, last):
            start_next(params, arrays, games[j])
            players, masks, views = arrays.players, arrays.action_masks, arrays.views
            show(params[0], arrays.states, players, masks, views, games[j])

    return abandon_games


def _settle(score_and_rank, outcome_of, start_next, show):
    @inner_kernel
    def settle_game(params, arrays, i):
        arrays.finished[i] = arrays.states[i].over
        if arrays.finished[i]:
            copy_record(arrays.final_states[i], arrays.states[i])
            state, scores, ranks = arrays.states[i], arrays.scores[i], arrays.ranks[i]
            score_and_rank(params[0], state, scores, ranks)
            outcome_of(params[0], state, scores, ranks, arrays.outcomes[i])
            start_next(params, arrays, i)
        players, masks, views = arrays.players, arrays.action_masks, arrays.views
        show(params[0], arrays.states, players, masks, views, i)

    return settle_game


def _advance(apply, legal, update_view):
    @inner_kernel
    def advance_game(params, arrays, i, action):
        """Apply `action`; return whether the game goes on and all arrays of it are up to date."""
        state = arrays.states[i]
        apply(params[0], state, action)
        is_updated = update_view(params[0], state, arrays.players[i], arrays.views[i])
        if is_updated:
            arrays.players[i] = state.player
            legal(params[0], state, arrays.action_masks[i])
        return is_updated

    return advance_game


def _step(advance, settle):
    @borrowing_kernel
    def step_games(params, arrays, games, first, last, actions):
        for j in range(first, last):
            if not advance(params, arrays, games[j], actions[j]):
                settle(params, arrays, games[j])

    return step_games


@kernel
def first_illegal(action_masks, games, actions):
    """Return the index of the first action that its game's mask forbids, or -1 if all are legal.

    `action_masks` are (N, A) bool; `games`, indices of games, and `actions` are (M,) int64.
    """
    for j in range(len(games)):
        action = actions[j]
        if action < 0 or action >= action_masks.shape[1] or not action_masks[games[j], action]:
            return j
    return -1
