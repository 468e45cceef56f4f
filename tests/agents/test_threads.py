"""Work spread over threads: results, errors and the end of unwanted calls."""

import threading
import time
from functools import partial

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.agents import (
    RandomAgent,
    SearchAgent,
    Views,
    heuristic_action_values,
    limit_cores,
    make_agent,
    match_parts,
    pick_actions,
    play_in_threads,
    play_match,
    play_part,
    think_about,
)
from hofspiele.envs.core import Table, threads
from hofspiele.envs.core.threads import (
    StoppedError,
    map_on_cores,
    results_in_threads,
    share_rows,
    usable_cores,
)


@pytest.fixture(scope="module")
def game():
    return envs.make("kou_ka_roi", num_players=3)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_match_is_the_same_on_any_number_of_threads(game, small_parts, number):
    agents = [make_agent(name) for name in ("random", "greedy", "search-3")]
    expected = play_match(game, agents, 11, 5, keep_records=True)
    reported = []
    found = play_match(
        game, agents, 11, 5, keep_records=True, report=reported.append, num_threads=number
    )
    assert found.records == expected.records
    for kind in ("outcomes", "scores", "ranks"):
        np.testing.assert_array_equal(getattr(found, kind), getattr(expected, kind))
    assert reported == sorted(reported)
    assert reported[-1] == 33


class Watched(RandomAgent):
    """An agent that records the maximum number of threads that called it at the same time."""

    name = "watched"

    def __init__(self):
        self.calls = self.inside = self.most = 0
        self.meeting = threading.Barrier(2)

    def act(self, views, rng):
        self.calls += 1
        self.inside += 1
        self.most = max(self.most, self.inside)
        if self.thread_safe and self.calls <= 2:
            self.meeting.wait(60)
        actions = super().act(views, rng)
        self.inside -= 1
        return actions


@pytest.mark.parametrize("thread_safe", [True, False])
def test_only_thread_safe_agents_are_called_by_several_threads(game, small_parts, thread_safe):
    agent = Watched()
    agent.thread_safe = thread_safe
    tasks = [([agent] * 3, part) for part in match_parts(game, [agent] * 3, 8, 1)]
    assert len([*play_in_threads(partial(play_part, game), tasks, num_threads=2)]) == 4
    assert agent.most == (2 if thread_safe else 1)


class Sharing(RandomAgent):
    """An agent that records how many cores it may use."""

    name = "sharing"

    def __init__(self):
        self.cores = set()

    def act(self, views, rng):
        self.cores.add(usable_cores())
        return super().act(views, rng)


@pytest.mark.parametrize(
    ("thread_safe", "num_deals", "cores"), [(True, 4, 4), (True, 2, 8), (False, 4, 8)]
)
def test_threads_without_parts_take_no_cores(
    game, small_parts, use_cores, thread_safe, num_deals, cores
):
    use_cores(8)
    agent = Sharing()
    agent.thread_safe = thread_safe
    play_match(game, [agent] * 3, num_deals, 1, num_threads=8)
    assert agent.cores == {cores}


def test_items_are_drawn_as_threads_become_free():
    drawn, returned = [], []

    def items():
        for number in range(6):
            drawn.append(number)
            yield number

    for number, square in results_in_threads(lambda item, _: item**2, items(), 2):
        returned.append((number, square))
        assert len(drawn) <= len(returned) + 2
    assert sorted(returned) == [(number, number**2) for number in range(6)]


def test_running_calls_end_when_their_results_are_no_longer_wanted():
    ended, started = [], threading.Event()

    def wait_until_stopped(item, check):
        if item == 0:
            started.wait(60)
            return
        started.set()
        try:
            while True:
                check()
        except StoppedError:
            ended.append(item)
            raise

    results = results_in_threads(wait_until_stopped, range(5), 2)
    assert next(results) == (0, None)
    results.close()
    assert ended == [1]


