"""Properties of the pictures and targets of all games."""

import io
import itertools
import re
from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from hofspiele.envs.pictures.canvas import ORIGINS_SEPARATOR, Canvas
from hofspiele.envs.pictures.pixels import png, rgb_array
from hofspiele.envs.pictures.presentation import presentation_of
from tests.games import (
    CASES,
    FOREIGN_CASES,
    ONE_OF_EACH_GAME,
    ONE_OF_EACH_OWN_GAME,
    PICTURE_CASES,
)
from tests.pictures.drawn import check_drawn
from tests.play import changes, decisions, play_on, positions, random_game, seeds

every_game = pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
every_own_game = pytest.mark.parametrize("case", ONE_OF_EACH_OWN_GAME, ids=str)
every_picture = pytest.mark.parametrize("case", PICTURE_CASES, ids=str)
# Names of agents, whose marks have two characters.
NUMBERED = [f"greedy {number}" for number in range(1, 7)]
# Width of a region on a phone, and minimum sizes of text and targets there, in pixels.
PHONE_WIDTH, SMALLEST_TEXT, SMALLEST_TARGET = 382, 12, 40
# Only every seventh position is painted, because pictures take much longer than targets.
PAINTED = 7


def pictures(case, seed, point_of_view=None, *, names=(), narrow=False, step=1):
    """Yield a picture after every `step`-th decision of a random game, which is marked."""
    game = case.make()
    presentation = presentation_of(game, names)
    for before, action, state in itertools.islice(changes(game, seed), 0, None, step):
        change = {"before": before, "action": action}
        yield presentation.paint(presentation.scene(state, point_of_view, **change, narrow=narrow))


def contains(area, left, top, right, bottom):
    return area.left <= left and area.top <= top and right <= area.right and bottom <= area.bottom


@pytest.mark.parametrize(
    ("names", "step"), [((), PAINTED), (["M" * 40] * 6, 2 * PAINTED)], ids=["numbers", "long_names"]
)
@every_picture
def test_nothing_overlaps_or_leaves_the_picture(case, names, step):
    sizes = set()
    for canvas in pictures(case, 5, names=names, step=step):
        sizes.add((canvas.width, canvas.height))
        check_drawn(canvas)
        assert len(set(canvas.boxes)) == len(canvas.boxes)
    assert len(sizes) == 1


@every_own_game
def test_pieces_explain_themselves_and_come_from_pieces(case):
    # Kou-Ka-Roi does not paint the pile. The positions before the first picture are not known.
    earlier = None
    for canvas in itertools.islice(pictures(case, 6, 0), 25):
        pieces = [box for box in canvas.boxes if box.kind != "text"]
        assert pieces
        for _, _, left, top, right, bottom in pieces:
            middle = ((left + right) / 2, (top + bottom) / 2) * 2
            assert any(contains(area, *middle) for _, area in canvas.tips), (left, top)
        for text, area in canvas.tips:
            assert text
            assert area.width > 0 < area.height
        svg = canvas.svg()
        assert svg.count('class="tip"') == len(canvas.tips)
        names = re.findall('data-piece="(.*?)"', svg)
        assert len(names) == len(set(names))
        for origins in re.findall('data-origins="(.*?)"', svg) if earlier else ():
            assert {*origins.split(ORIGINS_SEPARATOR)} <= {*earlier, "pile"}
        earlier = names


@every_picture
def test_narrow_pictures_consist_of_regions_that_can_be_read_on_a_phone(case):
    for canvas in pictures(case, 5, 0, names=NUMBERED, narrow=True, step=5):
        for box in canvas.boxes:
            assert sum(contains(area, *box[2:]) for area in canvas.regions.values()) == 1, box
        for target in canvas.targets.values():
            edges = target.left, target.top, target.right, target.bottom
            (home,) = [name for name, area in canvas.regions.items() if contains(area, *edges)]
            if home != "map":  # The page zooms the map.
                scale = PHONE_WIDTH / canvas.regions[home].width
                assert min(target.width, target.height) * scale >= SMALLEST_TARGET, target
        for name, area in canvas.regions.items():
            text = canvas.smallest_text(area)
            is_readable = text == 0 or text * PHONE_WIDTH / area.width >= SMALLEST_TEXT
            assert is_readable or name == "map", name


