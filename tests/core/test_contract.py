"""The contract of `hofspiele.envs.core.game.Game`, checked in random games."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hofspiele import envs
from hofspiele.envs.core import IllegalActionError
from hofspiele.envs.testing import contract
from tests.games import CASES, FOREIGN_CASES, OWN_CASES, RACES, TABLE_CASES
from tests.play import continuation, decisions, positions, random_game, seeds


@pytest.fixture(scope="module", params=CASES, ids=str)
def game(request):
    return request.param.make()


@given(data=st.data())
def test_apply_accepts_exactly_the_legal_actions(game, data):
    contract.check_actions(game, data.draw(positions(game)))


def test_the_kernel_legal_fills_the_complete_mask(game):
    state, masks = game.new(3), np.ones((1, game.num_actions), np.bool_)
    game.engine.legal(game.params, game._array(state), masks)
    assert (masks[0] == game.legal_mask(state)).all()


@given(data=st.data())
def test_methods_return_the_fields_of_the_record(game, data):
    state = data.draw(positions(game))
    assert game.legal_actions(state) == np.flatnonzero(game.legal_mask(state)).tolist()
    assert game.is_over(state) == bool(state["over"])
    assert game.current_player(state) == (None if state["over"] else state["player"])
    returns = game.outcome(state) if state["over"] else np.zeros(game.num_players)
    assert game.returns(state).tolist() == returns.tolist()


def test_an_action_may_be_given_by_its_name(game):
    numbered, named = game.new(3), game.new(3)
    action = game.legal_actions(numbered)[-1]
    game.apply(numbered, action)
    game.apply(named, game.action_name(action))
    assert named.tobytes() == numbered.tobytes()


@given(data=st.data())
def test_written_positions_are_read_and_written_unchanged(game, data):
    contract.check_writing(game, data.draw(positions(game)))


@given(data=st.data())
def test_chance_after_a_written_position_follows_from_the_seed(game, data):
    position = game.to_dict(data.draw(positions(game)))
    seed = data.draw(seeds)
    first, again = game.from_dict(position, seed), game.from_dict(position, seed)
    assert continuation(game, first) == continuation(game, again)


@given(data=st.data())
def test_copies_continue_identically(game, data):
    state = data.draw(positions(game))
    copies = {
        "copy": state.copy(),
        "deepcopy": copy.deepcopy(state),
        "bytes": np.frombuffer(state.tobytes(), game.state_dtype)[0],
        "pickle": pickle.loads(pickle.dumps(state)),
    }
    expected = continuation(game, state)
    for way, other in copies.items():
        assert continuation(game, other) == expected, way


def test_a_pickled_game_is_the_same_game(game):
    for other in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert other == game
        assert hash(other) == hash(game)
        assert other.new(7).tobytes() == game.new(7).tobytes()
    assert envs.make(game.name, **game.options) == game


@given(data=st.data())
def test_observations_stay_within_the_layout(game, data):
    assert (game.layout.low() >= -1).all()
    assert (game.layout.high() <= 1).all()
    contract.check_observations(game, data.draw(positions(game)))


@given(data=st.data())
def test_the_heuristic_values_legal_actions_only(game, data):
    contract.check_worths(game, data.draw(positions(game)))


@given(data=st.data())
def test_reading_a_position_does_not_change_it(game, data):
    state = data.draw(positions(game))
    before = state.tobytes()
    for read in (
        game.legal_mask, game.legal_actions, game.current_player, game.is_over, game.returns,
        game.action_values, game.scores, game.ranks, game.outcome, game.score_sheet, game.to_dict,
        game.state_vector,
    ):  # fmt: skip
        read(state)
    game.observe(state, 0)
    game.redeal(state, 0, 1)
    assert state.tobytes() == before


@given(data=st.data())
def test_outcomes_follow_the_ranks_or_the_declared_utilities(game, data):
    state = data.draw(positions(game))
    contract.check_outcomes(game, state)


@given(data=st.data())
@pytest.mark.parametrize("case", [case for case in CASES if case.name not in RACES], ids=str)
def test_ranks_follow_the_points(case, data):
    game = case.make()
    state = data.draw(positions(game))
    scores = game.scores(state)
    better, ranks = scores[:, None] > scores, game.ranks(state)
    assert (better <= (ranks[:, None] < ranks)).all()  # A tie-break may separate equal points.
    assert game.score_sheet(state)["total"] == scores.tolist()


@pytest.mark.parametrize("case", [*TABLE_CASES, *FOREIGN_CASES], ids=str)
def test_score_sheets_add_up(case):
    game = case.make()
    for seed in range(3):
        for state in random_game(game, seed):
            contract.check_score_sheet(game, state)


@pytest.mark.parametrize("name", sorted({case.name for case in OWN_CASES}))
def test_all_options_of_a_game_share_its_sizes(name):
    games = [case.make() for case in TABLE_CASES if case.name == name]
    assert len({(game.observation_size, game.num_actions) for game in games}) == 1
    assert len({game.state_dtype for game in games}) == 1


def test_the_same_seed_deals_the_same_game(game):
    assert random_game(game, 5)[-1].tobytes() == random_game(game, 5)[-1].tobytes()
    assert len({game.new(seed).tobytes() for seed in range(20)}) == 20


def test_actions_have_names(game):
    names = [game.action_name(action) for action in range(game.num_actions)]
    assert [game.action_index(name) for name in names] == list(range(game.num_actions))
    with pytest.raises(ValueError, match="unknown action 'fly'"):
        game.action_index("fly")
    for action in (-1, game.num_actions):
        with pytest.raises(ValueError, match=f"action is {action}"):
            game.action_name(action)


def test_an_illegal_action_is_explained(game):
    state = game.new(0)
    with pytest.raises(IllegalActionError, match=r"is illegal here; legal actions: \d+ \("):
        game.apply(state, int(np.flatnonzero(~game.legal_mask(state))[0]))
    with pytest.raises(IllegalActionError, match="is not possible: the game is over"):
        game.apply(random_game(game, 0)[-1], 0)


def test_written_positions_of_other_games_are_refused(game):
    with pytest.raises(ValueError, match=r"unknown field 'weather'; fields: game, num_players"):
        game.from_dict({"game": game.name, "weather": "fine"})
    with pytest.raises(ValueError, match="game is 'chess'"):
        game.from_dict({"game": "chess"})


def test_a_read_only_position_can_be_read_but_not_played(game):
    state = game.new(0)
    unpickled = pickle.loads(pickle.dumps(state))  # numpy ignores changes of such a record.
    with pytest.raises(ValueError, match="was unpickled; copy it first"):
        game.apply(unpickled, game.legal_actions(state)[0])
    frozen = np.frombuffer(state.tobytes(), game.state_dtype)
    assert (game.observe(frozen, 0) == game.observe(state, 0)).all()
    with pytest.raises(ValueError, match="read-only"):
        game.apply(frozen, int(np.flatnonzero(game.legal_mask(state))[0]))


@given(data=st.data())
def test_drawings_are_text(game, data):
    state = data.draw(positions(game))
    drawing = game.draw(game.to_dict(state))
    assert drawing
    assert all(line == line.rstrip() for line in drawing.splitlines())


@given(data=st.data())
def test_the_state_vector_has_one_size_and_holds_no_generator(game, data):
    state = data.draw(decisions(game))
    vector = game.state_vector(state)
    assert vector.shape == game.state_vector(game.new(0)).shape
    assert vector.dtype == np.float32
    state["key"] ^= np.uint64(1)
    assert (game.state_vector(state) == vector).all()
