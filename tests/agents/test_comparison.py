"""Comparisons of actions by simulated games."""

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.agents import SearchAgent, Views, think_about
from hofspiele.envs.agents.comparison import compare_actions, estimate_chances
from hofspiele.envs.core.outcomes import expected_win_shares
from tests.play import random_game


def compared(game, state, actions, rounds=200, seed=3):
    views = Views.from_states(game, np.array([state]), np.random.default_rng(0), with_states=True)
    return compare_actions(views, actions, rounds, np.random.default_rng(seed))


def test_chances_of_all_seats_come_from_the_same_games(game):
    state = random_game(game, 2)[0]
    found = compared(game, state, game.legal_actions(state)[:2])
    assert found.seat == state["player"]
    assert found.shares.shape == (200, 2, game.num_players)
    assert ((found.shares >= 0) & (found.shares <= 1)).all()
    np.testing.assert_allclose(found.shares.sum(2), 1)
    for number in range(2):
        chances = found.chances(number)
        assert sum(chance.mean for chance in chances) == pytest.approx(1)
        assert all(0 <= one.low <= one.mean <= one.high <= 1 for one in chances)


def test_comparisons_depend_on_the_seed_and_on_no_other_action(game):
    state = random_game(game, 2)[0]
    one, other = game.legal_actions(state)[:2]
    both = compared(game, state, [one, other])
    np.testing.assert_array_equal(both.shares, compared(game, state, [one, other]).shares)
    np.testing.assert_array_equal(both.shares[:, :1], compared(game, state, [one]).shares)
    again = compared(game, state, [one, other], seed=4)
    assert (both.shares != again.shares).any()


def test_comparisons_do_not_depend_on_hidden_information(game):
    state = random_game(game, 2)[0]
    actions = game.legal_actions(state)[:2]
    known = [game.redeal(game.redeal(state, 0, seed), 0, 0) for seed in (1, 2)]
    one, two = (compared(game, position, actions).shares for position in known)
    np.testing.assert_array_equal(one, two)
    for seat in range(game.num_players):
        known = [game.redeal(game.redeal(state, seat, seed), seat, 0) for seed in (1, 2)]
        one, two = (
            estimate_chances(game, position, seat, 200, np.random.default_rng(3))
            for position in known
        )
        assert one == two
        assert sum(chance.mean for chance in one) == pytest.approx(1)


def test_estimated_chances_are_those_after_the_action_that_led_to_a_position():
    """Without hidden information or chance, both kinds of simulated games are the same."""
    game = envs.make("kardinal", num_players=3)
    before, after = random_game(game, 2)[-4:-2]
    action = next(
        action
        for action in game.legal_actions(before)
        if (game.apply(played := before.copy(), action), played.tobytes() == after.tobytes())[1]
    )
    rng = np.random.default_rng(3)
    found = estimate_chances(game, after, int(before["player"]), 200, rng)
    assert found == compared(game, before, [action]).chances(0)


def test_leads_have_the_sign_of_the_difference(game):
    state = random_game(game, 2)[0]
    actions = game.legal_actions(state)[:2]
    found = compared(game, state, actions)
    lead, opposite = found.lead(0, 1), found.lead(1, 0)
    chances = [found.chances(number)[found.seat].mean for number in (0, 1)]
    assert lead.mean == pytest.approx(chances[0] - chances[1])
    assert (lead.low, lead.high) == pytest.approx((-opposite.high, -opposite.low))
    assert (found.lead(0, 0).low, found.lead(0, 0).high) == (0.0, 0.0)


def test_last_choices_have_certain_results():
    """Without hidden information or chance, all games after an action have the same result."""
    game = envs.make("kardinal", num_players=3)
    history = random_game(game, 2)
    at = max(k for k, state in enumerate(history[:-1]) if game.legal_mask(state).sum() > 1)
    thoughts = think_about(game, np.array([history[at]]), SearchAgent(50))
    certain = searched = 0
    for action in game.legal_actions(history[at]):
        after = history[at].copy()
        game.apply(after, action)
        if game.is_over(after):
            outcome = game.outcome(after)
            found = compared(game, history[at], [action]).chances(0)
            shares = expected_win_shares(outcome, 3)
            assert [chance.mean for chance in found] == pytest.approx(shares.tolist())
            certain += 1
            if thoughts.simulations[0, action]:
                own = outcome[history[at]["player"]]
                assert thoughts.action_outcomes[0, action] == pytest.approx(own)
                searched += 1
    assert certain >= searched > 0
