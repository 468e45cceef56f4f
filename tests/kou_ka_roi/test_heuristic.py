"""The heuristic in the last turn, compared with its definition."""

import math

import numpy as np
import pytest
from hypothesis import assume, given

from tests.kou_ka_roi.reference_scoring import gain
from tests.kou_ka_roi.scenario import GAMES, position, written
from tests.play import random_game, seeds


def chance_alone(shown, row, seat, rows):
    """Return the chance that no undecided opponent chooses `row`."""
    chance = 1.0
    for opponent in set(shown["undecided"]) - {seat}:
        wish = {other: math.exp(gain(shown, opponent, other) / 4) for other in rows}
        chance *= 1 - wish[row] / sum(wish.values())
    return chance


@pytest.mark.parametrize("num_players", [2, 3, 4])
@given(seed=seeds)
def test_the_last_turn_is_worth_its_points_times_the_chance_to_get_them(num_players, seed):
    game = GAMES[num_players]
    history = random_game(game, seed)[:-1]
    last = [state for state in history if state["last_turn"] and state["round_number"] == 2]
    assume(last)
    for state in last:
        shown = written(num_players, state)
        seat, rows = shown["player"], np.flatnonzero(game.legal_mask(state))
        expected = [gain(shown, seat, row) * chance_alone(shown, row, seat, rows) for row in rows]
        assert game.action_values(state)[rows] == pytest.approx(expected)


def test_a_row_that_an_opponent_wants_is_worth_less():
    rows = [["pig"], ["hen"]]
    fields = {"rows": rows, "round": 2, "last_turn": True}
    alike = GAMES[2].action_values(position(2, **fields))
    wanted = GAMES[2].action_values(position(2, **fields, collections=[{}, {"pig": 4}]))
    assert alike[:2] == pytest.approx([0.5, 0.5])
    assert wanted[0] < 0.5 < wanted[1]


def test_cards_that_stay_are_worth_more_in_the_first_round():
    fields = {"rows": [["sheep"], ["victory 2"]], "undecided": [0]}
    first, second = (
        GAMES[2].action_values(position(2, round=number, **fields)) for number in (1, 2)
    )
    assert first[0] > second[0]
    assert first[1] == second[1]
