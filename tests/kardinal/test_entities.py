"""The countries as entities, which a network can encode one by one."""

import numpy as np
import pytest

from hofspiele.envs.core.layout import NONE
from tests.kardinal.scenario import BOARD, game_of
from tests.play import random_game

GAME = game_of(4, vatikan=True)
(ENTITIES,) = GAME.layout.entities


@pytest.mark.parametrize("decisions", [3, 60, 110])
def test_each_country_is_described_by_what_is_there_and_by_its_cards(decisions):
    observation = GAME.observe(random_game(GAME, 5)[decisions], 1)
    pieces = GAME.layout.decode(observation)
    described = np.where(ENTITIES.columns == NONE, 0, observation[ENTITIES.columns])
    for country, name in enumerate(BOARD.countries):
        there = [i for i, place in enumerate(BOARD.monasteries) if place.country == name]
        alliances = [i for i, pair in enumerate(BOARD.alliances) if name in pair]
        colours = [i for i, colour in enumerate(BOARD.colours) if name in colour.split("/")]
        by_country = ("advisors", "cloister_table", "council_table", "room")
        expected = [
            pieces["owners"][:, there], pieces["alliance_points"][:, alliances],
            pieces["country_points"][:, country], pieces["placed_in"][:, country],
            *(pieces[piece][country] for piece in (*by_country, "abbey_gain", "advisor_gain")),
            *(pieces[p][colours] for p in ("hand", "unseen", "maybe_in_pile", "card_gain")),
            pieces["face_up"][:, colours],
        ]  # fmt: skip
        numbers = np.concatenate([np.ravel(part) for part in expected])
        assert sorted(numbers[numbers != 0]) == sorted(described[country][described[country] != 0])


def test_each_country_has_its_placements_and_no_other_action():
    for name, actions in zip(BOARD.countries, ENTITIES.actions, strict=True):
        places = {place.name for place in BOARD.monasteries if place.country == name} | {name}
        for action in actions[actions != NONE]:
            placed, _ = GAME.action_name(action).split(", pay ")
            assert any(placed.endswith(f" {place}") for place in places)
    named = ENTITIES.actions[ENTITIES.actions != NONE]
    placements = [i for i in range(GAME.num_actions) if ", pay " in GAME.action_name(i)]
    assert sorted(named) == placements
