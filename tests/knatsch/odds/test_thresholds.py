"""The results that later throwers are likely to beat, compared with their chances."""

from hofspiele.envs.knatsch.dice import NUM_CARD_SETS, NUM_RESULTS
from hofspiele.envs.knatsch.odds.chances import start_chance
from tests.knatsch.scenario import game_of

PARAMS = game_of(4).params[0]


def test_thresholds_are_the_best_results_that_players_are_likely_to_beat():
    for cards in range(NUM_CARD_SETS):
        for throws in (3, 4):
            chances = [start_chance(PARAMS, cards, beat, throws) for beat in range(NUM_RESULTS)]
            for players in range(1, 6):
                likely = [1 - (1 - chance) ** players > 0.5 for chance in chances]
                best = int(PARAMS.likely_beaten[cards, throws - 3, players - 1])
                assert likely[best]
                assert not any(likely[best + 1 :])
