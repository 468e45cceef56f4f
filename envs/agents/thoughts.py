"""What an agent thinks of its decisions: numbers for people who watch it or want its advice."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Thoughts:
    """What an agent thinks of the decisions in M views, among A actions.

    What an agent does not look at is NaN, 0 in `simulations`; what it never looks at is None.

    Attributes:
        actions: (M,) int64, what it chooses.
        probabilities: (M, A) float64, its policy: how probable it was to choose each action; 0 for
            illegal ones, 1 in all for each view.
        action_values: (M, A) float64, what it takes each action to be worth, in `unit`.
        unit: "points", "chance", or what else the action values are.
        expected_outcomes: (M,) float64 in [-1, 1], the outcome (see `Game.outcome`) that it expects
            for the deciding seat. `expected_win_shares` puts it in other words.
        action_outcomes: (M, A) float64 in [-1, 1], the same after each action.
        simulations: (M, A) int64, games played on after each action.

    Raises:
        ValueError: one of the arrays has another shape.
    """

    actions: np.ndarray
    probabilities: np.ndarray
    action_values: np.ndarray | None = None
    unit: str = ""
    expected_outcomes: np.ndarray | None = None
    action_outcomes: np.ndarray | None = None
    simulations: np.ndarray | None = None

    def __post_init__(self) -> None:
        shape = self.probabilities.shape
        for name, array in _arrays_of(self).items():
            expected = shape[:1] if name in _BY_VIEW else shape
            if array.shape != expected:
                raise ValueError(f"{name} of thoughts have shape {array.shape}, not {expected}")


_BY_VIEW = ("actions", "expected_outcomes")


def certain_of(actions: np.ndarray, num_actions: int) -> np.ndarray:
    """The policy that takes these actions, (M,) int64, whatever happens: (M, A) float64."""
    probabilities = np.zeros((len(actions), num_actions))
    probabilities[np.arange(len(actions)), actions] = 1.0
    return probabilities


def joined(parts: Sequence[tuple[np.ndarray, Thoughts]]) -> Thoughts:
    """Thoughts on M views, of which different agents have thought.

    Args:
        parts: at least one; of each the views, (M,) bool, which no other part has, and the thoughts
            on them. Where action values are of several units, only those of the last one stay.
    """
    unit = next((part.unit for _, part in reversed(parts) if part.action_values is not None), "")
    whole: dict[str, np.ndarray] = {}
    for rows, part in parts:
        if part.unit != unit:
            part = dataclasses.replace(part, action_values=None)
        for name, array in _arrays_of(part).items():
            nothing = 0 if array.dtype.kind == "i" else np.nan
            empty = np.full((len(rows), *array.shape[1:]), nothing, array.dtype)
            whole.setdefault(name, empty)[rows] = array
    return Thoughts(unit=unit, **whole)


def _arrays_of(thoughts: Thoughts) -> dict[str, Any]:
    """The arrays that are there, by name."""
    values = {field.name: getattr(thoughts, field.name) for field in dataclasses.fields(thoughts)}
    return {name: value for name, value in values.items() if isinstance(value, np.ndarray)}
