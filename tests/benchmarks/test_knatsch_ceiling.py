"""The values of decisions in Knatsch, and what is computed from them."""

import numpy as np
import pytest

from benchmarks.knatsch_ceiling import (
    Tried,
    gains,
    knatsch,
    measure,
    open_decisions,
    play_rollouts,
    possible_gains,
    spread,
)
from hofspiele.envs.agents import Views


def decisions(complete):
    game = knatsch(3, complete=complete)
    rng = np.random.default_rng(4)
    states = open_decisions(game, 8, rng)
    return game, Views.from_states(game, states, rng, with_states=True)


def tried(complete):
    complete = np.array(complete, float)
    return Tried(np.array([7, 5]), complete, complete)


def test_open_decisions_are_unsolved_and_have_several_actions():
    game, views = decisions(complete=False)
    assert len(views.states) == 8
    assert not game.is_solved(views.states).any()
    assert (views.action_masks.sum(1) > 1).all()
    assert len(set(views.states["turn"])) > 1


@pytest.mark.parametrize("complete", [True, False])
def test_actions_are_tried_in_the_same_deals(complete):
    game, views = decisions(complete)
    actions = [np.flatnonzero(mask)[[0, 1, 0]] for mask in views.action_masks]
    first, second = (play_rollouts(game, views, actions, 5, seed) for seed in (1, 2))
    for one in first:
        assert one.shape == (5, 3)
        np.testing.assert_array_equal(one[:, 0], one[:, 2])
        assert ((one >= 0) & (one <= 1 + 1e-9)).all()
    assert any((one != other).any() for one, other in zip(first, second, strict=True))
    results = np.concatenate([one.ravel() for one in first]).round(9)
    assert (set(results) <= {0.0, 1.0}) == complete


def test_a_gain_is_the_value_of_the_choice_minus_that_of_the_favourite():
    one = tried([[0, 1], [0, 1], [1, 1], [0, 0]])
    np.testing.assert_allclose(gains([one, one], np.array([5, 7])), [0.5, 0.0])


def test_luck_does_not_count_as_a_possible_gain():
    # The second action is better in the first half of the deals and worse in the second.
    np.testing.assert_allclose(possible_gains([tried([[0, 1], [1, 0]] * 4)]), [-0.5])
    np.testing.assert_allclose(possible_gains([tried([[0, 1]] * 8)]), [1.0])


def test_the_spread_shows_what_actions_have_in_common():
    luck = np.random.default_rng(1).normal(size=(10_000, 3))
    np.testing.assert_allclose(spread([luck]), [1, np.sqrt(2), 0], atol=0.05)
    common = luck + 2 * luck[:, :1] * np.array([0, 1, 1])
    assert spread([common])[2] > 0.5


def test_the_tables_have_a_row_for_each_search_and_kind_of_rollout(capsys):
    measure(["players=2", "positions=3", "rollouts=4", "agents=[search-2]"])
    gain, rows = capsys.readouterr().out.split("\n\n")
    assert [line.split(" | ")[0] for line in gain.splitlines()[2:]] == ["| complete", "| forecast"]
    names = [line.split(" | ")[0] for line in rows.strip().splitlines()[2:]]
    assert names == ["| `search-2`", "| `search-2`", "| best mean of 4", "| best value"]


def test_other_agents_than_searches_are_refused():
    with pytest.raises(ValueError, match=r"agents are \[greedy\], expected searches"):
        measure(["agents=[greedy]"])
