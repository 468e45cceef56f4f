import copy
from concurrent.futures import ThreadPoolExecutor
from typing import get_type_hints

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.agents import Agent, GreedyAgent, RandomAgent
from hofspiele.envs.core.rewards import result_of, reward_of
from hofspiele.envs.learner import LearnerTable, step_together
from tests.games import FOREIGN_CASES
from tests.play import random_actions


def play(table, steps, seed=0):
    """Play the learner's seats at random and yield the actions after each step."""
    for number in range(steps):
        actions = random_actions(table.action_masks, seed + number)
        table.step(actions)
        yield actions


def test_it_is_always_the_learners_turn_and_finished_games_are_those_of_its_seat(game):
    table = LearnerTable(game, 16, [RandomAgent()], seed=1)
    held, ended = table.seats.copy(), 0
    for _ in play(table, 400):
        np.testing.assert_array_equal(table.table.players, table.seats)
        assert table.action_masks.any(1).all()
        expected = game.observe(table.table.states[7], int(table.seats[7]))
        np.testing.assert_array_equal(table.observations[7], expected)
        np.testing.assert_array_equal(
            table.seats, np.where(table.finished, (held + 1) % game.num_players, held)
        )
        for i in np.flatnonzero(table.finished):
            ended += 1
            assert table.final_seats[i] == held[i]
            final = table.final_states[i]
            assert final["over"]
            np.testing.assert_array_equal(table.outcomes[i], game.outcome(final))
            np.testing.assert_array_equal(table.scores[i], game.scores(final))
            np.testing.assert_array_equal(table.ranks[i], game.ranks(final))
            assert table.final_opponents[i, held[i]] == -1
        held = table.seats.copy()
    assert ended > 16
    games = np.array([5, 0, 11])
    seen = table.final_observations(games)
    assert seen.dtype == np.float32
    for observation, i in zip(seen, games, strict=True):
        expected = game.observe(table.final_states[i], int(table.final_seats[i]))
        np.testing.assert_array_equal(observation, expected)
    assert table.final_observations(games[:0]).shape == (0, game.observation_size)


@pytest.mark.parametrize("reward", ["outcome", "margin", lambda scores, ranks: scores + 9 * ranks])
def test_the_learner_is_paid_at_the_end_of_its_games_only(game, reward):
    table = LearnerTable(game, 16, [RandomAgent()], seed=2, reward=reward)
    paid = 0.0
    for _ in play(table, 200):
        ended = np.flatnonzero(table.finished)
        result = result_of(game, table.final_states[ended])
        paid_to_all = reward_of(reward, game).pay(result)
        own = paid_to_all[np.arange(len(ended)), table.final_seats[ended]]
        np.testing.assert_array_equal(table.rewards[ended], own)
        assert not table.rewards[~table.finished].any()
        paid += np.abs(own).sum()
    assert paid > 1
    table.reset(3)
    assert not table.rewards.any()


def test_a_fixed_seat_stays_and_opponents_sit_in_turn_order_after_it(game):
    opponents = [RandomAgent() for _ in range(game.num_players - 1)]
    for seat in ("random", 1):
        table = LearnerTable(game, 6, opponents, 1, seat)
        for _ in play(table, 30):
            assert seat == "random" or (table.seats == 1).all()
            for i in range(6):
                order = [(table.seats[i] + k) % game.num_players for k in range(game.num_players)]
                assert table.opponents_of[i, order].tolist() == [-1, *range(game.num_players - 1)]


class Recorder(Agent):
    """An agent that takes the first legal action and records the size of each batch."""

    def __init__(self):
        self.batches = []

    def act(self, views, rng):
        self.batches.append(len(views.players))
        return views.action_masks.argmax(1)


def test_opponents_drawn_by_shares_hold_a_whole_game_and_decide_in_batches(game):
    opponents = [Recorder(), Recorder(), Recorder()]
    table = LearnerTable(game, 64, opponents, seed=1, shares=[0.25, 0.75, 0])
    counts = np.zeros(3)
    for _ in play(table, 60):
        for i in np.flatnonzero(table.finished):
            present = set(table.final_opponents[i].tolist()) - {-1}
            assert len(present) == 1
            counts[present.pop()] += 1
    shares = counts / counts.sum()
    np.testing.assert_allclose(shares, [0.25, 0.75, 0], atol=0.08)
    assert max(opponents[1].batches) > 16
    assert opponents[2].batches == []