@pytest.mark.parametrize("simulations", [1, 40, 700])
def test_search_is_the_same_on_any_number_of_cores(game, use_cores, simulations):
    states = np.array([game.new(seed) for seed in range(3)])
    found = []
    for number in (1, 2, 3):
        use_cores(number)
        found.append(think_about(game, states, SearchAgent(simulations)))
    for other in found[1:]:
        np.testing.assert_array_equal(other.actions, found[0].actions)
        np.testing.assert_array_equal(other.action_values, found[0].action_values)
        np.testing.assert_array_equal(other.simulations, found[0].simulations)


@pytest.mark.parametrize("cores", [1, 2, 9])
def test_results_on_several_cores_are_in_order(use_cores, cores):
    use_cores(cores)
    assert map_on_cores(lambda item: item**2, range(5)) == [0, 1, 4, 9, 16]
    assert map_on_cores(lambda item: item**2, []) == []


@pytest.mark.parametrize(
    ("number", "cores", "parts"),
    [(0, 2, 1), (1023, 2, 1), (1024, 2, 2), (5000, 3, 3), (5000, 1, 1)],
)
def test_rows_are_shared_if_each_core_has_enough(use_cores, number, cores, parts):
    use_cores(cores)
    shares = []
    share_rows(shares.append, number)
    rows = [np.arange(number)[share] for share in sorted(shares, key=lambda share: share.start)]
    assert len(rows) == parts
    np.testing.assert_array_equal(np.concatenate(rows), np.arange(number))


def test_views_and_choices_are_the_same_on_any_number_of_cores(use_cores):
    game = envs.make("kardinal", num_players=3)
    table = Table(game, 1500, seed=1)
    actions = []
    for number in (1, 2):
        use_cores(number)
        rng = np.random.default_rng(2)
        views = Views.from_table(table, np.arange(1500), rng, with_states=True)
        worths = heuristic_action_values(views)
        actions.append(pick_actions(worths, views.action_masks, 1.0, rng))
    np.testing.assert_array_equal(actions[0], actions[1])
    assert len(set(actions[0])) > 1


def test_the_calling_thread_takes_part(use_cores):
    use_cores(3)
    meeting = threading.Barrier(3)

    def work(_):
        meeting.wait(60)
        return threading.current_thread(), usable_cores()

    cores_of = dict(map_on_cores(work, range(3)))
    assert cores_of.pop(threading.current_thread()) == 3
    assert [*cores_of.values()] == [1, 1]


@pytest.mark.parametrize("in_caller", [True, False])
def test_after_an_error_no_item_is_taken(use_cores, in_caller):
    use_cores(2)
    meeting, done = threading.Barrier(2), []
    caller = threading.current_thread()

    def work(item):
        done.append(item)
        meeting.wait(60)
        if in_caller == (threading.current_thread() is caller):
            raise ValueError(f"item {item}")
        time.sleep(0.5)  # Meanwhile, the other thread drops all remaining items.

    with pytest.raises(ValueError, match=r"item \d"):
        map_on_cores(work, range(5))
    assert len(done) == 2


def test_a_process_uses_no_more_cores_than_its_limit(use_cores, monkeypatch):
    monkeypatch.setattr(threads, "_limit", None)
    use_cores(8)
    limit_cores(3)
    assert usable_cores() == 3
    use_cores(2)
    assert usable_cores() == 2
    use_cores(8)
    limit_cores(None)
    assert usable_cores() == 8
    with pytest.raises(ValueError, match="number is 0, expected"):
        limit_cores(0)


def test_ctrl_c_is_raised_when_all_threads_have_ended(monkeypatch, use_cores):
    use_cores(3)
    wait, waited, ended = threads.wait, [], []
    all_working = threading.Barrier(3)

    def interrupted(calls):
        waited.append(calls)
        if len(waited) == 1:
            raise KeyboardInterrupt
        wait(calls)

    def work(item):
        all_working.wait(60)
        if threading.current_thread() is not threading.main_thread():
            time.sleep(0.1)
            ended.append(item)

    monkeypatch.setattr(threads, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        map_on_cores(work, range(3))
    assert len(ended) == 2
