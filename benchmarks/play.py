"""Random legal play through the usual interfaces: one loop for our environments and for peers.

Each function `play_…` plays one game and returns the number of decisions. Dead steps and waiting
players take time, but are not counted as decisions.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

# A function that returns an action, given an environment, an agent and the agent's mask.
Pick = Callable[[Any, str, np.ndarray], int]


def pick_fast(env: Any, agent: str, mask: np.ndarray) -> int:
    """Return a uniformly random legal action, as fast as possible in Python."""
    legal = mask.nonzero()[0]
    return int(legal[int(random.random() * len(legal))])


def pick_by_space(env: Any, agent: str, mask: np.ndarray) -> int:
    """Return a random legal action in the way that PettingZoo's documentation shows."""
    return env.action_space(agent).sample(mask)


def play_aec(env: Any, pick: Pick = pick_fast) -> int:
    """Play a game in a PettingZoo AEC environment and return the number of decisions."""
    decisions = 0
    env.reset()
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(pick(env, agent, observation["action_mask"]))
            decisions += 1
    return decisions


def play_parallel(env: Any, wait_action: int, pick: Pick = pick_fast) -> int:
    """Play a game in a Parallel environment; return the number of decisions other than waiting."""
    decisions = 0
    observations, _ = env.reset()
    while env.agents:
        actions = {}
        for agent, observation in observations.items():
            mask = observation["action_mask"]
            actions[agent] = pick(env, agent, mask)
            decisions += not mask[wait_action]
        observations, *_ = env.step(actions)
    return decisions


def play_open_spiel(game: Any) -> int:
    """Play an OpenSpiel game from Python, with observations and legal actions at each decision.

    The game's chance outcomes must be equally likely.
    """
    decisions = 0
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(random.random() * len(outcomes))][0])
        else:
            legal = state.legal_actions()
            state.observation_tensor()
            state.apply_action(legal[int(random.random() * len(legal))])
            decisions += 1
    return decisions
