"""Random legal play through the usual interfaces: one loop for our environments and for peers.

Each function `play_…` plays one game and returns the number of decisions. Dead steps and waiting
players take time, but are not counted as decisions.
"""

import random
from typing import Any

import numpy as np


def pick(mask: np.ndarray) -> int:
    """Return a uniformly random legal action, as fast as possible in Python."""
    legal = mask.nonzero()[0]
    return int(legal[int(random.random() * len(legal))])


def play_aec(env: Any) -> int:
    """Play a game in a PettingZoo AEC environment and return the number of decisions."""
    decisions = 0
    env.reset()
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(pick(observation["action_mask"]))
            decisions += 1
    return decisions


def play_parallel(env: Any, wait_action: int) -> int:
    """Play a game in a Parallel environment; return the number of decisions other than waiting."""
    decisions = 0
    observations, _ = env.reset()
    while env.agents:
        actions = {}
        for agent, observation in observations.items():
            mask = observation["action_mask"]
            actions[agent] = pick(mask)
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
