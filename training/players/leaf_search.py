"""Simulations of a search that end before the game does, judged by a value network.

A simulation ends with the game or when the searching seat has its next turn, where the value
network estimates the seat's reward. Until then the heuristic decides for all seats, and the result
is averaged with that of a rollout to the end of the game (as in AlphaGo: Silver et al., Nature 529,
2016). In simultaneous games, where the worth of an action depends on the others' choices, the
policy decides instead, except in solved decisions, and there are no rollouts. Each step calls the
networks once, for the simulations of all decisions, determinisations and candidates.
"""

import functools
import itertools
from collections.abc import Callable

import numpy as np

from hofspiele.envs.agents import Views, heuristic_action_values, rollouts
from hofspiele.envs.agents.rollouts import Rounds, SearchedDecisions, Settings, new_workspace
from hofspiele.envs.agents.scripted import pick_by_worth, scripted_decision
from hofspiele.envs.core import Game, kernel
from hofspiele.envs.core.engine import Kernels, never_solved
from hofspiele.envs.core.rewards import result_of, reward_of
from hofspiele.envs.core.rng import derive_seed, derived_seeds
from hofspiele.training.players.policy_agent import PolicyAgent

# Temperature of the policy's answers, above 1 because the policy is more certain of its choices
# than other players are. In Kou-Ka-Roi, 3 and 6 were better than 1.5 and 8 (see
# benchmarks/experiments.md).
TEMPERATURE = 4.0

# Weight of a rollout, which varies far more than the estimate (see benchmarks/experiments.md).
ROLLOUT_WEIGHT = 0.2


def play(
    game: Game,
    policy: PolicyAgent,
    decisions: SearchedDecisions,
    settings: Settings,
    candidates: np.ndarray,
    tried: np.ndarray,
    rounds: Rounds,
) -> None:
    """Play `rounds` and fill their results; see `rollouts.rounds_player` for other arguments.

    The `policy` needs a critic; its `reward` also counts at the ends of games. In simultaneous
    games, the outcomes are the rewards of the deciding seats only, otherwise those of the rollouts.
    """
    decision = rounds.decision
    players, deals = decisions.players[decision], decisions.states.take(decision)
    seeds = derived_seeds(decisions.seeds[decision], rounds.number)
    game.engine.redeal(game.params, deals, players, seeds)
    if game.simultaneous:
        _choose_for_others(game, policy, deals, players, seeds)
    # From here on, arrays have an entry for each simulation instead of each round.
    tries = tried[decision]
    states, seats, seeds = (np.repeat(array, tries) for array in (deals, players, seeds))
    place = np.arange(len(states)) - np.repeat(rounds.first, tries)
    game.engine.apply(game.params, states, candidates[np.repeat(decision, tries), place])
    if game.simultaneous:
        _answer(game, policy, states, seats, seeds)
        rounds.utilities[:] = _rewards(game, policy, states, seats)
        rounds.outcomes[np.arange(len(seats)), seats] = rounds.utilities
    else:
        play_to_next_turn = _turn_player(game.kernels)
        play_to_next_turn(game.params, settings, states, seats, seeds, new_workspace(game))
        rollouts.play(game, decisions, settings, candidates, tried, rounds)
        estimates = _rewards(game, policy, states, seats)
        rounds.utilities[:] += (1 - ROLLOUT_WEIGHT) * (estimates - rounds.utilities)


def _choose_for_others(
    game: Game, policy: PolicyAgent, deals: np.ndarray, players: np.ndarray, seeds: np.ndarray
) -> None:
    """Let the policy make the secret choices of all seats but `players` in `deals`.

    They replace the redeal's random choices, and are the same for all candidates.
    """
    deals["choice"] = -1  # -1 means that the seat has not chosen.
    chooses = deals["undecided"] == 1
    chooses[np.arange(len(deals)), players] = False
    rows, seats = np.nonzero(chooses)
    asked = deals.take(rows)
    asked["player"] = seats
    deals["choice"][rows, seats] = _draw(game, policy, asked, seeds[rows], seats)
    deals["player"] = players


def _answer(
    game: Game, policy: PolicyAgent, states: np.ndarray, seats: np.ndarray, seeds: np.ndarray
) -> None:
    """Let the policy play `states` in place until `seats` have to choose again, or the games end.

    Simulations with the same seed draw the same random numbers, so part of the luck cancels out in
    the differences between candidates.
    """
    for step in itertools.count(game.num_players):
        ends = (states["player"] == seats) & ~game.is_solved(states)
        asked = np.flatnonzero((states["over"] == 0) & ~ends)
        if not len(asked):
            return
        part = states.take(asked)
        actions = _draw(game, policy, part, seeds[asked], np.full(len(part), step))
        game.engine.apply(game.params, part, actions)
        states.put(asked, part)


@functools.cache
def _turn_player(kernels: Kernels) -> Callable[..., None]:
    """Return the kernel that plays `states` in place until the next turns of `seats`.

    The heuristic decides. The next turn begins with the first decision that is not solved and
    follows a decision of another seat: in the middle of a turn, a value network can hardly tell
    actions apart. Simulations with the same seed draw the same random numbers.
    """
    decide, is_solved = scripted_decision(kernels), kernels.is_solved or never_solved

    @kernel
    def play_to_next_turn(params, settings, states, seats, seeds, work):
        for k in range(len(states)):
            state, decisions, others_decided = states[k], 0, False
            while not state.over:
                others_decided |= state.player != seats[k]
                if others_decided and state.player == seats[k] and not is_solved(params[0], state):
                    break
                word = derive_seed(seeds[k], decisions)
                at_random, temperature = settings.at_random, settings.temperature
                decide(params[0], state, at_random, temperature, word, work.mask, work.worth)
                decisions += 1

    return play_to_next_turn


def _draw(
    game: Game, policy: PolicyAgent, states: np.ndarray, seeds: np.ndarray, indices: np.ndarray
) -> np.ndarray:
    """Return the actions in `states` of the heuristic in solved decisions, else of the policy.

    Each action is drawn with the number at its index in the random sequence of its seed.
    """
    actions, solved = np.empty(len(states), np.int64), game.is_solved(states)
    for heuristic in (False, True):
        rows = np.flatnonzero(solved == heuristic)
        if not len(rows):
            continue
        views = Views.from_redealt(game, states.take(rows))
        if heuristic:
            worths, temperature = heuristic_action_values(views), game.greedy_temperature
        else:
            worths, temperature = policy.logits([views]), TEMPERATURE
        picked = np.empty(len(rows), np.int64)
        _pick_all(worths, views.action_masks, temperature, seeds[rows], indices[rows], picked)
        actions[rows] = picked
    return actions


def _rewards(game: Game, policy: PolicyAgent, states: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """Return the rewards of `seats`, which the critic estimates if the game is not over."""
    rewards = reward_of(policy.reward, game).pay(result_of(game, states))
    own = rewards[np.arange(len(states)), seats]
    if (ongoing := states["over"] == 0).any():
        own[ongoing] = policy.values(Views.from_redealt(game, states.compress(ongoing)))
    return own


@kernel
def _pick_all(worths, masks, temperature, seeds, indices, actions):
    for k in range(len(seeds)):
        word = derive_seed(seeds[k], indices[k])
        actions[k] = pick_by_worth(worths[k], masks[k], temperature, word)
