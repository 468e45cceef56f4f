"""Redeals of hidden cards change nothing that a seat sees, so it sees nothing hidden."""

from itertools import count

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hofspiele.envs.core.rng import derived_seed
from hofspiele.envs.testing import contract
from tests.cards import CARDS_OF
from tests.games import CASES, PARALLEL_CASES
from tests.play import continuation, decisions, play_on, random_action, seeds, written_fields


@pytest.fixture(scope="module", params=CASES, ids=str)
def game(request):
    return request.param.make()


@given(data=st.data(), seed=seeds)
def test_spectators_see_neither_face_down_cards_nor_secret_choices(game, data, seed):
    state = data.draw(decisions(game))
    shown = game.to_dict(state)
    other = game.to_dict(game.redeal(state, 0, seed))
    if "hands" in shown:
        other["hands"] = shown["hands"]
    drawn = [game.draw_visible(game.visible_part(one, None)) for one in (shown, other)]
    assert drawn[0] == drawn[1]


@given(data=st.data(), seed=seeds, other=seeds)
def test_a_redeal_is_a_possible_position_without_a_trace_of_what_was_hidden(
    game, data, seed, other
):
    state = data.draw(decisions(game))
    for seat in range(game.num_players):
        redealt = game.redeal(state, seat, seed)
        contract.check_looks_the_same(game, seat, state, redealt)
        # Redeals of two positions of one information set are equal byte for byte.
        lookalike = game.redeal(state, seat, other)
        assert game.redeal(lookalike, seat, seed).tobytes() == redealt.tobytes()
        written = game.from_dict(game.to_dict(redealt))
        assert written_fields(game, redealt) == written_fields(game, written)
        for _ in play_on(game, redealt, seed):
            pass
        assert redealt["over"]


@given(seed=seeds)
@settings(max_examples=3)
def test_a_game_can_be_redealt_at_every_decision(game, seed):
    """A search redeals for different seats in turn."""
    state = game.redeal(game.new(seed), 0, seed)
    cards_of = CARDS_OF[game.name]
    cards = cards_of(game.to_dict(state)).total()
    for ply in count():
        game.apply(state, random_action(game, state, derived_seed(seed, ply)))
        if game.is_over(state):
            break
        state = game.redeal(state, ply % game.num_players, ply)
        assert cards_of(game.to_dict(state)).total() == cards


def stays_hidden(game, state):
    """Return whether the present choice stays hidden because others have not chosen yet."""
    after = state.copy()
    game.apply(after, int(game.legal_mask(state).argmax()))
    return after["choice"][state["player"]] >= 0


@pytest.mark.parametrize("case", PARALLEL_CASES, ids=str)
@given(data=st.data(), seed=seeds)
def test_hidden_choices_leave_no_trace(case, data, seed):
    """A secret choice changes no redeal for another seat; redeals for its own player keep it."""
    game = case.make()
    state = data.draw(decisions(game).filter(lambda state: stays_hidden(game, state)))
    chooser = int(state["player"])
    others = set(range(game.num_players)) - {chooser}
    dealt = {seat: set() for seat in others}
    for action in np.flatnonzero(game.legal_mask(state)):
        after = state.copy()
        game.apply(after, int(action))
        assert game.redeal(after, chooser, seed)["choice"][chooser] == action
        for seat in others:
            dealt[seat].add(game.redeal(after, seat, seed).tobytes())
    assert all(len(redealt) == 1 for redealt in dealt.values())


def test_hidden_cards_vary_over_redeals(game):
    state = game.new(3)
    written = [game.to_dict(game.redeal(state, 0, seed)) for seed in range(10)]
    assert len({str(position) for position in written}) == 10


def test_a_redeal_replaces_future_chance(game):
    state = game.new(3)
    redealt = game.redeal(state, 0, 1)
    assert redealt["key"] != state["key"]
    assert continuation(game, redealt) != continuation(game, state)