@pytest.mark.parametrize("case", CASES, ids=str)
@settings(max_examples=settings().max_examples // 3)
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
        one = presentation.scene(state, seat, before=before, action=action)
        two = presentation.scene(redealt, seat, before=earlier, action=action)
        picture, other = presentation.paint(one), presentation.paint(two)
        assert (other.svg(), other.targets) == (picture.svg(), picture.targets)
        assert presentation.describe_targets(two) == presentation.describe_targets(one)


@every_game
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
    before, action, state = next(changes(game, 3))
    marked = presentation.picture(state, before=before, action=action)
    plain = presentation.picture(state)
    assert marked.svg() != plain.svg()
    assert marked.targets.keys() == plain.targets.keys()
    name, written = game.action_name(action), game.to_dict(before)
    again = presentation.picture(game.to_dict(state), before=written, action=name)
    assert marked.svg() == again.svg()
    assert presentation.describe_event(presentation.scene(state)) == ""
    assert presentation.describe_event(presentation.scene(state, 0, before=before)) == ""
    decision = presentation.scene(state, 0, before=before, action=action)
    assert "player " in presentation.describe_event(decision)


@every_game
def test_frames_show_the_whole_picture(case):
    """Frames are assembled from cached parts. Rounding may change few pixels by more than 40."""
    game, width = case.make(), 600
    presentation = presentation_of(game)
    for number, (before, _, state) in enumerate(itertools.islice(changes(game, 5), 0, None, 50)):
        dark = number % 2 == 1
        picture = presentation.picture(state, before=before, dark=dark)
        frame = rgb_array(picture, width).astype(int)
        with Image.open(io.BytesIO(png(picture.svg(), width))) as whole:
            differ = np.abs(frame - np.asarray(whole.convert("RGB"))).max(-1) > 40
        assert differ.sum() <= 40


@every_game
@pytest.mark.parametrize("seat", [-1, 9, "0", 0.0])
def test_unknown_seats_are_refused(case, seat):
    game = case.make()
    with pytest.raises(ValueError, match="expected an integer from 0 to"):
        presentation_of(game).picture(game.to_dict(game.new(3)), seat)


# --- targets ------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", [*PICTURE_CASES, *FOREIGN_CASES], ids=str)
def test_actions_point_at_visible_targets_that_lie_apart(case):
    game = case.make()
    presentation = presentation_of(game)
    for number, state in enumerate(random_game(game, 8)[:-1]):
        position, names = game.to_dict(state), map(game.action_name, game.legal_actions(state))
        pointed_at = [
            targets for name in names if (targets := presentation.targets(position, name))
        ]
        assert {*Counter(pointed_at).values()} <= {1}, pointed_at
        if number % PAINTED == 0:
            picture = presentation.picture(state, game.current_player(state))
            assert frozenset().union(*pointed_at) <= picture.targets.keys()
            for area in picture.targets.values():
                assert 0 <= area.left < area.right <= picture.width
                assert 0 <= area.top < area.bottom <= picture.height
            for one, other in itertools.combinations(picture.targets.values(), 2):
                across = max(one.left, other.left) < min(one.right, other.right)
                down = max(one.top, other.top) < min(one.bottom, other.bottom)
                assert not (across and down), (one, other)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_illegal_targets_have_a_reason_without_hidden_information(case):
    game = case.make()
    presentation = presentation_of(game)
    for state in random_game(game, 6)[:-1][:: 4 * PAINTED]:
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


@every_own_game
def test_descriptions_name_targets_and_their_owners(case):
    game = case.make()
    names = [f"Player {letter}" for letter in "ABCDEF"[: game.num_players]]
    presentation = presentation_of(game, names)
    for state in random_game(game, 8)[::PAINTED]:
        scene = presentation.scene(state, 0)
        described = presentation.describe_targets(scene)
        targets = presentation.paint(scene).targets
        for target in targets:
            card, _, owner = target.rpartition(" of ")
            called = f"{card} of {names[int(owner)]}" if owner.isdigit() else target
            assert described.get(target, target).startswith(called)
        assert any(len(described.get(target, target)) > len(target) for target in targets)


def test_names_of_targets_are_unique():
    canvas = Canvas(10, 10, "a picture")
    canvas.target("a card", 1, 1, 2, 2)
    with pytest.raises(ValueError, match="two targets are called 'a card'"):
        canvas.target("a card", 5, 5, 2, 2)