def test_games_depend_only_on_the_seed(game):
    def run(seed, num_threads):
        table = LearnerTable(
            game, 8, [GreedyAgent(), RandomAgent()], seed=seed, shares=[0.5, 0.5],
            num_threads=num_threads, use_solver=True,
        )  # fmt: skip
        first = [table.observations.tobytes() for _ in play(table, 40)]
        table.reset(seed)
        assert [table.observations.tobytes() for _ in play(table, 40)] == first
        return first

    assert run(1, 1) == run(1, 3) != run(2, 1)


def test_games_without_a_decision_of_the_learner_are_not_reported():
    game = envs.make("knatsch", num_players=4, max_turns=1)
    table = LearnerTable(game, 64, [GreedyAgent()], seed=1)
    assert table.table.deals.any()
    assert not table.finished.any()
    assert not table.rewards.any()


class AskedGreedy(GreedyAgent):
    """A subclass, which the compiled loop does not recognise, so `act` is called."""


class AskedRandom(RandomAgent):
    """A subclass that the compiled loop does not recognise, so `act` is called."""


@pytest.mark.parametrize(
    ("name", "compiled", "asked", "num_games"),
    [
        ("kou_ka_roi", GreedyAgent(), AskedGreedy(), 128),
        ("knatsch", GreedyAgent(), AskedGreedy(), 128),
        ("kou_ka_roi", RandomAgent(), AskedRandom(), 1024),
    ],
)
def test_scripted_agents_play_equally_well_in_the_compiled_loop_and_outside(
    name, compiled, asked, num_games
):
    # A random learner must have the same mean outcome against `compiled` and `asked`. Outcomes vary
    # more among equally strong players, so random opponents need more games.
    means = []
    for agent in (compiled, asked):
        table = LearnerTable(envs.make(name, num_players=4), num_games, [agent], seed=1)
        outcomes = []
        for _ in play(table, 150):
            ended = np.flatnonzero(table.finished)
            outcomes += table.outcomes[ended, table.final_seats[ended]].tolist()
        assert len(outcomes) > num_games
        means.append(np.mean(outcomes))
    assert abs(means[0] - means[1]) < 0.08


def everything(table):
    arrays = (table.table.states, table.observations, table.seats, table.opponents_of)
    return [array.tobytes() for array in arrays], str(table._rng.bit_generator.state)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("game", ["high_card"]),
        ("num_games", [0, 10**10]),
        ("num_threads", [0, 10**6]),
        ("opponents", [["greedy"], None, [], [RandomAgent()] * 9]),
        ("reward", ["money"]),
        ("seed", [None]),
        ("seat", [3, -1, "x", 1.0, None, True, np.array([0])]),
        ("shares", [[], [0], [-1], [float("nan")], [float("inf")], ["x"], [[1]], [1, 1], 1, "1",
                    [None], [2**4000]]),
    ],
)  # fmt: skip
def test_invalid_arguments_are_named(name, values):
    right = {"game": FOREIGN_CASES[0].make(), "num_games": 2, "opponents": [RandomAgent()]}
    for value in values:
        with pytest.raises(ValueError, match=rf"^\w* ?{name}.* (is|are|given)"):
            LearnerTable(**right | {name: value})


class Failing(AskedRandom):
    """An agent that raises once in the middle of a game."""

    has_failed = False

    def act(self, views, rng):
        if not self.has_failed and views.observations.any() and rng.random() < 0.2:
            self.has_failed = True
            raise OSError("no answer")
        return super().act(views, rng)


def test_a_table_must_be_reset_after_an_opponent_has_raised():
    game = FOREIGN_CASES[0].make()
    table = LearnerTable(game, 8, [Failing()], seed=1)
    other = LearnerTable(game, 8, [RandomAgent()])
    with pytest.raises(OSError, match="no answer"):
        for _ in play(table, 100):
            pass
    before = everything(other)
    for step in (
        lambda: table.step(table.action_masks.argmax(1)),
        lambda: step_together([other, table], [t.action_masks.argmax(1) for t in (other, table)]),
    ):
        with pytest.raises(RuntimeError, match=r"was interrupted .*; call reset to start"):
            step()
    assert everything(other) == before
    table.reset(1)
    for _ in play(table, 10):
        np.testing.assert_array_equal(table.table.players, table.seats)


