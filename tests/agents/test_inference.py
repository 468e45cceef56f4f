"""Agents and inference know only what a seat may know; inferred means are those counted by hand."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hofspiele import envs
from hofspiele.envs.agents import Views, infer, make_agent, think_about
from hofspiele.envs.core.rng import derived_seeds
from tests.games import CASES, ONE_OF_EACH_OWN_GAME
from tests.play import decisions, random_game, seeds

every_game = pytest.mark.parametrize("case", CASES, ids=str)
# With this many redeals, five standard errors of a mean are about 0.1.
REDEALS, CLOSE = 600, 0.1
THIRD, TWO_THIRDS = 1 / 3, 2 / 3
# For each game: the number of players, a position, and what seat 0 infers there.
BY_HAND = {
    "kou_ka_roi": (
        2,
        {
            "pile": ["king", "knight", "knight"],
            "box": {"pig": 1, "knight": 1},
            "box_known": {"pig": 1},
            "rows": [["king"]],
        },
        {
            "pile": {"king": 0.75, "knight": 2.25},
            "next card of the pile": {"king": 0.25, "knight": 0.75},
            "box": {"king": 0.25, "knight": 0.75},
        },
    ),
    "kardinal": (
        3,
        {
            "hands": [{"Frankreich": 2}, {"England/Schwaben": 1}, {}],
            "pile": ["Franken/Aragon", "Franken/Aragon", "England/Schwaben"],
        },
        {
            "hand of player 1": {"Franken/Aragon": 0.5, "England/Schwaben": 0.5},
            "hand of player 2": {},
            "pile": {"Franken/Aragon": 1.5, "England/Schwaben": 1.5},
            "next card of the pile": {"Franken/Aragon": 0.5, "England/Schwaben": 0.5},
        },
    ),
    "knatsch": (
        2,
        {
            "castles": [["red 333+1"], ["blue 333+2"]],
            "piles": [
                ["green 333+4", "catapult 555+1", "stack 222+4"],
                ["tournament", "champion 444+3"],
            ],
        },
        {
            place: dict.fromkeys(("catapult 555+1", "stack 222+4", "champion 444+3"), share)
            for place, share in {
                "under pile 1": TWO_THIRDS,
                "next card of pile 1": THIRD,
                "under pile 2": THIRD,
                "next card of pile 2": THIRD,
            }.items()
        },
    ),
    "high_card": (
        3,
        {"hands": [[1], [2], [3]], "seen": [*range(5, 17)]},
        {
            place: dict.fromkeys("234", THIRD)
            for place in ("hand of player 1", "hand of player 2", "out of the game")
        },
    ),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_means_equal_those_counted_by_hand(name):
    num_players, position, expected = BY_HAND[name]
    game = envs.make(name, num_players=num_players)
    state = game.from_dict({"game": name, **position})
    found = infer(game, state, 0, REDEALS)
    assert found.keys() == expected.keys()
    counts = game.expected_hidden_cards(state, 0) is not None
    for place, cards in expected.items():
        means = {card: estimate.mean for card, estimate in found[place].items()}
        assert means == pytest.approx(cards, abs=1e-12 if counts else CLOSE), place
        for estimate in found[place].values():
            assert (estimate.low == estimate.high) == counts
            assert estimate.low <= estimate.mean <= estimate.high


@pytest.mark.parametrize("case", ONE_OF_EACH_OWN_GAME, ids=str)
def test_exact_means_agree_with_many_redeals(case):
    game = case.make()
    history = random_game(game, 4)
    redeals = 1000
    for state in history[:: len(history) // 5]:
        expected = game.expected_hidden_cards(state, 1)
        states = np.repeat(np.atleast_1d(state), redeals)
        seeds = derived_seeds(7, np.arange(redeals))
        game.engine.redeal(game.params, states, np.full(redeals, 1), seeds)
        deals = [game.hidden_cards(game.to_dict(redealt), 1) for redealt in states]
        assert deals[0].keys() == expected.keys()
        for place, cards in expected.items():
            for card in {card for deal in deals for card in deal[place]} | cards.keys():
                counts = np.array([deal[place].get(card, 0) for deal in deals])
                # A card that is rarely at a place may be missing from all redeals.
                error = max(counts.std(), redeals**-0.5) / redeals**0.5
                assert counts.mean() == pytest.approx(cards.get(card, 0), abs=5 * error), (
                    place,
                    card,
                )


@every_game
def test_inference_uses_only_what_the_seat_knows_and_finds_all_cards(case):
    game = case.make()
    history = random_game(game, 2)
    for state in (history[0], history[len(history) // 2]):
        for seat in range(game.num_players):
            found = infer(game, state, seat, redeals=5, seed=7)
            assert infer(game, game.redeal(state, seat, 1), seat, redeals=5, seed=7) == found
            hidden = game.hidden_cards(game.to_dict(state), seat)
            assert hidden.keys() == found.keys()
            for place, cards in hidden.items():
                means = sum(estimate.mean for estimate in found[place].values())
                assert means == pytest.approx(sum(cards.values())), place


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"seat": 3}, "player is 3, expected"), ({"redeals": 0}, "redeals is 0, expected")],
)
def test_invalid_arguments_are_named(arguments, message):
    game = envs.make("high_card", num_players=3)
    with pytest.raises(ValueError, match=message):
        infer(game, game.new(1), **{"seat": 0, **arguments})


@pytest.fixture(scope="module", params=CASES, ids=str)
def game(request):
    return request.param.make()


def view_of(game, state):
    rng = np.random.default_rng(7)
    return Views.from_states(game, np.array([state]), rng, with_states=True)


@given(data=st.data(), seed=seeds)
def test_a_view_does_not_depend_on_hidden_information(game, data, seed):
    state = data.draw(decisions(game))
    other = game.redeal(state, int(state["player"]), seed)
    one, two = view_of(game, state), view_of(game, other)
    assert one.states.tobytes() == two.states.tobytes()
    np.testing.assert_array_equal(one.observations, two.observations)
    np.testing.assert_array_equal(one.action_masks, two.action_masks)
    np.testing.assert_array_equal(one.players, two.players)


@pytest.mark.parametrize("name", ["random", "greedy", "search-20"])
@given(data=st.data(), seed=seeds)
def test_thoughts_do_not_depend_on_hidden_information(game, name, data, seed):
    state = data.draw(decisions(game))
    other = game.redeal(state, int(state["player"]), seed)
    one, two = (
        think_about(game, np.array([position]), make_agent(name)) for position in (state, other)
    )
    assert game.legal_mask(state)[one.actions[0]]
    assert one.unit == two.unit
    for field in dataclasses.fields(one):
        np.testing.assert_array_equal(getattr(one, field.name), getattr(two, field.name))


def test_states_in_a_view_are_redealt(game):
    state = game.new(1)
    view = view_of(game, state)
    assert view.states[0]["key"] != state["key"]
    assert game.to_dict(view.states[0]) != game.to_dict(state)
