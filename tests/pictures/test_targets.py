"""Properties of the targets and descriptions of all games."""

import itertools
from collections import Counter

import pytest

from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.presentation import presentation_of
from tests.games import CASES, FOREIGN_CASES, ONE_OF_EACH_GAME, PICTURE_CASES
from tests.play import play_on, random_game

every_game = pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
# Only every seventh position is painted, because pictures take much longer than targets.
_PAINTED = 7


def targets_of_all(game, state):
    """Return the targets of each legal action, by its name."""
    presentation = presentation_of(game)
    position = game.to_dict(state)
    names = map(game.action_name, game.legal_actions(state))
    return {name: presentation.targets(position, name) for name in names}


@pytest.mark.parametrize("case", [*PICTURE_CASES, *FOREIGN_CASES], ids=str)
def test_actions_point_at_visible_targets(case):
    game = case.make()
    presentation = presentation_of(game)
    for number, state in enumerate(random_game(game, 8)[:-1]):
        targets_by_action = targets_of_all(game, state)
        pointing = Counter(targets for targets in targets_by_action.values() if targets)
        assert set(pointing.values()) <= {1}, targets_by_action
        if number % _PAINTED == 0:
            painted = presentation.picture(state, game.current_player(state)).targets.keys()
            for name, targets in targets_by_action.items():
                assert targets <= painted, name


@pytest.mark.parametrize("case", CASES, ids=str)
def test_illegal_targets_have_a_reason_without_hidden_information(case):
    game = case.make()
    presentation = presentation_of(game)
    for state in random_game(game, 6)[:-1][:: 2 * _PAINTED]:
        for seat in game.seats_to_decide(state):
            redealt = game.redeal(state, seat, 6)
            position = game.to_dict(state)
            names = map(game.action_name, game.legal_actions(state, seat))
            pointed_at = {
                target for name in names for target in presentation.targets(position, name)
            }
            for target in presentation.picture(state, seat).targets:
                why = presentation.why_not(state, target, seat)
                assert (why == "") == (target in pointed_at), target
                assert presentation.why_not(redealt, target, seat) == why


@every_game
def test_marking_changes_keeps_all_targets(case):
    game = case.make()
    presentation = presentation_of(game)
    state = game.new(4)
    before = state.copy()
    for number, action in enumerate(itertools.islice(play_on(game, state, 4), 60)):
        if number % _PAINTED == 0:
            plain = presentation.picture(state, 0).targets
            marked = presentation.picture(state, 0, before=before, action=action).targets
            assert plain.keys() == marked.keys()
        before = state.copy()


@pytest.mark.parametrize("case", [*PICTURE_CASES, *FOREIGN_CASES], ids=str)
def test_targets_lie_apart_in_the_picture(case):
    game = case.make()
    presentation = presentation_of(game)
    for state in random_game(game, 5)[:: 5 * _PAINTED]:
        for seat in (None, 0, game.num_players - 1):
            picture = presentation.picture(state, seat)
            for left, top, width, height in picture.targets.values():
                assert 0 <= left < left + width <= picture.width
                assert 0 <= top < top + height <= picture.height
            for one, other in itertools.combinations(picture.targets, 2):
                assert not overlap(picture.targets[one], picture.targets[other]), (one, other)


def overlap(one, other):
    return all(
        max(one[axis], other[axis]) < min(one[axis] + one[axis + 2], other[axis] + other[axis + 2])
        for axis in (0, 1)
    )


def test_names_of_targets_are_unique():
    canvas = Canvas(10, 10, "a picture")
    canvas.target("a card", 1, 1, 2, 2)
    with pytest.raises(ValueError, match="two targets are called 'a card'"):
        canvas.target("a card", 5, 5, 2, 2)


@pytest.mark.parametrize("case", PICTURE_CASES, ids=str)
def test_descriptions_name_targets_and_their_owners(case):
    game = case.make()
    names = [f"Player {letter}" for letter in "ABCDEF"[: game.num_players]]
    presentation = presentation_of(game, names)
    for state in random_game(game, 8)[::_PAINTED]:
        scene = presentation.scene(state, 0)
        described = presentation.describe_targets(scene)
        targets = presentation.paint(scene).targets
        for target in targets:
            card, _, owner = target.rpartition(" of ")
            called = f"{card} of {names[int(owner)]}" if owner.isdigit() else target
            assert described.get(target, target).startswith(called)
        assert any(len(described.get(target, target)) > len(target) for target in targets)
