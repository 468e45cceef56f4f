"""OpenSpiel's own checks of games, and its algorithms, applied to our games."""

import pickle
import unittest

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from absl import flags  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    generate_playthrough,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)

from hofspiele.envs.agents import GreedyAgent, play_match  # noqa: E402
from hofspiele.envs.open_spiel import SpielBotAgent  # noqa: E402
from tests.open_spiel.games import SAMPLED, SEQUENTIAL, dealt, load, played  # noqa: E402


def rollouts(seed=0):
    return mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))


def ismcts_bot(game, seed=0, simulations=12):
    random = np.random.RandomState(seed)
    return ismcts.ISMCTSBot(game, rollouts(seed), 2.0, simulations, random_state=random)


@pytest.mark.parametrize("name", SEQUENTIAL)
def test_information_set_mcts_searches(name):
    game = load(name, **SEQUENTIAL[name])
    state = played(game, 3)
    assert ismcts_bot(game).step(state) in state.legal_actions()


def test_information_set_mcts_learns_nothing_hidden():
    state = played(load("hofspiele_kardinal"), 8)
    player = state.current_player()
    resampled = state.resample_from_infostate(player, lambda: 0.25)
    one, other = (ismcts_bot(state.get_game(), 1).get_policy(s) for s in (state, resampled))
    assert one == other


def test_mccfr_with_outcome_sampling_learns():
    game = load("hofspiele_kou_ka_roi", in_turns=True, players=2)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    probabilities = solver.average_policy().action_probabilities(dealt(game))
    assert sum(probabilities.values()) == pytest.approx(1)


def test_bots_play_matches_as_agents():
    game = load("hofspiele_kou_ka_roi", players=2).game
    bot = SpielBotAgent("ismcts", lambda spiel, seed: ismcts_bot(spiel, seed, simulations=4))
    results = [play_match(game, [bot, GreedyAgent()], num_deals=1, seed=3) for _ in range(2)]
    assert results[0].agents[0] == "ismcts"
    assert (results[0].scores == results[1].scores).all()


def test_policy_gradients_learn():
    torch = pytest.importorskip("torch")
    from open_spiel.python.pytorch.policy_gradient import PolicyGradient

    torch.manual_seed(0)
    game = "turn_based_simultaneous_game(game=hofspiele_kou_ka_roi(rng_seed=1))"
    environment = rl_environment.Environment(pyspiel.load_game(game), seed=0)
    sizes = (
        environment.observation_spec()["info_state"][0],
        environment.action_spec()["num_actions"],
    )
    agents = [
        PolicyGradient(
            player, *sizes, hidden_layers_sizes=(8,), batch_size=4, num_critic_before_pi=1
        )
        for player in range(environment.num_players)
    ]
    for _ in range(2):
        step = environment.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = environment.step([agents[player].step(step).action])
        for agent in agents:
            agent.step(step)
    assert all(torch.isfinite(loss).all() for agent in agents for loss in agent.loss)


# Simultaneous choices are turned into turns by OpenSpiel and by us.
TURNS = "turn_based_simultaneous_game(game=hofspiele_kou_ka_roi(players=4))"
GAMES = [*SAMPLED.items(), ("hofspiele_kou_ka_roi", {"in_turns": True}), (TURNS, {})]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_random_simulations(name, options):
    game = pyspiel.load_game(TURNS) if name == TURNS else load(name, **options)
    pyspiel.random_sim_test(game, 2, serialize=False, verbose=False)


@pytest.mark.parametrize("name", SEQUENTIAL)
def test_the_python_api_test(name):
    from open_spiel.integration_tests import api_test

    attributes = {"game_name": name, "game": load(name, **SEQUENTIAL[name])}
    case = type(name, (api_test.EnforceAPIOnPartialTreeBase,), attributes)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert not result.errors + result.failures


def test_pickled_games_keep_their_random_numbers():
    game = load("hofspiele_kardinal")
    twin = pickle.loads(pickle.dumps(game))
    one, other = (g.new_initial_state().child(0) for g in (game, twin))
    assert one.serialize() == other.serialize()
    assert game.new_initial_state().child(0).serialize() != one.serialize()


@pytest.mark.parametrize(
    "text",
    [
        "hofspiele_kou_ka_roi(rng_seed=5)",
        "hofspiele_kou_ka_roi(in_turns=True,rng_seed=5)",
        "hofspiele_knatsch(max_turns=5,players=2,rng_seed=5)",
    ],
)
def test_playthroughs_are_repeated(text, tmp_path):
    flags.FLAGS.mark_as_parsed()
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(text, [], seed=7), encoding="utf-8")
    original, again = generate_playthrough.replay(str(file))
    assert original == again
    assert "InformationStateString(0)" in original
