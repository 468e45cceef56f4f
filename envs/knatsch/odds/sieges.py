"""Chances of winning a castle from its owner, who may defend it.

The chances depend only on the dice, but computing them for all castles takes seconds. They are
stored in a file, which ``python -m hofspiele.envs.knatsch.odds.sieges`` writes.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.state import record_of
from hofspiele.envs.core.text.files import replacing
from hofspiele.envs.knatsch.attempts import THROWS
from hofspiele.envs.knatsch.components import all_combinations
from hofspiele.envs.knatsch.dice import (
    MOST_THROWS,
    NUM_CARD_SETS,
    NUM_RESULTS,
    dice_lookups,
    result_of,
)
from hofspiele.envs.knatsch.odds.chances import all_chances
from hofspiele.envs.knatsch.odds.contests import pay_attack, worth_of_attempt

SIEGE_CHANCES = Path(__file__).with_name("siege_chances.npy")
_SHAPE = (NUM_CARD_SETS, MOST_THROWS - THROWS + 1, NUM_CARD_SETS)


def siege_chances(results: Sequence[int]) -> np.ndarray:
    """Return the field ``siege_chance`` of the params for castles with these results to beat.

    The array is float32, indexed by castle, dice cards of the attacker, throws less THROWS, and
    dice cards of the owner.
    """
    return np.load(SIEGE_CHANCES)[np.searchsorted(castle_results(), results)]


@lru_cache(maxsize=1)
def castle_results() -> np.ndarray:
    """Return all results that castles can show, ascending, which is the order of the file."""
    return np.sort([result_of(*combination) for combination in all_combinations()])


@kernel
def siege_chance(params, cards, throws, castle, defence):
    """Return the chance of winning a castle from its owner, whose dice cards are `defence`."""
    return float(params.siege_chance[castle, cards, throws - THROWS, defence])


# --- the file ----------------------------------------------------------------------------------


def solve_sieges(results: np.ndarray) -> np.ndarray:
    """Compute the chances for castles with these results to beat, as stored in the file.

    Return float32, one array of shape `_SHAPE` per result.
    """
    params = record_of(dice_lookups()._asdict() | all_chances()._asdict())
    found = np.empty((len(results), *_SHAPE), np.float32)
    for chances, result in zip(found, results, strict=True):
        solve_siege(params[0], int(result), chances)
    return found


@kernel
def solve_siege(params, beat, chances):
    """Fill `chances`, float32 of shape `_SHAPE`, for a castle with the result `beat`."""
    for defence in range(NUM_CARD_SETS):
        payoff = np.zeros(NUM_RESULTS)
        pay_attack(params, beat, defence, payoff)
        for cards in range(NUM_CARD_SETS):
            for throws in range(THROWS, MOST_THROWS + 1):
                worth = worth_of_attempt(params, cards, payoff, throws)
                # Round in the same way as `rounded`.
                chances[cards, throws - THROWS, defence] = np.float32(worth + 1.0) - 1.0


def write(path: Path = SIEGE_CHANCES) -> None:
    """Compute all chances and write the file."""
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.save(file, solve_sieges(castle_results()))


if __name__ == "__main__":
    write()
