"""The countries as entities, which a network can encode one by one."""

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.core.layout import NONE
from hofspiele.envs.kardinal.components import load_components

BOARD = load_components()


@pytest.fixture(scope="module")
def game():
    return envs.make("kardinal", num_players=4, vatikan=True)


def shown(game, steps):
    """Return the pieces of an observation, and its numbers that describe each country."""
    state = game.new(5)
    rng = np.random.default_rng(6)
    for _ in range(steps):
        game.apply(state, rng.choice(np.flatnonzero(game.legal_mask(state))))
    assert not state["over"]
    observation = game.observe(state, 1)
    (countries,) = game.layout.entities
    described = np.where(countries.columns == NONE, 0, observation[countries.columns])
    return game.layout.decode(observation), described


@pytest.mark.parametrize("steps", [3, 60, 110])
def test_each_country_is_described_by_what_is_there_and_by_its_cards(game, steps):
    pieces, described = shown(game, steps)
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


def test_each_country_has_its_placements_and_no_other_action(game):
    (countries,) = game.layout.entities
    for name, actions in zip(BOARD.countries, countries.actions, strict=True):
        places = {place.name for place in BOARD.monasteries if place.country == name} | {name}
        for action in actions[actions != NONE]:
            placed, _ = game.action_name(action).split(", pay ")
            assert any(placed.endswith(f" {place}") for place in places)
    named = countries.actions[countries.actions != NONE]
    placements = [i for i in range(game.num_actions) if ", pay " in game.action_name(i)]
    assert sorted(named) == placements