def test_arrays_are_read_only():
    table = copy.deepcopy(LearnerTable(FOREIGN_CASES[0].make(), 2, [RandomAgent()]))
    public = [getattr(table, name) for name in get_type_hints(LearnerTable)]
    assert len(public) == 12
    for array in public:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[1]
    assert np.shares_memory(table.observations, table.table.observations)


def test_a_second_thread_is_refused():
    table = LearnerTable(FOREIGN_CASES[0].make(), 2, [RandomAgent()])
    before, legal = everything(table), table.action_masks.argmax(1)
    with table.table.sole_use, ThreadPoolExecutor(1) as other:
        for call in (
            lambda: table.step(legal),
            lambda: table.reset(1),
            lambda: table.final_observations(np.array([0])),
        ):
            with pytest.raises(RuntimeError, match="these games are in use by another thread"):
                other.submit(call).result()
    assert everything(table) == before
    table.step(legal)


@pytest.mark.parametrize("opponent", [RandomAgent(), AskedRandom()], ids=["compiled", "asked"])
def test_refused_arguments_change_nothing(opponent):
    tables = [LearnerTable(FOREIGN_CASES[0].make(), 2, [opponent], seed=seed) for seed in (1, 2)]
    before = [everything(table) for table in tables]
    legal = [table.action_masks.argmax(1) for table in tables]
    for wrong in ([0.9, 0.9], [0], ["0", "0"], [True, True], None, [-1, -1], [2**62, 2**62]):
        with pytest.raises(ValueError, match=r"actions|action .* is illegal"):
            tables[0].step(wrong)
        with pytest.raises(ValueError, match=r"actions|action .* is illegal"):
            step_together(tables, [legal[0], wrong])
    with pytest.raises(ValueError, match="shorter"):
        step_together(tables, legal[:1])
    for games in ([0, 0], [-1, 0], [0, 2], [10**9, 0]):
        with pytest.raises(ValueError, match="game"):
            step_together(tables, legal, [np.array(games)] * 2)
    for seed in (None, -1, 0.5, 2**64):
        with pytest.raises(ValueError, match=r"seed is .*, expected an integer"):
            tables[0].reset(seed)
    for games in ([2], [-1], [0.0], [[0]], None):
        with pytest.raises(ValueError, match="game"):
            tables[0].final_observations(games)
    with pytest.raises(ValueError, match="shares are"):
        tables[0].set_shares([float("nan")])
    assert [everything(table) for table in tables] == before
    step_together(tables, legal)
    assert [everything(table) for table in tables] != before


# --- several tables stepped together --------------------------------------------------------------


ARRAYS = ("observations", "action_masks", "seats", "finished", "rewards", "scores", "ranks")


class Counting(RandomAgent):
    """An agent unknown to the compiled loop, which records the tables of each call."""

    def __init__(self):
        self.calls = []

    def act_at_tables(self, views, rngs):
        self.calls.append([seen.game.num_players for seen in views])
        return super().act_at_tables(views, rngs)


@pytest.fixture(params=["kou_ka_roi", "kardinal", "knatsch"])
def games(request):
    return [envs.make(request.param, num_players=number) for number in (3, 4)]


def tables_of(games, *opponents):
    shares = [1] * len(opponents)
    return [LearnerTable(game, 6, opponents, seed=4, shares=shares) for game in games]


def test_tables_stepped_together_play_as_each_would_alone(games):
    together, alone = (tables_of(games, Counting(), Counting()) for _ in range(2))
    ended = 0
    for number in range(150):
        step_together(together, [random_actions(table.action_masks, number) for table in together])
        for table, other in zip(together, alone, strict=True):
            other.step(random_actions(other.action_masks, number))
            ended += table.finished.sum()
            for name in ARRAYS:
                assert getattr(table, name).tobytes() == getattr(other, name).tobytes()
    assert ended > 10


def test_each_opponent_decides_for_all_tables_in_one_call(games):
    one, other = Counting(), Counting()
    tables = tables_of(games, one, other)
    for agent in (one, other):
        agent.calls.clear()
    for number in range(20):
        step_together(tables, [random_actions(table.action_masks, number) for table in tables])
    for agent in (one, other):
        assert [3, 4] in agent.calls
        assert all(call in ([3], [4], [3, 4]) for call in agent.calls)
        assert sum(map(len, agent.calls)) > 1.2 * len(agent.calls)
