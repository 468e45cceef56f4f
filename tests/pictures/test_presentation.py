"""Presentations: games with and without their own, names, legends and explanations."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from hofspiele.envs.pictures.legend import SIZE
from hofspiele.envs.pictures.presentation import Presentation, presentation_of, written_picture
from tests.fourth_game import SPEC
from tests.fourth_game.game import HighCard
from tests.games import FOREIGN_CASES, ONE_OF_EACH_OWN_GAME, OWN_CASES, PARALLEL_CASES
from tests.play import changes, random_game
from tests.processes import printed

NAMES = ["Ada", "Bob", "Cy", "Dora", "Eve", "Finn"]
PLAY_WITHOUT_PICTURES = """
import sys
from hofspiele import envs
from hofspiele.envs.agents import RandomAgent, play_match
from hofspiele.envs.core import Table

for name in envs.game_names():
    game = envs.make(name)
    result = play_match(game, [RandomAgent()] * game.num_players, 1, keep_records=True)
    game, state = result.records[0].replay()
    print(game.draw(state))
    Table(game, 2)
print(*(module for module in sys.modules if "picture" in module or "presentation" in module))
"""


def test_playing_and_text_import_no_pictures(tmp_path):
    lines = printed("-c", PLAY_WITHOUT_PICTURES, folder=tmp_path).splitlines()
    assert lines[-1] == ""


# --- without a presentation ---------------------------------------------------------------------


def test_without_a_presentation_the_picture_is_the_decision_and_the_position_as_text():
    game = HighCard()
    presentation = presentation_of(game)
    assert type(presentation) is Presentation
    before, action, state = next(changes(game, 1))
    name = game.action_name(action)
    scene = presentation.scene(state, 0, before=before, action=name)
    assert presentation.describe_event(scene) == f"player 0: {name}"
    drawing = game.draw(state, 0)
    expected = written_picture(f"player 0: {name}\n{drawing}", "High Card", dark=False)
    assert presentation.paint(scene).svg() == expected.svg()
    # The text shows each field, and hides the hands of others.
    written = game.to_dict(state)
    assert [line.partition(":")[0] for line in drawing.splitlines()] == [*written]
    hidden = [hand if seat == 0 else len(hand) for seat, hand in enumerate(written["hands"])]
    assert f"hands: {hidden}" in drawing.splitlines()


def test_without_a_presentation_actions_have_names_and_nothing_else():
    game = HighCard()
    state, presentation = game.new(1), presentation_of(game)
    position = game.visible_part(game.to_dict(state), 0)
    for name in map(game.action_name, game.legal_actions(state)):
        assert presentation.targets(position, name) == frozenset()
        assert presentation.describe_action(position, name) == name
    assert presentation.prompt(state) == "choose an action"
    assert presentation.why_not(state, "card 1") == "you are asked to choose an action"
    assert presentation.explain_decision(position) == ""
    assert [*presentation.legend()] == []


@pytest.mark.parametrize("path", ["no_such_module:Pictures", "tests.fourth_game:NoSuchClass"])
def test_a_presentation_that_cannot_be_imported_is_named(path):
    class Broken(HighCard):
        spec = replace(SPEC, presentation_path=path)

    with pytest.raises(ValueError, match=f"game 'high_card': {path} can't be imported"):
        presentation_of(Broken())


@pytest.mark.parametrize("case", PARALLEL_CASES, ids=str)
def test_by_default_a_simultaneous_choice_stays_hidden(case):
    class Plain(type(case.make())):
        visible_decision = HighCard.visible_decision

    game = Plain(**case.options)
    presentation = Presentation(game)
    before = game.new(1)
    state = before.copy()
    game.apply(state, "row 1")
    for seat, action in ((0, "row 1"), (1, None), (None, None)):
        scene = presentation.scene(state, seat, before=before, action="row 1")
        assert scene.decision == {"player": 0, "action": action}
        shown = presentation.describe_event(scene)
        assert shown == f"player 0: {action or 'a secret choice'}"


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", [*OWN_CASES, *FOREIGN_CASES], ids=str)
def test_sentences_call_players_by_their_names(case):
    game = case.make()
    names = NAMES[: game.num_players]
    presentation = presentation_of(game, names)
    said = set()
    for before, action, state in changes(game, 4):
        scene = presentation.scene(state, 0, before=before, action=action)
        said.add(end := presentation.describe_event(scene))
        if len(said) % 20 == 0 or state["over"]:
            canvas = presentation.paint(scene)
            said |= {canvas.svg(), *(box.label for box in canvas.boxes if box.kind == "text")}
        else:
            seen = game.visible_part(game.to_dict(state), int(state["player"]))
            for legal in game.legal_actions(state):
                said.add(presentation.describe_action(seen, game.action_name(legal)))
    assert not [words for words in said if re.search(r"players? \d", words)]
    assert all(any(name in words for words in said) for name in names)
    winners = [name for name, rank in zip(names, game.ranks(state), strict=True) if rank == 1]
    last = end.split("; ")[-1]
    assert "draw" in last or ("win" in last and all(name in last for name in winners)), end


@pytest.mark.parametrize("case", OWN_CASES, ids=str)
def test_every_decision_is_explained_in_a_few_sentences(case):
    game = case.make()
    presentation = presentation_of(game)
    found = {
        presentation.explain_decision(game.visible_part(game.to_dict(state), int(state["player"])))
        for state in random_game(game, 2)[:-1][:300]
    }
    assert 2 <= len(found) <= 5
    for words in found:
        assert "ouch" in words or "place" in words
        assert 10 < len(words.split()) < 90


@pytest.mark.parametrize("case", ONE_OF_EACH_OWN_GAME, ids=str)
def test_symbols_have_a_picture_and_a_meaning(case):
    legend = presentation_of(case.make()).legend()
    assert 0 < len({symbol.name for symbol in legend}) == len(legend)
    for symbol in legend:
        canvas = symbol.picture()
        assert (canvas.width, canvas.height) == (SIZE, SIZE)
        assert len(list(ElementTree.fromstring(canvas.svg()).iter())) > 4
        for box in canvas.boxes:
            assert 0 <= box.left < box.right <= SIZE, symbol
            assert 0 <= box.top < box.bottom <= SIZE, symbol
        assert symbol.meaning[-1] not in ".;"
