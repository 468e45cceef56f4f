"""Games with and without their own presentation."""

import re
import subprocess
import sys
from dataclasses import replace

import pytest

from hofspiele.envs.pictures.presentation import Presentation, presentation_of, written_picture
from tests.fourth_game import SPEC
from tests.fourth_game.game import HighCard
from tests.games import FOREIGN_CASES, OWN_CASES, PARALLEL_CASES
from tests.play import play_on

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
    done = subprocess.run(
        [sys.executable, "-c", PLAY_WITHOUT_PICTURES], cwd=tmp_path, check=True,
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == ""


@pytest.mark.parametrize("case", OWN_CASES, ids=str)
def test_our_games_have_a_presentation_of_their_own(case):
    presentation = presentation_of(case.make())
    assert type(presentation) is not Presentation
    assert presentation.game == case.make()


def test_without_a_presentation_the_picture_is_the_decision_and_the_position_as_text():
    game = HighCard()
    presentation = presentation_of(game)
    assert type(presentation) is Presentation
    before = game.new(1)
    state = before.copy()
    action = next(play_on(game, state, 1))
    name = game.action_name(action)
    scene = presentation.scene(state, 0, before=before, action=action)
    assert presentation.describe_event(scene) == f"player 0: {name}"
    text = f"player 0: {name}\n{game.draw(state, 0)}"
    expected = written_picture(text, "High Card", dark=False)
    assert presentation.paint(scene).svg() == expected.svg()


def test_without_a_presentation_actions_have_names_and_no_targets():
    game = HighCard()
    state, presentation = game.new(1), presentation_of(game)
    position = game.visible_part(game.to_dict(state), 0)
    for name in map(game.action_name, game.legal_actions(state)):
        assert presentation.targets(position, name) == frozenset()
        assert presentation.describe_action(position, name) == name
    assert presentation.prompt(state) == "choose an action"
    assert presentation.why_not(state, "card 1") == "you are asked to choose an action"


def test_text_shows_each_field_and_hides_other_hands():
    game = HighCard()
    state = game.new(1)
    hand = game.to_dict(state)["hands"][1]
    lines = game.draw(state, 1).splitlines()
    assert f"hands: {[3, hand, 3]}" in lines
    assert [line.partition(":")[0] for line in lines] == [*game.to_dict(state)]


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


@pytest.mark.parametrize("case", [*OWN_CASES, *FOREIGN_CASES], ids=str)
def test_players_are_called_by_their_names(case):
    game = case.make()
    names = NAMES[: game.num_players]
    presentation = presentation_of(game, names)
    before = game.new(4)
    state = before.copy()
    said = set()
    for action in play_on(game, state, 4):
        scene = presentation.scene(state, 0, before=before, action=action)
        said.add(presentation.describe_event(scene))
        if len(said) % 20 == 0 or state["over"]:
            canvas = presentation.paint(scene)
            said |= {canvas.svg(), *(box.label for box in canvas.boxes if box.kind == "text")}
        else:
            seen = game.visible_part(game.to_dict(state), int(state["player"]))
            for legal in game.legal_actions(state):
                said.add(presentation.describe_action(seen, game.action_name(legal)))
        before = state.copy()
    assert not [words for words in said if re.search(r"players? \d", words)]
    assert all(any(name in words for words in said) for name in names)


@pytest.mark.parametrize("case", [*OWN_CASES, *FOREIGN_CASES], ids=str)
def test_the_last_sentence_names_the_winners(case):
    game = case.make()
    names = NAMES[: game.num_players]
    presentation = presentation_of(game, names)
    for seed in range(3):
        state = game.new(seed)
        before = state.copy()
        for action in play_on(game, state, seed):
            scene = presentation.scene(state, before=before, action=action)
            before = state.copy()
        said = presentation.describe_event(scene)
        winners = [name for name, rank in zip(names, game.ranks(state), strict=True) if rank == 1]
        end = said.split("; ")[-1]
        assert "draw" in end or ("win" in end and all(name in end for name in winners)), said
