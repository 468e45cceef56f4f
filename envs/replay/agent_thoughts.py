"""Agents' thoughts on every decision of a game, and chances of winning, as data for a page."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from hofspiele.envs.agents import Agent, Thoughts, Views, think_about
from hofspiele.envs.agents.comparison import compare_actions
from hofspiele.envs.core import Game
from hofspiele.envs.core.outcomes import expected_win_shares
from hofspiele.envs.replay.replayed_game import ReplayedGame
from hofspiele.envs.reports.estimates import share_of_games

# Maximum number of actions shown for a decision, besides the played one if it isn't among them.
_MOST_ACTIONS = 6
# Minimum probability of an action that is shown although its worth is unknown.
_LEAST_PROBABILITY = 0.0005
# Number of games simulated after each decision.
_GAMES = 200
_CHANCE, _PROBABILITY = "chance of winning", "probability"
_EXACT = "exact chance of success"


def chances_of(replayed: ReplayedGame) -> list[list[list[float]]]:
    """Return each seat's chance after each decision (`compare_actions`): mean, low, high."""
    game, found = replayed.game, []
    for number, action in enumerate(replayed.record.actions):
        rng = np.random.default_rng([0xC4A2, number])
        views = Views.from_states(
            game, np.array([replayed.positions[number]]), rng, with_states=True
        )
        chances = compare_actions(views, [game.action_index(action)], _GAMES, rng).chances(0)
        found.append([[round(end, 4) for end in (one.mean, one.low, one.high)] for one in chances])
    return found


def thoughts_of(replayed: ReplayedGame, agents: Sequence[Agent]) -> list[dict[str, Any]]:
    """Return the thoughts of agents on each decision as JSON-serialisable dicts, one per agent.

    A dict contains the name of the ``agent`` and its ``decisions``, each of them a dict:

    - ``favourite``: whether the action that the agent likes best was played,
    - ``measure``: the meaning of worths in ``actions``, such as "chance of winning" or "points",
    - ``actions``: the best actions and the played action, each with its name, probability, worth
      (None if unknown or if ``measure`` is "probability"), the 95 % interval of a
      simulated chance of winning (otherwise None), and its number of simulations.

    Agents know no more than the deciding seat. Their chances of winning come from the simulations
    that led to the choice, so they are on average too high for it.
    """
    game = replayed.game
    states = np.array(replayed.positions[:-1], game.state_dtype)
    played = [game.action_index(name) for name in replayed.record.actions]
    thoughts_by_agent = []
    for agent in agents:
        thoughts = think_about(game, states, agent)
        decisions = [
            _decision(game, states[row], thoughts, row, action) for row, action in enumerate(played)
        ]
        thoughts_by_agent.append({"agent": agent.name, "decisions": decisions})
    return thoughts_by_agent


def _decision(
    game: Game, state: np.record, thoughts: Thoughts, row: int, played: int
) -> dict[str, Any]:
    measure, worths = _measured(game, state, thoughts, row)
    probabilities = thoughts.probabilities[row]
    simulations = np.zeros_like(probabilities, np.int64)
    if thoughts.simulations is not None:
        simulations = thoughts.simulations[row]
    # The most probable action comes first. Simulations, then worths, break ties.
    order = np.lexsort((np.nan_to_num(worths, nan=-np.inf), simulations, probabilities))[::-1]
    known = np.isfinite(worths) | (probabilities >= _LEAST_PROBABILITY)
    shown = [int(action) for action in order if known[action]][:_MOST_ACTIONS]
    if played not in shown:
        shown.append(played)
    return {
        "favourite": shown[0] == played,
        "measure": measure,
        "actions": [
            [
                game.action_name(action),
                _number(probabilities[action]),
                _number(worths[action]),
                _interval(measure, worths[action], int(simulations[action])),
                int(simulations[action]),
            ]
            for action in shown
        ],
    }


def _measured(game: Game, state: np.record, thoughts: Thoughts, row: int) -> tuple[str, np.ndarray]:
    """Return the most informative measure and its value for each action (NaN if unknown)."""
    outcomes, values = thoughts.action_outcomes, thoughts.action_values
    if game.is_solved(np.array([state]))[0]:
        worths = game.action_values(state)
        return _EXACT, np.minimum(1.0, np.where(np.isfinite(worths), worths, np.nan))
    if game.kernels.utilities is not None:
        outcomes = None  # Only the utilities of winning can be converted to chances.
    if outcomes is not None and np.isfinite(outcomes[row]).any():
        return _CHANCE, expected_win_shares(outcomes[row], game.num_players)
    if values is not None and np.isfinite(values[row]).any():
        return thoughts.unit, values[row]
    return _PROBABILITY, np.full(game.num_actions, np.nan)


def _interval(measure: str, worth: float, simulations: int) -> list[float] | None:
    """Return the ends of the interval of a simulated chance of winning; None for other worths."""
    if measure != _CHANCE or not simulations:
        return None
    estimate = share_of_games(worth, simulations)
    return [round(estimate.low, 4), round(estimate.high, 4)]


def _number(value: float) -> float | None:
    return round(float(value), 4) if np.isfinite(value) else None
