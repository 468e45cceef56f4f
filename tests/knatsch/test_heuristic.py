"""The preferences of the heuristic."""

import numpy as np

from tests.knatsch.scenario import (
    CARD,
    OTHER_THREE,
    STOP,
    THREE,
    TWO,
    Scenario,
    keeping,
    on_the_table,
    remember,
)

NO_PILES = {"piles": [[], []]}
FOUR_TOURNAMENTS = {"piles": [["tournament"], ["tournament"]]}


def worth(scenario: Scenario, action: str) -> float:
    return float(scenario.game.action_values(scenario.state)[scenario.game.action_index(action)])


def choice(scenario: Scenario) -> str:
    """Return the name of the legal action with the highest worth."""
    values = scenario.game.action_values(scenario.state)
    legal = scenario.game.legal_mask(scenario.state)
    return scenario.game.action_name(int(np.where(legal, values, -np.inf).argmax()))


# --- targets -----------------------------------------------------------------------------------


def test_the_castle_that_wins_is_preferred_to_an_easier_card():
    scenario = Scenario(castles=[THREE], piles=[["die 1 111+2"], ["white 333+1"]])
    assert choice(scenario) == "target pile 2"
    scenario = Scenario(castles=[[]], piles=[["die 1 111+2"], ["black 333+2"]])
    assert worth(scenario, "target pile 2") < worth(
        Scenario(castles=[THREE], piles=[["die 1 111+2"], ["black 333+2"]]), "target pile 2"
    )


def test_of_equal_castles_the_one_of_the_leader_is_preferred():
    weak = {"castles": [[], THREE, ["yellow 333+5", "white 333+1"]]}
    scenario = Scenario(**weak, **NO_PILES)
    castles = [f"target castle {colour} of +1" for colour in ("red", "blue", "green")]
    assert choice(scenario) == castles[0]
    assert min(worth(scenario, castle) for castle in castles) > worth(
        scenario, "target castle yellow of +2"
    )


def test_an_attack_is_worth_less_if_the_owner_has_dice_cards():
    castles = [[], TWO]
    bare = Scenario(castles=castles, **NO_PILES)
    armed = Scenario(castles=castles, actions=[[], [CARD["protection"]]], **NO_PILES)
    defended = Scenario(castles=castles, actions=[[], [CARD["die 3"]]], **NO_PILES)
    target = "target castle red of +1"
    assert worth(bare, target) > worth(armed, target) > worth(defended, target) > 0


def test_the_king_is_worth_a_challenge_only_with_good_dice_or_protection():
    fields = {"castles": [THREE], **FOUR_TOURNAMENTS}
    assert worth(Scenario(**fields), "challenge the king") < 0
    assert worth(Scenario(actions=[[CARD["protection"]]], **fields), "challenge the king") > 0
    dice = [CARD[f"die {face}"] for face in range(1, 6)]
    assert worth(Scenario(actions=[dice], **fields), "challenge the king") > worth(
        Scenario(actions=[dice[:2]], **fields), "challenge the king"
    )


def test_a_known_card_that_wins_is_dug_out():
    below = ["black 333+2", "tournament", "stack 222+4"]
    scenario = Scenario(castles=[THREE], piles=[["tournament"], below])
    remember(scenario.state, [0, 2])
    unlikely = worth(scenario, "bury pile 2")
    scenario = Scenario(castles=[THREE], piles=[["tournament"], [below[1], below[0], below[2]]])
    remember(scenario.state, [0, 2])
    assert choice(scenario) == "bury pile 2"
    assert worth(scenario, "bury pile 2") > unlikely


def test_another_target_after_an_action_card_counts():
    pile = ["die 1 111+2"]
    alone = worth(Scenario(castles=[TWO], piles=[pile, []]), "target pile 1")
    more = worth(Scenario(castles=[TWO], piles=[pile, ["white 333+1"]]), "target pile 1")
    assert more > alone


# --- dice --------------------------------------------------------------------------------------


def test_an_attack_continues_if_a_higher_result_hinders_the_defence():
    low, high = (
        Scenario(**on_the_table("castle red of 1", dice, 2), castles=[["white 333+1"], TWO])
        for dice in ("333216", "555556")
    )
    assert choice(low) != STOP
    assert choice(high) == STOP


def test_the_last_thrower_tries_for_just_enough():
    """Three 3 and the 4 on the table beat three 3 and a 2."""
    about = {"by": 3, "beat": [3, 3, 2], "leader": 1}
    scenario = Scenario(**on_the_table("tournament", "331466", 2, **about))
    assert choice(scenario) == keeping("133466", "1")


# --- castles -----------------------------------------------------------------------------------


def test_the_most_easily_attacked_castle_is_given_up():
    """Owners of a colour can't attack another castle of it."""
    own = ["red 444+5", "blue 333+2", "green 444+2"]
    fields = {"piles": [[], OTHER_THREE], "step": "lose castle"}
    assert choice(Scenario(3, castles=[own], **fields)).startswith("lose blue ")
    others = ["blue 444+1"], ["blue 444+3"]
    assert choice(Scenario(3, castles=[own, *others], **fields)).startswith("lose green ")
