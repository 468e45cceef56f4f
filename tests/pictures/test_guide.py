"""Explanations of decisions for people who play for the first time."""

import itertools

import pytest

from hofspiele.envs.pictures.presentation import Presentation, presentation_of
from tests.fourth_game.game import HighCard
from tests.games import OWN_CASES
from tests.play import play_on


@pytest.mark.parametrize("case", OWN_CASES, ids=str)
def test_every_decision_is_explained_in_a_few_sentences(case):
    game = case.make()
    presentation = presentation_of(game)
    state = game.new(2)
    found = set()
    for _ in itertools.islice(play_on(game, state, 2), 300):
        if game.is_over(state):
            break
        seat = int(state["player"])
        found.add(presentation.explain_decision(game.visible_part(game.to_dict(state), seat)))
    assert 2 <= len(found) <= 5
    for words in found:
        assert "ouch" in words or "place" in words
        assert 10 < len(words.split()) < 90


def test_meeting_on_a_row_is_explained():
    case = next(case for case in OWN_CASES if case.name == "kou_ka_roi")
    game = case.make()
    presentation = presentation_of(game)
    state = game.new(1)

    def explained():
        return presentation.explain_decision(game.visible_part(game.to_dict(state), 0))

    assert explained().startswith("Touch a row that you want.")
    for _ in range(game.num_players):
        game.apply(state, "row 2")
    assert explained().startswith("You chose the same row as somebody else")


def test_games_without_pictures_explain_nothing():
    assert Presentation(HighCard()).explain_decision({}) == ""
