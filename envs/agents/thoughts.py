"""Thoughts: numbers behind an agent's decisions, for spectators and for advice."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Thoughts:
    """An agent's thoughts on the decisions in M views, among A actions.

    Entries that an agent has not evaluated are NaN, or 0 in `simulations`. Arrays that it never
    computes are None. Raise ValueError if an array has the wrong shape.
    """

    actions: np.ndarray  #: (M,) int64, the actions that the agent chooses
    #: (M, A) float64, the policy from which the agent chose; 0 for illegal actions, and each row
    #: sums to 1.
    probabilities: np.ndarray
    action_values: np.ndarray | None = None  #: (M, A) float64, each action's worth, in `unit`
    unit: str = ""  #: the unit of the action values, such as "points" or "chance"
    #: (M,) float64, expected outcome (see `Game.outcome`) of the deciding seat.
    #: `expected_win_shares` converts it to a share of the win, unless the game has its own
    #: utilities.
    expected_outcomes: np.ndarray | None = None
    action_outcomes: np.ndarray | None = None  #: (M, A) float64, the same after each action
    simulations: np.ndarray | None = None  #: (M, A) int64, number of simulated games

    def __post_init__(self) -> None:
        shape = self.probabilities.shape
        for name, array in _arrays_of(self).items():
            expected = shape[:1] if name in _BY_VIEW else shape
            if array.shape != expected:
                raise ValueError(
                    f"{name} of thoughts have shape {array.shape}, expected {expected}"
                )


_BY_VIEW = ("actions", "expected_outcomes")


def certain_policy(actions: np.ndarray, num_actions: int) -> np.ndarray:
    """Return the policy that always takes `actions`, (M,) int64: one-hot, (M, A) float64."""
    probabilities = np.zeros((len(actions), num_actions))
    probabilities[np.arange(len(actions)), actions] = 1.0
    return probabilities


def join_thoughts(parts: Sequence[tuple[np.ndarray, Thoughts]]) -> Thoughts:
    """Join the thoughts of several agents; a mask, (M,) bool, marks the views of each agent.

    If the units of action values differ, the result has the unit of the last part with action
    values, and values in other units are dropped.
    """
    unit = next((part.unit for _, part in reversed(parts) if part.action_values is not None), "")
    whole: dict[str, np.ndarray] = {}
    for rows, part in parts:
        if part.unit != unit:
            part = dataclasses.replace(part, action_values=None)
        for name, array in _arrays_of(part).items():
            missing = 0 if array.dtype.kind == "i" else np.nan
            empty = np.full((len(rows), *array.shape[1:]), missing, array.dtype)
            whole.setdefault(name, empty)[rows] = array
    return Thoughts(unit=unit, **whole)


def _arrays_of(thoughts: Thoughts) -> dict[str, Any]:
    values = {field.name: getattr(thoughts, field.name) for field in dataclasses.fields(thoughts)}
    return {name: value for name, value in values.items() if isinstance(value, np.ndarray)}
