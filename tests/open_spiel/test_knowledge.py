"""The knowledge of OpenSpiel's players, and the information that resampling redraws."""

import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation  # noqa: E402

from hofspiele import envs  # noqa: E402
from hofspiele.envs.open_spiel import spiel_game  # noqa: E402
from tests.open_spiel.games import SEQUENTIAL, dealt, load, played  # noqa: E402


def in_turns(**parameters):
    return load("hofspiele_kou_ka_roi", in_turns=True, **parameters)


def uniform():
    return pyspiel.UniformProbabilitySampler(0.0, 1.0)


@pytest.mark.parametrize("decisions", [0, 7, 30])
@pytest.mark.parametrize("name", SEQUENTIAL)
def test_a_player_cannot_tell_a_resampled_state_from_the_real_one(name, decisions):
    state = played(load(name, **SEQUENTIAL[name]), decisions)
    for player in range(state.num_players()):
        other = state.resample_from_infostate(player, uniform())
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.current_player() == state.current_player()
        if player == state.current_player():
            assert other.legal_actions() == state.legal_actions()
        assert other.history() == []


@pytest.mark.parametrize("name", SEQUENTIAL)
def test_hidden_information_is_redealt(name):
    state = played(load(name, **SEQUENTIAL[name]), 7)
    redealt = {state.resample_from_infostate(0, uniform()).serialize() for _ in range(5)}
    assert len(redealt) == 5
    assert state.serialize() not in redealt


def test_before_the_deal_there_is_nothing_to_redeal():
    state = load("hofspiele_kardinal").new_initial_state()
    assert state.resample_from_infostate(0, uniform()).is_chance_node()
    assert state.observation_tensor(0) == [0.0] * 708


def test_the_tensor_is_the_observation_in_its_named_pieces():
    game = load("hofspiele_kardinal")
    state = played(game, 9)
    expected = game.game.observe(state.position.record[0], 2)
    observation = make_observation(game, INFO_STATE_OBS_TYPE)
    observation.set_from(state, 2)
    assert (observation.tensor == expected).all()
    assert state.information_state_tensor(2) == state.observation_tensor(2) == expected.tolist()
    for name, piece in game.game.layout.decode(expected).items():
        assert (observation.dict[name] == piece).all()
    assert game.observation_tensor_shape() == [708]


def test_a_choice_is_secret_until_all_are_made():
    first, second = (dealt(in_turns(players=3)) for _ in range(2))
    first.apply_action(0)
    second.apply_action(1)
    assert first.current_player() == 1
    for player, sees_choice in ((0, True), (1, False), (2, False)):
        strings = {state.information_state_string(player) for state in (first, second)}
        assert len(strings) == (2 if sees_choice else 1)
    for state in (first, second):
        state.apply_action(3)
        state.apply_action(4)
    for player in range(3):
        strings = {state.information_state_string(player) for state in (first, second)}
        assert len(strings) == 2


def test_joint_actions_and_turns_lead_to_the_same_state():
    together, turns = (
        dealt(load("hofspiele_kou_ka_roi", players=3, in_turns=value)) for value in (False, True)
    )
    assert together.is_simultaneous_node()
    together.apply_actions([1, 1, 2])
    for action in (1, 1, 2):
        turns.apply_action(action)
    assert str(together) == str(turns)
    for player in range(3):
        one, other = (state.information_state_string(player) for state in (together, turns))
        assert one == other
    # The third player was alone on a row and waits while the others choose again.
    assert together.legal_actions(2) == [together.get_game().game.wait_action]
    assert turns.current_player() == 0
    assert turns.legal_actions(2) == []
    with pytest.raises(ValueError, match="action of player 2 is 0, expected 8"):
        together.clone().apply_actions([0, 0, 0])


@pytest.mark.parametrize("name", SEQUENTIAL)
def test_information_states_recall_what_was_seen_before(name):
    game = load(name, **SEQUENTIAL[name])
    state = played(game, 9)
    action = state.legal_actions()[0]
    forgetful = game.state_at(state.position.record[0])
    for one in (state, forgetful):
        one.apply_action(action)
    assert forgetful.observation_string(1) == state.observation_string(1)
    assert forgetful.information_state_string(1) != state.information_state_string(1)


@pytest.mark.parametrize("name", SEQUENTIAL)
def test_information_states_do_not_depend_on_earlier_queries(name):
    game, same, deal = (load(name, **SEQUENTIAL[name]) for _ in range(3))  # of the same seed
    state, asked = game.new_initial_state(), same.new_initial_state()
    for action in played(deal, 9).history():
        for one in (state, asked):
            one.apply_action(action)
        asked.information_state_string(1)
    assert asked.information_state_string(1) == state.information_state_string(1)
    # The same holds if the state is serialised in between.
    packed = game.deserialize_state(state.serialize())
    assert packed.information_state_string(1) == state.information_state_string(1)


def test_joint_actions_belong_to_their_seats_whoever_decides_first():
    game = spiel_game(envs.make("kou_ka_roi", num_players=3))
    position = game.game.first_to_decide(game.game.new(0), 2)
    together = game.state_at(position)
    together.apply_actions([0, 1, 2])
    taken = game.game.to_dict(together.position.record[0])["collections"]
    rows = game.game.to_dict(position)["rows"]
    assert [sum(cards.values()) for cards in taken] == [len(row) for row in rows[:3]]
    for cards, row in zip(taken, rows, strict=False):
        assert set(cards) == set(row)
