"""Algorithms of OpenSpiel play and learn our games."""

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr  # noqa: E402

from hofspiele.envs.agents import GreedyAgent, play_match  # noqa: E402
from hofspiele.envs.open_spiel import SpielBotAgent  # noqa: E402
from tests.open_spiel.games import SEQUENTIAL, dealt, load, played  # noqa: E402


def rollouts(seed=0):
    return mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))


def ismcts_bot(game, seed=0, simulations=12):
    random = np.random.RandomState(seed)
    return ismcts.ISMCTSBot(game, rollouts(seed), 2.0, simulations, random_state=random)


def test_mcts_searches():
    game = load("hofspiele_kou_ka_roi", in_turns=True)
    state = played(game, 3)
    bot = mcts.MCTSBot(game, 2.0, 12, rollouts(), random_state=np.random.RandomState(0))
    assert bot.step(state) in state.legal_actions()
    # `step` of the bot in C++ crashes with every game written in Python.
    compiled = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(1, 0), 2.0, 12, 10, False, 0, False
    )
    assert compiled.mcts_search(state).best_child().action in state.legal_actions()


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


@pytest.mark.parametrize(
    "text",
    [
        "hofspiele_kardinal(rng_seed=1)",
        "turn_based_simultaneous_game(game=hofspiele_kou_ka_roi(rng_seed=1))",
    ],
)
def test_policy_gradients_learn(text):
    torch = pytest.importorskip("torch")
    from open_spiel.python.pytorch.policy_gradient import PolicyGradient

    torch.manual_seed(0)
    environment = rl_environment.Environment(pyspiel.load_game(text), seed=0)
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
