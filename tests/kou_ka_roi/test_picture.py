"""Emblems, slots for sets of cards, targets, and words about choices."""

import re

import pytest

from hofspiele.envs.kou_ka_roi.picture.cards import EMBLEMS, SPECIES, emblem_of
from hofspiele.envs.pictures.presentation import presentation_of
from tests.kou_ka_roi.scenario import GAMES, position

KINDS = GAMES[2].components.kinds
PRESENTATION = presentation_of(GAMES[2])


def picture(**cards):
    written = {"game": "kou_ka_roi", "num_players": 2, "collections": [cards, {}]}
    return PRESENTATION.picture(written)


def test_every_kind_but_victory_cards_has_its_own_emblem():
    paths = [emblem_of(kind)[1] for kind in KINDS if kind.counts_as != "victory"]
    assert len(set(paths)) == len(paths)
    assert {kind.name for kind in KINDS if kind.counts_as == "animal"} == {*SPECIES}
    sheep = next(kind for kind in KINDS if kind.name == "sheep")
    dragon = type(sheep)("dragon", "animal", copies=5, stays=True)
    assert emblem_of(dragon) == EMBLEMS["animal"]


def test_every_kind_has_a_place_that_cards_fill():
    empty = [text for text, _ in picture().tips]
    for kind in KINDS:
        assert sum(text.startswith(f"no {kind.name}: ") for text in empty) == 2
        tips = picture(**{kind.name: 2}).tips
        assert any(text.startswith(f"2 × {kind.name}: ") for text, _ in tips)


def test_filled_slots_grow_with_a_set():
    filled = f'<path d="([^"]*)" fill="{EMBLEMS["animal"].colour}"/>'
    slots = ["".join(re.findall(filled, picture(sheep=n).svg())).count("Z") for n in (1, 3, 5)]
    assert slots == [1, 3, 5]


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_end_of_a_turn_without_rows_is_shown(seat):
    before = position(3, undecided=[1], pile=["king"] * 4)
    after = before.copy()
    GAMES[3].apply(after, "wait")
    presentation = presentation_of(GAMES[3])
    scene = presentation.scene(after, seat, before=before, action="wait")
    assert presentation.paint(scene).svg().startswith("<svg")
    assert presentation.describe_event(scene) == "no row is left"


def test_meeting_on_a_row_is_explained():
    state = GAMES[2].new(1)

    def explained():
        seen = GAMES[2].visible_part(GAMES[2].to_dict(state), 0)
        return PRESENTATION.explain_decision(seen)

    assert "its outermost card is lost and you choose again" in explained()
    for _ in range(2):
        GAMES[2].apply(state, "row 2")
    assert explained().startswith("You chose the same row as somebody else")


def test_actions_point_at_rows_with_cards():
    state = position(2, rows=[["king", "hen"], []])
    shown = GAMES[2].to_dict(state)
    assert PRESENTATION.targets(shown, "row 1") == {"row 1"}
    assert PRESENTATION.targets(shown, "wait") == frozenset()
    assert PRESENTATION.describe_action(shown, "row 1") == "row 1 (king, hen)"
    assert PRESENTATION.describe_action(shown, "wait") == "wait"
    for seat in (0, 1):
        assert PRESENTATION.prompt(state, seat) == "choose a row"
        assert PRESENTATION.why_not(state, "row 1", seat) == ""
        assert PRESENTATION.why_not(state, "row 2", seat) == "row 2 is empty"


def test_a_player_who_has_chosen_is_not_asked_again():
    state = position(2, rows=[["king"], ["king"]], choices={"0": 2})
    assert GAMES[2].seats_to_decide(state) == [1]
