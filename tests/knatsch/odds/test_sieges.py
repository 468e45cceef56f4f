"""Chances of winning castles from their owners, compared with slow exact play and the solver."""

import numpy as np
import pytest

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.knatsch.dice import NUM_RESULTS, result_of
from hofspiele.envs.knatsch.odds.contests import pay_attack, worth_of_attempt
from hofspiele.envs.knatsch.odds.sieges import (
    SIEGE_CHANCES,
    castle_results,
    siege_chance,
    solve_sieges,
)
from tests.knatsch.reference_dice import COMPILED, PARAMS, card_bits, reading, worths
from tests.knatsch.scenario import game_of

FILE = np.load(SIEGE_CHANCES)


@pytest.mark.parametrize(("attacker", "defender"), [((), ()), ((3,), (4,))])
def test_the_chance_of_a_siege_is_exact(attacker, defender):
    """The attacker has to beat 444+1, and then the owner fails to beat the attacker's result."""
    game = game_of(4)
    castle = game.components.card_names.index("blue 444+1")
    bits = [card_bits(*faces) for faces in (attacker, defender)]
    found = siege_chance(game.params[0], bits[0], 3, castle, bits[1])

    defences = {}

    def holds(result):
        if result not in defences:
            beaten = worths(lambda dice: float(reading(dice, defender) > result), 3)
            defences[result] = 1 - beaten[3][()]
        return defences[result]

    def payoff(dice):
        result = reading(dice, attacker)
        return holds(result) if result > (3, 4, 1) else 0.0

    assert found == pytest.approx(worths(payoff, 3)[3][()], abs=1e-6)


@kernel
def solved(params, beat, cards, throws, defence):
    """Return an attacker's chance of winning a castle, computed by the solver."""
    payoff = np.zeros(NUM_RESULTS)
    pay_attack(params, beat, defence, payoff)
    return worth_of_attempt(params, cards, payoff, throws)


def test_the_file_holds_what_the_solver_finds():
    rng = np.random.default_rng(5)
    results = castle_results()
    assert FILE.shape == (len(results), 32, 2, 32)
    for _ in range(300 if COMPILED else 3):
        place, cards, more, defence = (int(rng.integers(size)) for size in FILE.shape)
        chance = solved(PARAMS, int(results[place]), cards, 3 + more, defence)
        assert FILE[place, cards, more, defence] == np.float32(chance + 1.0) - np.float32(1.0)


@pytest.mark.skipif(not COMPILED, reason="takes minutes as plain Python")
def test_the_file_equals_the_solution():
    some = castle_results()[[0, 57]]
    solved = solve_sieges(some)
    assert solved.dtype == FILE.dtype
    assert (solved == FILE[[0, 57]]).all()
    assert (solve_sieges(some[1:]) == FILE[[57]]).all()


def test_every_castle_has_the_chances_of_its_combination():
    game = game_of(4)
    params, results = game.params[0], castle_results().tolist()
    castles = [card for card in game.components.cards if card.of in game.components.colours]
    assert len(params.siege_chance) == len(castles) == 16
    for chances, castle in zip(params.siege_chance, castles, strict=True):
        assert (chances == FILE[results.index(result_of(*castle.combination))]).all()


def test_a_higher_castle_a_better_defence_and_fewer_throws_lower_the_chance():
    assert (np.diff(FILE, axis=0) <= 0).all()
    assert (FILE[:, :, 1] >= FILE[:, :, 0]).all()
    for die in range(5):
        without = np.array([cards for cards in range(32) if not cards >> die & 1])
        assert (FILE[:, without | 1 << die] >= FILE[:, without]).all()
        assert (FILE[..., without | 1 << die] <= FILE[..., without]).all()
