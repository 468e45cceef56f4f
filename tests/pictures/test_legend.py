"""The legends of all games."""

from xml.etree import ElementTree

import pytest

from hofspiele.envs.pictures.legend import SIZE
from hofspiele.envs.pictures.presentation import Presentation, presentation_of
from tests.fourth_game.game import HighCard
from tests.games import ONE_OF_EACH_OWN_GAME


@pytest.mark.parametrize("case", ONE_OF_EACH_OWN_GAME, ids=str)
def test_symbols_have_a_picture_and_a_meaning(case):
    legend = presentation_of(case.make()).legend()
    names = [symbol.name for symbol in legend]
    assert len(set(names)) == len(names)
    for symbol in legend:
        canvas = symbol.picture()
        assert (canvas.width, canvas.height) == (SIZE, SIZE)
        assert len(list(ElementTree.fromstring(canvas.svg()).iter())) > 4
        for box in canvas.boxes:
            assert 0 <= box.left < box.right <= SIZE, symbol
            assert 0 <= box.top < box.bottom <= SIZE, symbol
        assert symbol.meaning[-1] not in ".;"


def test_games_without_pictures_have_no_legend():
    assert list(Presentation(HighCard()).legend()) == []
