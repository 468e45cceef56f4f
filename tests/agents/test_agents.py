from importlib.metadata import EntryPoint, EntryPoints

import numpy as np
import pytest

from hofspiele.envs.agents import (
    GreedyAgent,
    RandomAgent,
    SearchAgent,
    SolverAssistedAgent,
    Views,
    make_agent,
    named,
    pick_actions,
    pick_probabilities,
    play_match,
)
from hofspiele.envs.agents.named import agent_names, register_agent
from hofspiele.envs.agents.scripted import pick_by_worth
from hofspiele.envs.core import Table
from hofspiele.envs.learner import LearnerTable
from tests.games import CASES
from tests.play import table_after


def views(game, num_games=200):
    return Views.from_table(
        Table(game, num_games, 1), np.arange(num_games), np.random.default_rng(1), with_states=True
    )


def picks(worth, mask, temperature, count=2000):
    words = np.random.default_rng(1).integers(2**64, size=count, dtype=np.uint64)
    worth, mask = np.array(worth), np.array(mask)
    chosen = [pick_by_worth(worth, mask, temperature, word) for word in words]
    return np.bincount(chosen, minlength=len(worth)) / count


@pytest.mark.parametrize("temperature", [0.0, 0.5, 3.0])
def test_picks_have_the_stated_probabilities_which_are_the_softmax(temperature):
    worth, mask = np.array([0.0, 1.0, 7.0, 1.0, -1e9]), np.array([True, True, False, True, True])
    weights = mask * (np.exp(worth / temperature) if temperature else worth == 1.0)
    expected = weights / weights.sum()
    stated = pick_probabilities(worth[None], mask[None], temperature)
    np.testing.assert_allclose(stated[0], expected, atol=1e-9)
    np.testing.assert_allclose(picks(worth, mask, temperature), expected, atol=0.04)


def test_pick_with_every_worth_very_low_is_still_legal():
    assert picks([-1e9, -1e9, 0.0], [True, True, False], 1.0)[2] == 0


@pytest.mark.parametrize(
    ("agent", "other", "num_deals", "share"),
    [
        (GreedyAgent(), RandomAgent(), 50, 0.9),
        (SearchAgent(100), GreedyAgent(), 10, 0.6),
        (SearchAgent(50, rollout="random"), RandomAgent(), 10, 0.6),
    ],
    ids=str,
)
def test_better_agents_win(three_players, agent, other, num_deals, share):
    match = play_match(three_players, [agent, other, other], num_deals, seed=1)
    assert match.win_shares[:, :, 0].mean() > share


def test_search_with_one_simulation_takes_one_of_the_two_best_actions(three_players):
    view = views(three_players, 50)
    actions = SearchAgent(1).act(view, np.random.default_rng(1))
    for i, action in enumerate(actions):
        worth = three_players.action_values(view.states[i])
        assert worth[action] >= np.sort(worth)[-2]


@pytest.mark.parametrize("name", agent_names())
def test_make_agent_finds_agents_by_name(name):
    agent = make_agent(name)
    assert agent.name.startswith(name)
    assert make_agent(agent) is agent
    assert make_agent(agent.name).name == agent.name


def test_other_packages_can_provide_agents(monkeypatch):
    class Meek(RandomAgent):
        name = "meek"

    monkeypatch.setattr(EntryPoint, "load", lambda entry: Meek)
    provide_agent(monkeypatch, "meek")
    assert "meek" in agent_names()
    assert isinstance(make_agent("meek"), Meek)


def test_registered_agents_have_names_of_their_own(three_players):
    one, other = GreedyAgent(), GreedyAgent()
    one.name = other.name = "registered"
    names = [register_agent(agent) for agent in (one, other, one, one.act)]
    assert names == ["registered", "registered (2)", "registered", "act"]
    assert make_agent("registered") is one
    assert [make_agent(name).name for name in names] == names
    assert [agent.name for agent in (one, other)] == ["registered"] * 2
    assert register_agent(other, "a third name") == "a third name"
    for taken in ("registered", "greedy", "search-7"):
        with pytest.raises(ValueError, match=f"another agent is called '{taken}'; choose another"):
            register_agent(other, taken)
    assert register_agent(SearchAgent(7)).startswith("search-7 (")


@pytest.mark.parametrize("package", ["hofspiele.no_such_room", "no_such_package"])
def test_an_agent_with_missing_dependencies_names_the_package(monkeypatch, package):
    provide_agent(monkeypatch, "bold", f"{package}:Bold")
    with pytest.raises(
        ValueError,
        match=rf"'bold' needs {package}, which is not .*; install it with: pip install {package}$",
    ):
        make_agent("bold")


def provide_agent(monkeypatch, name, value="somewhere:Class"):
    entries = EntryPoints([EntryPoint(name, value, "hofspiele.agents")])
    monkeypatch.setattr(named, "entry_points", entries.select)


def test_agents_are_checked_before_the_first_game(three_players):
    class Picky(RandomAgent):
        def check(self, game):
            raise ValueError(f"not {game.name}")

    with pytest.raises(ValueError, match="not kou_ka_roi"):
        play_match(three_players, [RandomAgent(), RandomAgent(), Picky()], 1)
    for agent in (Picky(), SolverAssistedAgent(Picky())):
        with pytest.raises(ValueError, match="not kou_ka_roi"):
            LearnerTable(three_players, 1, [agent])


@pytest.mark.parametrize(
    ("make", "values", "message"),
    [
        (SearchAgent, [0, 0.5, True, "9", None, 10**9 + 1, 10**50], "simulations is "),
        (make_agent, ["search-0", "search-9999999999999"], "simulations is "),
        (make_agent, ["clever", "search-", "search-1.5", "search-" + "1" * 5000, None, ["x"]],
         r"unknown agent .*; expected greedy"),
        (lambda rollout: SearchAgent(rollout=rollout), ["best", None, ["greedy"]], "rollout is "),
        (SolverAssistedAgent, ["greedy"], "agent is 'greedy', expected an Agent"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_named(make, values, message):
    for value in values:
        with pytest.raises(ValueError, match=message):
            make(value)


def test_masks_may_have_any_order_in_memory_but_must_be_bool():
    masks = np.zeros((3, 40), bool)
    masks[:, [1, 35]] = True
    rng = np.random.default_rng(0)
    worths = np.arange(120.0).reshape(3, 40)
    assert pick_actions(worths, np.asfortranarray(masks), 0.0, rng).tolist() == [35, 35, 35]
    with pytest.raises(ValueError, match=r"worths have shape \(3, 39\), expected \(3, 40\) like"):
        pick_actions(worths[:, 1:], masks, 0.0, rng)
    with pytest.raises(ValueError, match="masks are int64, expected bool"):
        pick_actions(worths, masks.astype(np.int64), 0.0, rng)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_greedy_values_are_best_for_the_same_actions(case):
    """Greedy players and rollouts compute only some worths, but choose as if they knew all."""
    game = case.make()
    for plies in range(0, 120, 15):
        table = table_after(game, 200, plies, seed=plies)
        worths, greedy = np.zeros((2, *table.action_masks.shape))
        game.engine.action_values(game.params, table.states, worths)
        game.engine.greedy_values(game.params, table.states, greedy)
        legal = [np.where(table.action_masks, found, -np.inf) for found in (worths, greedy)]
        best, chosen = (found == found.max(1, keepdims=True) for found in legal)
        np.testing.assert_array_equal(chosen, best)
