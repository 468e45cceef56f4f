"""`Table`, compared with the same games stepped one by one with the methods of `Game`."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import numpy as np
import pytest

from hofspiele.envs.core import IllegalActionError, Table
from hofspiele.envs.core.random_play import choose_random
from hofspiele.envs.core.rng import derived_seed
from tests.games import CASES, DIGEST_CASES

ARRAYS = (
    "states", "final_states", "seeds", "deals", "players", "action_masks", "observations",
    "finished", "scores", "ranks", "outcomes",
)  # fmt: skip


def random_actions(table, seed):
    actions = np.zeros(table.num_games, np.int64)
    choose_random(table.action_masks, derived_seed(seed, 0), actions)
    return actions


def play(table, steps, first=0):
    for step in range(first, first + steps):
        table.step(random_actions(table, step))


def snapshot(table):
    return {name: getattr(table, name).tobytes() for name in ARRAYS}


def check_shown(table, state, i):
    game = table.game
    assert table.states[i].tobytes() == state.tobytes()
    assert table.players[i] == state["player"]
    assert (table.action_masks[i] == game.legal_mask(state)).all()
    assert (table.observations[i] == game.observe(state, int(state["player"]))).all()


@pytest.mark.parametrize("case", DIGEST_CASES, ids=str)
def test_a_table_plays_as_its_games_do_alone(case):
    game = case.make()
    table = Table(game, 3, seed=11)
    alone = [game.new(int(seed)) for seed in table.seeds]
    ended = np.zeros(3, np.int64)
    step = 0
    while ended.min() == 0:
        actions = random_actions(table, step)
        step += 1
        table.step(actions)
        for i, action in enumerate(actions):
            game.apply(alone[i], int(action))
            assert table.finished[i] == alone[i]["over"]
            if table.finished[i]:
                ended[i] += 1
                assert table.final_states[i].tobytes() == alone[i].tobytes()
                assert (table.scores[i] == game.scores(alone[i])).all()
                assert (table.ranks[i] == game.ranks(alone[i])).all()
                assert (table.outcomes[i] == game.outcome(alone[i])).all()
                alone[i] = game.new(int(table.seeds[i]))
            check_shown(table, alone[i], i)
    assert (table.deals == ended).all()


def test_every_deal_has_its_own_seed(game):
    table = Table(game, 8, seed=1)
    found = set(table.seeds.tolist())
    for step in range(1500):
        table.step(random_actions(table, step))
        found |= set(table.seeds[table.finished].tolist())
    assert len(found) == 8 + table.deals.sum() > 16


@pytest.mark.parametrize(("num_games", "num_threads"), [(7, 3), (2, 5)])
def test_threads_change_nothing(game, num_games, num_threads):
    one, many = (Table(game, num_games, 2, num_threads=number) for number in (1, num_threads))
    for table in (one, many):
        play(table, 150)
    assert snapshot(one) == snapshot(many)


def test_some_games_are_stepped_and_the_others_stay(game):
    table, whole = Table(game, 6, seed=3), Table(game, 6, seed=3)
    games = np.array([4, 1])
    actions = random_actions(table, 0)
    before = copy.deepcopy(table)
    table.step(actions[games], games)
    whole.step(actions)
    for i in range(6):
        check_shown(table, (whole if i in games else before).states[i], i)


@pytest.mark.parametrize(
    "copied",
    [
        lambda table: table,
        copy.copy,
        copy.deepcopy,
        lambda table: pickle.loads(pickle.dumps(table)),
    ],
    ids=["itself", "copy", "deepcopy", "pickle"],
)
def test_arrays_are_read_only(game, copied):
    table = copied(Table(game, 3))
    before = snapshot(table)
    for name in ARRAYS:
        array = getattr(table, name)
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[1]
        with pytest.raises(ValueError, match="read-only"):
            np.copyto(array, array.copy())
    assert snapshot(table) == before


def test_arguments_that_change_after_their_check_are_ignored(game, monkeypatch):
    """Other threads may write to the caller's arrays at any time."""
    table, other = Table(game, 3), Table(game, 3)
    actions, games = random_actions(table, 0), np.array([2, 0, 1])
    legal, run = actions[games], Table.run

    def overwrite_and_run(batch, *arguments):
        legal[:], games[:] = 0, [0, 1, 2]
        run(batch, *arguments)

    other.step(actions)
    other.deal_next([1])
    monkeypatch.setattr(Table, "run", overwrite_and_run)
    table.step(legal, games)
    games[:] = 1
    table.deal_next(games[:1])
    assert snapshot(table) == snapshot(other)


def test_a_second_thread_is_refused():
    table = Table(CASES[0].make(), 3)
    before, actions = snapshot(table), random_actions(table, 0)
    with table.sole_use, ThreadPoolExecutor(1) as other:
        for call in (
            lambda: table.step(actions),
            lambda: table.reset(1),
            lambda: table.deal_next(np.array([1])),
        ):
            with pytest.raises(RuntimeError, match="these games are in use by another thread"):
                other.submit(call).result()
    assert snapshot(table) == before
    table.step(actions)
    assert snapshot(table) != before


def test_a_step_of_no_games_changes_nothing(game):
    table = Table(game, 3)
    before = snapshot(table)
    table.step(np.zeros(0, np.int64), np.zeros(0, np.int64))
    assert snapshot(table) == before


def test_an_illegal_action_steps_no_game(game):
    table = Table(game, 3)
    before = snapshot(table)
    actions = random_actions(table, 0)
    for wrong in (-1, game.num_actions, int(np.flatnonzero(~table.action_masks[2])[0])):
        actions[2] = wrong
        with pytest.raises(IllegalActionError, match=f"game 2 of the table: action {wrong}"):
            table.step(actions)
        with pytest.raises(IllegalActionError, match="game 2 of the table"):
            table.step(actions[2:], np.array([2]))
        assert snapshot(table) == before


