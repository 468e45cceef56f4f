"""The thoughts of agents on every decision of a game, short enough for a page."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from hofspiele.envs.agents import Agent, Thoughts, think_about
from hofspiele.envs.core import Game
from hofspiele.envs.core.outcomes import expected_win_shares
from hofspiele.envs.replay.replayed_game import ReplayedGame

# Maximum number of actions shown for a decision, not counting the action that was played.
_MOST_ACTIONS = 6
# Minimum probability that an action of unknown worth must have to be shown.
_LEAST_PROBABILITY = 0.0005
_CHANCE, _PROBABILITY = "chance of winning", "probability"


def thoughts_of(replayed: ReplayedGame, agents: Sequence[Agent]) -> list[dict[str, Any]]:
    """Return the thoughts of agents on each decision as JSON-serialisable dicts, one per agent.

    A dict contains the name of the ``agent`` and its ``decisions``, each of them a dict:

    - ``favourite``: whether the action that the agent likes best was played,
    - ``expected``: the share of the win that the agent expects for the deciding seat, or None,
    - ``measure``: what the worths in ``actions`` are, such as "chance of winning" or "points",
    - ``actions``: the best actions and the played action, each with its name, probability, worth
      (None if unknown or if ``measure`` is "probability") and number of simulations.

    The agents know no more than the deciding seat.
    """
    game = replayed.game
    states = np.array(replayed.positions[:-1], game.state_dtype)
    played = [game.action_index(name) for name in replayed.record.actions]
    thoughts_by_agent = []
    for agent in agents:
        thoughts = think_about(game, states, agent)
        decisions = [_decision(game, thoughts, *row) for row in enumerate(played)]
        thoughts_by_agent.append({"agent": agent.name, "decisions": decisions})
    return thoughts_by_agent


def _decision(game: Game, thoughts: Thoughts, row: int, played: int) -> dict[str, Any]:
    measure, worths = _measured(game, thoughts, row)
    probabilities = thoughts.probabilities[row]
    simulations = np.zeros_like(probabilities, np.int64)
    if thoughts.simulations is not None:
        simulations = thoughts.simulations[row]
    # The best action comes first. Actions of equal probability are ordered by their simulations.
    order = np.lexsort((np.nan_to_num(worths, nan=-np.inf), simulations, probabilities))[::-1]
    known = np.isfinite(worths) | (probabilities >= _LEAST_PROBABILITY)
    shown = [int(action) for action in order if known[action]][:_MOST_ACTIONS]
    if played not in shown:
        shown.append(played)
    share = None
    if thoughts.expected_outcomes is not None:
        share = _number(expected_win_shares(thoughts.expected_outcomes, game.num_players)[row])
    return {
        "favourite": shown[0] == played,
        "expected": share,
        "measure": measure,
        "actions": [
            [
                game.action_name(action),
                _number(probabilities[action]),
                _number(worths[action]),
                int(simulations[action]),
            ]
            for action in shown
        ],
    }


def _measured(game: Game, thoughts: Thoughts, row: int) -> tuple[str, np.ndarray]:
    """Return the most informative measure and its value for each action (NaN if unknown)."""
    outcomes, values = thoughts.action_outcomes, thoughts.action_values
    if outcomes is not None and np.isfinite(outcomes[row]).any():
        return _CHANCE, expected_win_shares(outcomes[row], game.num_players)
    if values is not None and np.isfinite(values[row]).any():
        return thoughts.unit, values[row]
    return _PROBABILITY, np.full(game.num_actions, np.nan)


def _number(value: float) -> float | None:
    return round(float(value), 4) if np.isfinite(value) else None
