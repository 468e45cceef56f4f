"""The emblems of kinds and the slots for sets of cards."""

import re

import pytest

from hofspiele.envs.kou_ka_roi.picture.cards import EMBLEMS, SPECIES, emblem_of
from hofspiele.envs.pictures.presentation import presentation_of
from tests.kou_ka_roi.scenario import GAMES, position

KINDS = GAMES[2].components.kinds


def test_every_kind_but_victory_cards_has_its_own_emblem():
    paths = [emblem_of(kind)[1] for kind in KINDS if kind.counts_as != "victory"]
    assert len(set(paths)) == len(paths)
    assert {kind.name for kind in KINDS if kind.counts_as == "animal"} == {*SPECIES}


def test_species_of_other_components_have_the_emblem_of_animals():
    sheep = next(kind for kind in KINDS if kind.name == "sheep")
    dragon = type(sheep)("dragon", "animal", copies=5, stays=True)
    assert emblem_of(dragon) == EMBLEMS["animal"]


def test_every_kind_has_a_place_that_cards_fill():
    presentation = presentation_of(GAMES[2])

    def tips(**cards):
        written = {"game": "kou_ka_roi", "num_players": 2, "collections": [cards, {}]}
        return [text for text, _ in presentation.picture(written).tips]

    for kind in KINDS:
        assert sum(text.startswith(f"no {kind.name}: ") for text in tips()) == 2
        assert any(text.startswith(f"2 × {kind.name}: ") for text in tips(**{kind.name: 2}))


def test_filled_slots_grow_with_a_set():
    presentation = presentation_of(GAMES[2])

    def slots(number):
        written = {"game": "kou_ka_roi", "num_players": 2, "collections": [{"sheep": number}, {}]}
        colour, _ = EMBLEMS["animal"]
        filled = re.findall(
            f'<path d="([^"]*)" fill="{colour}"/>', presentation.picture(written).svg()
        )
        return "".join(filled).count("Z")

    assert [slots(number) for number in (1, 3, 5)] == [1, 3, 5]


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_end_of_a_turn_without_rows_is_shown(seat):
    before = position(3, undecided=[1], pile=["king"] * 4)
    after = before.copy()
    GAMES[3].apply(after, "wait")
    presentation = presentation_of(GAMES[3])
    assert presentation.picture(after, seat, before=before, action="wait").svg().startswith("<svg")
    scene = presentation.scene(after, seat, before=before, action="wait")
    assert presentation.describe_event(scene) == "no row is left"
