"""The weights of players, which are larger near a goal."""

import numpy as np

from hofspiele.envs.knatsch.odds.prospects import fill_weights
from tests.knatsch.scenario import CARD, OTHER_THREE, TWO, Scenario


def weights(**fields):
    scenario = Scenario(**fields)
    found = np.zeros(4)
    fill_weights(scenario.game.params[0], scenario.state, found)
    return found


def test_players_nearer_to_a_goal_weigh_more():
    for fields in (
        {"castles": [[], TWO, OTHER_THREE]},
        {"castles": [[], TWO, OTHER_THREE[:2]], "tournaments": [0, 1, 2]},
        {"actions": [[], [CARD["die 1"]], [CARD["die 5"]]]},
    ):
        seats = weights(**fields)
        assert seats[0] < seats[1] < seats[2]
