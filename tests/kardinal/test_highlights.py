"""The parts of the map that light up in scorings."""

import itertools
import re

import numpy as np
import pytest

from hofspiele.envs.pictures.presentation import presentation_of
from tests.kardinal.scenario import game_of
from tests.play import random_game


@pytest.mark.parametrize("vatikan", [False, True])
def test_highlights_bring_the_points_of_each_scoring(vatikan):
    game = game_of(3, vatikan=vatikan)
    presentation = presentation_of(game)
    history = random_game(game, 4)
    scorings = 0
    for before, after in itertools.pairwise(history):
        highlights = presentation.highlights(before, after)
        gained = np.zeros(3, int)
        for highlight in highlights:
            gained += highlight.points
        assert gained.tolist() == (after["scores"] - before["scores"])[:3].tolist()
        scorings += bool(highlights)
        pieces = {name for one in highlights for name in (*one.pieces, *sum(one.links, ()))}
        painted = set(re.findall('data-piece="(.*?)"', presentation.picture(after).svg()))
        assert pieces <= painted
    assert scorings == 2
