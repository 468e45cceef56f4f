"""Simulations for search that a policy plays and a value network judges.

A simulation ends at the next decision of the searching seat, where the value network estimates the
seat's outcome, or with the game. Until then the policy answers for the other seats. Each step calls
the network once, for the simulations of all decisions, determinisations and candidates together.
"""

import itertools

import numpy as np

from hofspiele.envs.agents import Views
from hofspiele.envs.agents.greedy import pick_by_worth
from hofspiele.envs.agents.rollouts import Decisions, Rounds
from hofspiele.envs.core import Game, kernel
from hofspiele.envs.core.rng import derive_seed
from hofspiele.training.players.policy_agent import PolicyAgent

# Temperature of the policy's answers, because it is more certain of its choices than other players
# are. In Kou-Ka-Roi, 3 and 6 were better than 1.5 and 8 (see training/agents/README.md); no other
# game has been measured.
TEMPERATURE = 4.0


def play(
    game: Game,
    policy: PolicyAgent,
    decisions: Decisions,
    candidates: np.ndarray,
    tried: np.ndarray,
    rounds: Rounds,
) -> None:
    """Play `rounds` and fill their results; utilities are the outcomes of the deciding seats.

    The outcomes of other seats are not filled.

    Args:
        game: the game.
        policy: a policy with a critic.
        decisions: the M decisions.
        candidates: (M, A) int64, actions of each decision, those to try first.
        tried: (M,) int64, number of candidates to try.
        rounds: the rounds.
    """
    decision = rounds.decision
    players, deals = decisions.players[decision], decisions.states[decision]
    seeds = np.empty(len(deals), np.uint64)
    _derive_seeds(decisions.seeds[decision], rounds.number, seeds)
    game.engine.redeal(game.params, deals, players, seeds)
    if game.simultaneous:
        # The policy also makes the choices that others have made in secret, which a redeal draws
        # from all legal ones. The choice -1 means that the seat has not chosen yet.
        deals["choice"] = -1
        deals["player"] = players
    # From here on, arrays have an entry for each simulation instead of each round.
    tries = tried[decision]
    states, seats, seeds = (np.repeat(array, tries) for array in (deals, players, seeds))
    place = np.arange(len(states)) - np.repeat(rounds.first, tries)
    game.engine.apply(game.params, states, candidates[np.repeat(decision, tries), place])
    _answer(game, policy, states, seats, seeds)
    outcomes = _outcomes(game, policy, states, seats)
    rounds.outcomes[np.arange(len(seats)), seats] = outcomes
    rounds.utilities[:] = outcomes


def _answer(
    game: Game, policy: PolicyAgent, states: np.ndarray, seats: np.ndarray, seeds: np.ndarray
) -> None:
    """Play `states` in place until `seats` decide or the games end.

    Simulations with the same seed draw the same random numbers, so part of the luck cancels out in
    the differences between candidates.
    """
    for step in itertools.count(1):
        asked = np.flatnonzero((states["over"] == 0) & (states["player"] != seats))
        if not len(asked):
            return
        part = states[asked]
        views = Views.from_redealt(game, part)
        actions = np.empty(len(part), np.int64)
        logits = policy.logits([views])
        _pick_all(logits, views.action_masks, TEMPERATURE, seeds[asked], step, actions)
        game.engine.apply(game.params, part, actions)
        states[asked] = part


def _outcomes(game: Game, policy: PolicyAgent, states: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """Return the outcomes of `seats`, which the critic estimates if the game is not over."""
    scores, outcomes = np.zeros((2, len(states), game.num_players))
    ranks = np.zeros(scores.shape, np.int16)
    game.engine.score_and_rank(game.params, states, scores, ranks, outcomes)
    own = outcomes[np.arange(len(states)), seats]
    if (ongoing := states["over"] == 0).any():
        own[ongoing] = policy.values(Views.from_redealt(game, states[ongoing]))
    return own


@kernel
def _derive_seeds(seeds, indices, derived):
    for k in range(len(seeds)):
        derived[k] = derive_seed(seeds[k], indices[k])


@kernel
def _pick_all(logits, masks, temperature, seeds, step, actions):
    for k in range(len(seeds)):
        word = derive_seed(seeds[k], step)
        actions[k] = pick_by_worth(logits[k], masks[k], temperature, word)
