"""What the heuristic prefers, and its chances of answered attempts against slow exact play."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from hofspiele.envs.knatsch.contests import siege_chance
from hofspiele.envs.knatsch.prospects import fill_weights
from tests.knatsch.dice_by_hand import reading, worths
from tests.knatsch.table_talk import (
    CARD,
    OTHER_THREE,
    STOP,
    THREE,
    TWO,
    Table,
    game_of,
    keeping,
    on_the_table,
)
from tests.play import random_game, seeds

NO_PILES = {"piles": [[], []]}
FOUR_TOURNAMENTS = {"piles": [["tournament"], ["tournament"]]}


def worth(table: Table, action: str) -> float:
    return float(table.game.action_values(table.state)[table.game.action_index(action)])


def choice(table: Table) -> str:
    """The legal action of the highest worth."""
    values = table.game.action_values(table.state)
    legal = table.game.legal_mask(table.state)
    return table.game.action_name(int(np.where(legal, values, -np.inf).argmax()))


@pytest.mark.parametrize("num_players", [2, 4, 6])
@given(seed=seeds)
def test_every_legal_action_of_a_game_has_a_worth(num_players, seed):
    game = game_of(num_players)
    for state in random_game(game, seed)[:-1:5]:
        assert np.isfinite(game.action_values(state)[game.legal_mask(state)]).all()


# --- targets -----------------------------------------------------------------------------------


def test_the_castle_that_wins_is_preferred_to_an_easier_card():
    table = Table(castles=[THREE], piles=[["die 1 111+2"], ["white 333+1"]])
    assert choice(table) == "target pile 2"
    table = Table(castles=[[]], piles=[["die 1 111+2"], ["black 333+2"]])
    assert worth(table, "target pile 2") < worth(
        Table(castles=[THREE], piles=[["die 1 111+2"], ["black 333+2"]]), "target pile 2"
    )


def test_of_equal_castles_the_one_of_the_leader_is_preferred():
    weak = {"castles": [[], THREE, ["yellow 333+5", "white 333+1"]]}
    table = Table(**weak, **NO_PILES)
    castles = [f"target castle {colour} of +1" for colour in ("red", "blue", "green")]
    assert choice(table) == castles[0]
    assert min(worth(table, castle) for castle in castles) > worth(
        table, "target castle yellow of +2"
    )


def test_an_attack_is_worth_less_if_the_owner_has_dice_cards():
    castles = [[], TWO]
    bare = Table(castles=castles, **NO_PILES)
    armed = Table(castles=castles, actions=[[], [CARD["protection"]]], **NO_PILES)
    defended = Table(castles=castles, actions=[[], [CARD["die 3"]]], **NO_PILES)
    target = "target castle red of +1"
    assert worth(bare, target) > worth(armed, target) > worth(defended, target) > 0


def test_the_king_is_worth_a_challenge_only_with_good_dice_or_protection():
    fields = {"castles": [THREE], **FOUR_TOURNAMENTS}
    assert worth(Table(**fields), "challenge the king") < 0
    assert worth(Table(actions=[[CARD["protection"]]], **fields), "challenge the king") > 0
    dice = [CARD[f"die {face}"] for face in range(1, 6)]
    assert worth(Table(actions=[dice], **fields), "challenge the king") > worth(
        Table(actions=[dice[:2]], **fields), "challenge the king"
    )


def test_a_known_card_that_wins_is_dug_out():
    below = ["black 333+2", "tournament", "stack 222+4"]
    table = Table(castles=[THREE], piles=[["tournament"], below])
    table.state["known_below"] = [0, 2]
    unlikely = worth(table, "bury pile 2")
    table = Table(castles=[THREE], piles=[["tournament"], [below[1], below[0], below[2]]])
    table.state["known_below"] = [0, 2]
    assert choice(table) == "bury pile 2"
    assert worth(table, "bury pile 2") > unlikely


def test_another_target_after_an_action_card_counts():
    pile = ["die 1 111+2"]
    alone = worth(Table(castles=[TWO], piles=[pile, []]), "target pile 1")
    more = worth(Table(castles=[TWO], piles=[pile, ["white 333+1"]]), "target pile 1")
    assert more > alone


# --- prospects ---------------------------------------------------------------------------------


def weights(**fields):
    table = Table(**fields)
    found = np.zeros(4)
    fill_weights(table.game.params[0], table.state, found)
    return found


def test_who_is_near_a_goal_weighs_more():
    for fields in (
        {"castles": [[], TWO, OTHER_THREE]},
        {"castles": [[], TWO, OTHER_THREE[:2]], "tournaments": [0, 1, 2]},
        {"actions": [[], [CARD["die 1"]], [CARD["die 5"]]]},
    ):
        seats = weights(**fields)
        assert seats[0] < seats[1] < seats[2]


def test_who_has_won_outweighs_all():
    assert weights(castles=[[], [*THREE, "white 333+1"]], over=True)[1] > 1000


# --- dice --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("attacker", "defender"), [((), ()), ((3,), ()), ((), (4,))])
def test_the_chance_of_a_siege_is_exact(attacker, defender):
    """To beat 444+1, and then be beaten by the best of three throws of the owner."""
    table = Table()
    castle = table.game.components.card_names.index("blue 444+1")
    bits = [sum(1 << face - 1 for face in faces) for faces in (attacker, defender)]
    found = siege_chance(table.game.params[0], bits[0], 3, castle, bits[1])

    defences = {}

    def holds(result):
        if result not in defences:
            beaten = worths(lambda dice: Fraction(reading(dice, defender) > result), 3)
            defences[result] = 1 - beaten[3][()]
        return defences[result]

    def payoff(dice):
        result = reading(dice, attacker)
        return holds(result) if result > (3, 4, 1) else Fraction(0)

    assert found == pytest.approx(float(worths(payoff, 3)[3][()]), abs=1e-6)


def test_an_attack_goes_on_where_more_helps_against_the_defence():
    low, high = (
        Table(**on_the_table("castle red of 1", dice, 2), castles=[["white 333+1"], TWO])
        for dice in ("333216", "555556")
    )
    assert choice(low) != STOP
    assert choice(high) == STOP


def test_who_throws_last_aims_at_just_enough():
    """Three 3 and the 4 that lies there beat three 3 and a 2."""
    about = {"by": 3, "beat": [3, 3, 2], "leader": 1}
    table = Table(**on_the_table("tournament", "331466", 2, **about))
    assert choice(table) == keeping("133466", "1")
