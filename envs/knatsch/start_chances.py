"""The chances of whole attempts as a file.

``python -m hofspiele.envs.knatsch.start_chances`` writes it anew.

They depend on nothing but the dice. Found in advance, they can be read by every kernel without the
solver being compiled into it.
"""

from pathlib import Path

import numpy as np

from hofspiele.envs.core.files import replacing
from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.core.state import record_dtype
from hofspiele.envs.knatsch.chances import chance_of
from hofspiele.envs.knatsch.dice import (
    EMPTY_SET,
    MOST_THROWS,
    NUM_CARD_SETS,
    NUM_RESULTS,
    START_CHANCES,
    dice_fields,
    fill_dice_params,
)


def solve_start_chances(card_sets: int = NUM_CARD_SETS) -> np.ndarray:
    """The chances for the first `card_sets` sets of dice cards: float32, as in the params."""
    params = np.zeros(1, record_dtype(dice_fields()))
    fill_dice_params(params[0])
    found = np.zeros((card_sets, MOST_THROWS, NUM_RESULTS), np.float32)
    fill_start_chances(params[0], found)
    return found


@kernel
def fill_start_chances(params, found):
    """Fill (card sets, throws less one, results to beat)."""
    for cards in range(found.shape[0]):
        for throws in range(1, MOST_THROWS + 1):
            for beat in range(NUM_RESULTS):
                found[cards, throws - 1, beat] = chance_of(params, cards, beat, throws, EMPTY_SET)


def write(path: Path = START_CHANCES) -> None:
    """Write the file."""
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.save(file, solve_start_chances())


if __name__ == "__main__":
    write()
