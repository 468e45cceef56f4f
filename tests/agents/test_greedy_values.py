"""Greedy players and rollouts compute only some worths, but choose as if they knew all."""

import numpy as np
import pytest

from tests.games import CASES, Case
from tests.play import table_after


@pytest.mark.parametrize("case", CASES, ids=str)
def test_greedy_values_are_best_for_the_same_actions(case: Case):
    game = case.make()
    for plies in range(0, 120, 15):
        table = table_after(game, 200, plies, seed=plies)
        worths, greedy = np.zeros((2, *table.action_masks.shape))
        game.engine.action_values(game.params, table.states, worths)
        game.engine.greedy_values(game.params, table.states, greedy)
        best, chosen = (_best(values, table.action_masks) for values in (worths, greedy))
        np.testing.assert_array_equal(chosen, best)


def _best(worths: np.ndarray, masks: np.ndarray) -> np.ndarray:
    legal = np.where(masks, worths, -np.inf)
    return legal == legal.max(1, keepdims=True)