@pytest.mark.parametrize("games", [[0, 0], [2, 1, 2]])
def test_games_that_are_named_twice_are_refused(game, games):
    table = Table(game, 3)
    before = snapshot(table)
    with pytest.raises(ValueError, match=f"games contain {games[0]} twice, expected each"):
        table.step(random_actions(table, 0)[games], np.array(games))
    with pytest.raises(ValueError, match=f"games contain {games[0]} twice, expected each"):
        table.deal_next(games)
    assert snapshot(table) == before


def test_more_games_or_threads_than_any_machine_has_room_for_are_refused(game):
    with pytest.raises(ValueError, match=r"num_games is 10000000000, which takes \d+ GB of memory"):
        Table(game, 10**10)
    with pytest.raises(ValueError, match=r"num_threads is 1025, expected .* from 1 to 1024"):
        Table(game, 1, num_threads=1025)


def test_an_endless_series_of_seeds_is_refused(game):
    table = Table(game, 3)
    before = snapshot(table)
    with pytest.raises(ValueError, match="deal_seeds has length more than 3, expected 3"):
        table.reset(deal_seeds=count())
    with pytest.raises(ValueError, match="deal_seeds is 5, expected 3 seeds"):
        table.reset(deal_seeds=5)
    assert snapshot(table) == before


@pytest.mark.parametrize("no_game", ["knatsch", None, 3])
def test_values_that_are_not_games_are_refused(no_game):
    with pytest.raises(ValueError, match=r"game is .*, expected a Game, for example from `make`"):
        Table(no_game, 1)


def test_wrong_arguments_are_refused(game):
    table = Table(game, 3)
    before = snapshot(table)
    with pytest.raises(ValueError, match=r"actions have shape \(2,\), expected \(3,\)"):
        table.step(np.zeros(2, np.int64))
    with pytest.raises(ValueError, match=r"games have shape \(1, 1\), expected one dimension"):
        table.step(np.zeros(1, np.int64), np.array([[1]]))
    with pytest.raises(ValueError, match="deal_seeds has length 1, expected 3"):
        table.reset(deal_seeds=[5])
    for index in (-1, 3):
        with pytest.raises(ValueError, match=f"games contain {index}, expected indices from 0"):
            table.step(np.zeros(1, np.int64), np.array([index]))
        with pytest.raises(ValueError, match=f"games contain {index}, expected indices from 0"):
            table.deal_next(np.array([0, index]))
    for number in (0, 2.5, "3", None):
        with pytest.raises(ValueError, match=f"num_games is {number!r}, expected an integer"):
            Table(game, number)
        with pytest.raises(ValueError, match=f"num_threads is {number!r}, expected an integer"):
            Table(game, 1, num_threads=number)
    with pytest.raises(ValueError, match="actions are float64, expected integers"):
        table.step(np.zeros(3))
    with pytest.raises(ValueError, match="games are bool, expected integers"):
        table.step(np.zeros(1, int), np.array([True, False, False]))
    assert snapshot(table) == before
    for seed in (-1, None, 0.5, 2**64, np.array([1])):
        with pytest.raises(ValueError, match=r"seed is .*, expected an integer from 0 to"):
            Table(game, 1, seed=seed)


@pytest.mark.parametrize("num_threads", [1, 2])
@pytest.mark.parametrize(
    "copied",
    [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))],
    ids=["deepcopy", "pickle"],
)
def test_a_copied_table_continues_identically(game, copied, num_threads):
    table = Table(game, 4, seed=5, num_threads=num_threads)
    play(table, 30)
    other = copied(table)
    assert snapshot(other) == snapshot(table)
    play(table, 100, first=30)
    assert snapshot(other) != snapshot(table)
    play(other, 100, first=30)
    assert snapshot(other) == snapshot(table)


def test_reset_repeats_the_same_games(game):
    table, fresh = Table(game, 4, seed=6), Table(game, 4, seed=7)
    first = table.states.tobytes()
    play(table, 150)
    table.reset()
    assert table.states.tobytes() == first
    assert not table.deals.any()
    assert not table.finished.any()
    table.reset(seed=7)
    assert table.states.tobytes() == fresh.states.tobytes()
    assert table.observations.tobytes() == fresh.observations.tobytes()


def test_deals_can_be_chosen(game):
    table = Table(game, 3)
    table.reset(deal_seeds=[8, 8, 9])
    assert table.seeds.tolist() == [8, 8, 9]
    for i, seed in enumerate([8, 8, 9]):
        check_shown(table, game.new(seed), i)


@pytest.mark.parametrize("seed", [1.5, -1, np.int64(-1), True, "5"])
def test_deal_seeds_are_checked_before_anything_is_dealt(game, seed):
    table = Table(game, 2, seed=1)
    before = snapshot(table)
    with pytest.raises(ValueError, match="expected an integer from 0 to"):
        table.reset(seed=2, deal_seeds=[5, seed])
    assert snapshot(table) == before
    assert table.seed == 1


def test_games_that_are_broken_off_do_not_finish(game):
    table, other = Table(game, 4, seed=2), Table(game, 4, seed=2)
    table.deal_next(np.array([1, 3]))
    np.testing.assert_array_equal(table.deals, [0, 1, 0, 1])
    assert not table.finished.any()
    for i in range(4):
        expected = game.new(int(table.seeds[i]))
        assert table.states[i].tobytes() == expected.tobytes()
        assert (table.seeds[i] == other.seeds[i]) == (i in (0, 2))
