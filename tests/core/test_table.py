"""`Table`, compared with the same games stepped one by one with the methods of `Game`."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import numpy as np
import pytest

from hofspiele.envs.core import IllegalActionError, Table
from tests.games import CASES, DIGEST_CASES
from tests.play import random_actions

ARRAYS = [name for name in Table.__annotations__ if name != "rewards"]


def play(table, steps, first=0):
    for step in range(first, first + steps):
        table.step(random_actions(table.action_masks, step))


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
        actions = random_actions(table.action_masks, step)
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
        table.step(random_actions(table.action_masks, step))
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
    actions = random_actions(table.action_masks, 0)
    before = copy.deepcopy(table)
    table.step(actions[games], games)
    whole.step(actions)
    for i in range(6):
        check_shown(table, (whole if i in games else before).states[i], i)
    while not table.finished.any():
        table.step(random_actions(table.action_masks, 0))
    other = np.flatnonzero(~table.finished)[:1]
    table.step(random_actions(table.action_masks, 0)[other], other)
    assert {*np.flatnonzero(table.finished)} <= {*other}


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
    actions, games = random_actions(table.action_masks, 0), np.array([2, 0, 1])
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
    before, actions = snapshot(table), random_actions(table.action_masks, 0)
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


def test_an_illegal_action_steps_no_game(game):
    table = Table(game, 3)
    before = snapshot(table)
    actions = random_actions(table.action_masks, 0)
    for wrong in (-1, game.num_actions, int(np.flatnonzero(~table.action_masks[2])[0])):
        actions[2] = wrong
        with pytest.raises(IllegalActionError, match=f"game 2 of the table: action {wrong}"):
            table.step(actions)
        with pytest.raises(IllegalActionError, match="game 2 of the table"):
            table.step(actions[2:], np.array([2]))
        assert snapshot(table) == before


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "knatsch"}, "game is .*, expected a Game, for example from `make`"),
        *(({"num_games": number}, "num_games is ") for number in (0, 2.5, "3", None, 10**10)),
        *(({"num_threads": number}, "num_threads is ") for number in (0, 2.5, None, 1025)),
        *(({"seed": seed}, "seed is ") for seed in (-1, None, 0.5, 2**64, np.array([1]))),
    ],
)
def test_wrong_arguments_of_the_constructor_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        Table(**{"game": CASES[0].make(), "num_games": 1, "seed": 0} | changes)


def test_wrong_arguments_are_refused_and_change_nothing(game):
    table = Table(game, 3, seed=1)
    before, legal = snapshot(table), random_actions(table.action_masks, 0)
    for call, message in (
        (lambda: table.step(legal[:2]), r"actions have shape \(2,\), expected \(3,\)"),
        (lambda: table.step(legal[:1], np.array([[1]])), r"games have shape \(1, 1\)"),
        (lambda: table.step(legal[[0, 0]], np.array([0, 0])), "games contain 0 twice"),
        (lambda: table.step(legal[:1], np.array([3])), "games contain 3, expected indices"),
        (lambda: table.step(np.zeros(3)), "actions are float64, expected integers"),
        (lambda: table.step(legal[:1], np.array([True] * 3)), "games are bool, expected integers"),
        (lambda: table.deal_next([2, 1, 2]), "games contain 2 twice"),
        (lambda: table.deal_next([0, -1]), "games contain -1, expected indices"),
        (lambda: table.reset(deal_seeds=[5]), "deal_seeds has length 1, expected 3"),
        (lambda: table.reset(deal_seeds=count()), "deal_seeds has length more than 3, expected 3"),
        (lambda: table.reset(deal_seeds=5), "deal_seeds is 5, expected 3 seeds"),
        *(
            (lambda seed=seed: table.reset(2, deal_seeds=[5, 6, seed]), "expected an integer from")
            for seed in (1.5, -1, True, "5")
        ),
    ):
        with pytest.raises(ValueError, match=message):
            call()
        assert snapshot(table) == before
        assert table.seed == 1


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


def test_games_that_are_broken_off_do_not_finish(game):
    table, other = Table(game, 4, seed=2), Table(game, 4, seed=2)
    table.deal_next(np.array([1, 3]))
    np.testing.assert_array_equal(table.deals, [0, 1, 0, 1])
    assert not table.finished.any()
    for i in range(4):
        expected = game.new(int(table.seeds[i]))
        assert table.states[i].tobytes() == expected.tobytes()
        assert (table.seeds[i] == other.seeds[i]) == (i in (0, 2))
