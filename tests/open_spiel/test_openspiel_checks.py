"""OpenSpiel's own checks of games, applied to ours."""

import pickle
import unittest

import pytest

pyspiel = pytest.importorskip("pyspiel")

from absl import flags  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough  # noqa: E402

from tests.open_spiel.games import SAMPLED, SEQUENTIAL, load  # noqa: E402

TURNS = "turn_based_simultaneous_game(game=hofspiele_kou_ka_roi(players=4))"


@pytest.mark.parametrize("name", SAMPLED)
def test_random_simulations(name):
    pyspiel.random_sim_test(load(name, **SAMPLED[name]), 3, serialize=False, verbose=False)


def test_simultaneous_choices_turned_into_turns_by_openspiel_and_by_us():
    pyspiel.random_sim_test(pyspiel.load_game(TURNS), 2, serialize=False, verbose=False)
    ours = load("hofspiele_kou_ka_roi", in_turns=True)
    pyspiel.random_sim_test(ours, 2, serialize=False, verbose=False)


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
