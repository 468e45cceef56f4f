"""Games and their options, as OpenSpiel lists and accepts them."""

from dataclasses import replace

import pytest

pyspiel = pytest.importorskip("pyspiel")

from hofspiele import envs  # noqa: E402
from hofspiele.envs.core.registry import spec_of  # noqa: E402
from hofspiele.envs.core.rewards import result_of, reward_of  # noqa: E402
from hofspiele.envs.core.spec import Utilities  # noqa: E402
from hofspiele.envs.open_spiel import spiel_game  # noqa: E402
from hofspiele.envs.open_spiel.game import game_type  # noqa: E402
from tests.fourth_game import SPEC  # noqa: E402
from tests.open_spiel.games import SAMPLED, dealt, load, played  # noqa: E402
from tests.pages import ROOT, run_code  # noqa: E402
from tests.processes import printed  # noqa: E402


@pytest.mark.parametrize("name", SAMPLED)
def test_every_option_of_a_game_is_a_parameter(name):
    spec = spec_of(name.removeprefix("hofspiele_"))
    listed = {kind.short_name: kind for kind in pyspiel.registered_games()}[name]
    options = {option.name: option.default for option in spec.options}
    options["players"] = options.pop("num_players")
    for option, default in options.items():
        assert listed.parameter_specification[option] == ("" if default is None else default)
    others = {"reward", "rng_seed"}
    others |= {"in_turns"} if spec.simultaneous else set()
    assert set(listed.parameter_specification) == set(options) | others


def test_the_game_type_matches_the_game():
    game = load("hofspiele_kou_ka_roi", players=4)
    kind = game.get_type()
    assert kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert kind.reward_model == pyspiel.GameType.RewardModel.TERMINAL
    assert (kind.min_num_players, kind.max_num_players) == (2, 4)
    assert (game.num_players(), game.num_distinct_actions()) == (4, 9)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    assert (game.max_chance_outcomes(), game.max_chance_nodes_in_history()) == (1, 1)
    turns = load("hofspiele_kou_ka_roi", in_turns=True)
    assert turns.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    assert load("hofspiele_kardinal").get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL


def test_options_reach_the_game():
    game = load("hofspiele_kardinal", players=5, vatikan=True, two_countries=True)
    assert game.game == envs.make("kardinal", num_players=5, vatikan=True, two_countries=True)
    assert pyspiel.load_game(str(game)).game == game.game
    assert spiel_game(game.game).game == game.game


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 7}, "num_players is 7, expected one of: 3, 4, 5"),
        ({"reward": "fame"}, "reward is 'fame', expected one of: outcome, win, rank, margin"),
        ({"rng_seed": -2}, "rng_seed is -2, expected an integer >= -1"),
    ],
)
def test_wrong_values_are_refused(given, message):
    with pytest.raises(ValueError, match=message):
        pyspiel.load_game("hofspiele_kardinal", given)


def test_an_illegal_action_is_refused_and_changes_nothing():
    state = dealt(load("hofspiele_kardinal"))
    before = state.serialize()
    with pytest.raises(ValueError, match="is illegal here; legal actions: "):
        state.apply_action(next(a for a in range(452) if a not in state.legal_actions()))
    assert state.serialize() == before


def test_decisions_after_the_end_are_refused():
    in_turns, at_once = (load("hofspiele_kou_ka_roi", in_turns=value) for value in (True, False))
    turns = played(in_turns, 200)
    turns.apply_action(turns.legal_actions()[0])
    together = at_once.state_at(turns.position.record[0])
    assert turns.is_terminal()
    assert together.is_terminal()
    refusal = "is not possible: the game is over"
    for action in range(in_turns.num_distinct_actions()):
        with pytest.raises(ValueError, match=refusal):
            turns.apply_action(action)
        with pytest.raises(ValueError, match=refusal):
            together.apply_actions([action] * 3)


def test_own_utilities_are_general_and_have_their_range():
    game = load("hofspiele_high_card", players=3)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-3, 9, 0)
    kind = game_type(replace(SPEC, utilities=Utilities(0, 5, zero_sum=False)))
    assert kind.utility == pyspiel.GameType.Utility.GENERAL_SUM
    game = load("hofspiele_high_card", players=3, reward="win")
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)


@pytest.mark.parametrize("reward", ["outcome", "win", "rank", "margin"])
def test_returns_are_the_reward_that_was_chosen(reward):
    game = load("hofspiele_kou_ka_roi", in_turns=True, reward=reward)
    state = played(game, 200)
    assert state.returns() == state.rewards() == [0.0] * 3
    state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    result = result_of(game.game, state.position.record)
    assert (
        state.returns() == state.rewards() == reward_of(reward, game.game).pay(result)[0].tolist()
    )


def test_python_ends_without_an_abort():
    code = "import pyspiel, hofspiele.envs.open_spiel; pyspiel.load_game('hofspiele_kardinal')"
    assert printed("-c", code) == ""


def test_examples_in_the_readme_run():
    run_code(ROOT / "envs" / "open_spiel" / "README.md")
