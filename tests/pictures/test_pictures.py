"""Properties of the pictures of all games."""

import itertools
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hofspiele.envs.pictures.canvas import ORIGINS_SEPARATOR
from hofspiele.envs.pictures.presentation import presentation_of
from tests.games import CASES, ONE_OF_EACH_GAME, PICTURE_CASES
from tests.pictures.drawn import check_drawn
from tests.play import decisions, play_on, positions, seeds

every_game = pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
# Names of agents, whose marks have two characters.
NUMBERED = [f"greedy {number}" for number in range(1, 7)]
# Width of a region on a phone, and minimum sizes of text and targets there, in pixels.
PHONE_WIDTH, SMALLEST_TEXT, SMALLEST_TARGET = 382, 12, 40


@pytest.mark.parametrize("names", [(), ["M" * 40] * 6], ids=["numbers", "long_names"])
@pytest.mark.parametrize("case", PICTURE_CASES, ids=str)
def test_nothing_overlaps_or_leaves_the_picture(case, names):
    game = case.make()
    presentation = presentation_of(game, names)
    state = game.new(5)
    before = state.copy()
    sizes = set()
    for action in play_on(game, state, 5):
        canvas = presentation.picture(state, before=before, action=action)
        sizes.add((canvas.width, canvas.height))
        check_drawn(canvas)
        assert len(set(canvas.boxes)) == len(canvas.boxes)
        before = state.copy()
    assert len(sizes) == 1


def has_tip(canvas, box):
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    return any(
        area.left <= x <= area.left + area.width and area.top <= y <= area.top + area.height
        for _, area in canvas.tips
    )


@pytest.mark.parametrize("case", PICTURE_CASES, ids=str)
def test_every_card_seal_token_and_die_explains_itself(case):
    game = case.make()
    presentation = presentation_of(game)
    state = game.new(6)
    for _ in itertools.islice(play_on(game, state, 6), 0, None, 3):
        canvas = presentation.picture(state, 0)
        pieces = [box for box in canvas.boxes if box.kind != "text"]
        assert pieces
        assert [box for box in pieces if not has_tip(canvas, box)] == []
        for text, area in canvas.tips:
            assert text
            assert area.width > 0 < area.height
    assert canvas.svg().count('class="tip"') == len(canvas.tips)


@pytest.mark.parametrize("case", PICTURE_CASES, ids=str)
def test_pieces_have_different_names_and_come_from_pieces(case):
    game = case.make()
    presentation = presentation_of(game)
    state = game.new(6)
    before, painted = state.copy(), moving(presentation.picture(state, 0))
    for action in itertools.islice(play_on(game, state, 6), 60):
        canvas = presentation.picture(state, 0, before=before, action=action)
        names = moving(canvas)
        assert len(names) == len(set(names))
        for origins in re.findall('data-origins="(.*?)"', canvas.svg()):
            # Kou-Ka-Roi does not paint the pile.
            assert {*origins.split(ORIGINS_SEPARATOR)} <= {*painted, "pile"}, action
        before, painted = state.copy(), names


def moving(canvas):
    """Return the names of the pieces in a picture."""
    return re.findall('data-piece="(.*?)"', canvas.svg())


def narrow_pictures(case):
    """Yield the narrow pictures of a game that seat 0 sees."""
    game = case.make()
    presentation = presentation_of(game, NUMBERED)
    state = game.new(5)
    before = state.copy()
    for action in play_on(game, state, 5):
        scene = presentation.scene(state, 0, before=before, action=action, narrow=True)
        yield presentation.paint(scene)
        before = state.copy()


def contains(area, box):
    right, bottom = area.left + area.width, area.top + area.height
    return area.left <= box[0] and area.top <= box[1] and box[2] <= right and box[3] <= bottom


@pytest.mark.parametrize("case", PICTURE_CASES, ids=str)
def test_narrow_pictures_consist_of_their_regions(case):
    for canvas in [*narrow_pictures(case)][::5]:
        for box in canvas.boxes:
            homes = [area for area in canvas.regions.values() if contains(area, box[2:])]
            assert len(homes) == 1, box
        for left, top, width, height in canvas.targets.values():
            box = (left, top, left + width, top + height)
            assert sum(contains(area, box) for area in canvas.regions.values()) == 1, box


@pytest.mark.parametrize("case", PICTURE_CASES, ids=str)
def test_text_and_targets_are_large_enough_on_a_phone(case):
    for canvas in [*narrow_pictures(case)][::5]:
        for name, area in canvas.regions.items():
            if name == "map":  # The page zooms the map.
                continue
            scale = PHONE_WIDTH / area.width
            text = canvas.smallest_text(area)
            assert text == 0 or text * scale >= SMALLEST_TEXT, name
            for target, (left, top, width, height) in canvas.targets.items():
                if contains(area, (left, top, left + width, top + height)):
                    assert min(width, height) * scale >= SMALLEST_TARGET, target


@pytest.mark.parametrize("case", CASES, ids=str)
@settings(max_examples=15)
@given(data=st.data(), seed=seeds)
def test_pictures_of_changes_show_a_seat_nothing_hidden(case, data, seed):
    game = case.make()
    presentation = presentation_of(game)
    before = data.draw(decisions(game))
    state = before.copy()
    action = next(play_on(game, state, seed))
    for seat in range(game.num_players):
        # The next position may reveal secret choices, so simultaneous games keep the earlier one.
        earlier = before if game.simultaneous else game.redeal(before, seat, seed)
        redealt = game.redeal(state, seat, seed)
        picture = presentation.picture(state, seat, before=before, action=action)
        other = presentation.picture(redealt, seat, before=earlier, action=action)
        assert (other.svg(), other.targets) == (picture.svg(), picture.targets)
        scenes = (
            presentation.scene(state, seat, before=before, action=action),
            presentation.scene(redealt, seat, before=earlier, action=action),
        )
        one, two = map(presentation.describe_targets, scenes)
        assert one == two


@every_game
@settings(max_examples=15)
@given(data=st.data())
def test_records_and_written_positions_give_the_same_picture(case, data):
    game = case.make()
    presentation = presentation_of(game)
    state = data.draw(positions(game))
    document = presentation.picture(game.to_dict(state)).svg()
    assert document == presentation.picture(state).svg()
    ElementTree.fromstring(document)


@every_game
def test_changes_are_marked_and_described(case):
    game = case.make()
    presentation = presentation_of(game)
    state = game.new(3)
    before = state.copy()
    action = next(play_on(game, state, 3))
    marked = presentation.picture(state, before=before, action=action)
    assert marked.svg() != presentation.picture(state).svg()
    written = game.to_dict(before), game.action_name(action)
    assert (
        marked.svg()
        == presentation.picture(game.to_dict(state), before=written[0], action=written[1]).svg()
    )
    assert presentation.describe_event(presentation.scene(state)) == ""
    assert presentation.describe_event(presentation.scene(state, 0, before=before)) == ""
    decision = presentation.scene(state, 0, before=before, action=action)
    assert "player " in presentation.describe_event(decision)


@every_game
@pytest.mark.parametrize("seat", [-1, 9, "0", 0.0])
def test_unknown_seats_are_refused(case, seat):
    game = case.make()
    presentation = presentation_of(game)
    with pytest.raises(ValueError, match="expected an integer from 0 to"):
        presentation.picture(game.to_dict(game.new(3)), seat).svg()
