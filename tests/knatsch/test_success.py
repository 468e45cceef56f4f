"""The chances of success that players see."""

import pytest

from hofspiele.envs.knatsch.actions import pile_name
from hofspiele.envs.knatsch.attempts import THROWS
from hofspiele.envs.knatsch.odds.sieges import siege_chance
from hofspiele.envs.knatsch.odds.targets import action_chance, king_chance, pile_chance
from tests.knatsch.scenario import PILES, THREE, TWO, Scenario, on_the_table, owning

COLOURS = ("red", "blue", "green", "yellow", "white", "black")


def chances(scenario):
    return scenario.presentation.chances(scenario.state)


def test_chances_of_targets_are_those_of_the_heuristic():
    scenario = Scenario(
        3, castles=[THREE, ["yellow 333+5", "white 333+1"]], actions=owning("stack", seat=1),
        piles=[["die 1 111+2", "tournament"], ["tournament"]],
    )  # fmt: skip
    game, state = scenario.game, scenario.state
    params, castle = game.params[0], int(state["castle"][1, COLOURS.index("yellow")])
    found = chances(scenario)
    assert found == pytest.approx({
        "target pile 1": pile_chance(params, state, 0, 0),
        "target castle yellow of +1": siege_chance(params, 0, THROWS, castle, 0),
        "target castle white of +1": found["target castle white of +1"],
        "target stack of +1": action_chance(params, state, 0, 1, 7),
        "challenge the king": king_chance(params, state, 0),
    })  # fmt: skip
    assert found["challenge the king"] < found["target castle yellow of +1"] < 1


def test_chances_of_dice_are_certain_once_the_target_is_beaten():
    attempt = on_the_table("stack of 1", "444456", 2)
    found = chances(Scenario(3, castles=[TWO], actions=owning("stack", seat=1), **attempt))
    assert found["keep xxxxxx"] == 1
    assert 0 < found["keep .....x"] < 1


@pytest.mark.parametrize(
    "fields",
    [
        on_the_table("tournament", "122356", 3),
        {"castles": [THREE], "step": "lose castle"},
        {"over": True},
    ],
)
def test_other_decisions_have_no_chances(fields):
    assert chances(Scenario(3, **fields)) == {}


def test_only_the_deciding_seat_sees_chances():
    scenario = Scenario(3, piles=[["die 1 111+2", "tournament"], *PILES[:1]])
    picture = scenario.presentation.picture
    words = f"{100 * chances(scenario)['target pile 1']:.0f} %"
    for view, sees in ((0, True), (1, False), (None, False), (scenario.game.bystander, False)):
        labels = [box.label for box in picture(scenario.state, view).boxes if box.kind == "badge"]
        assert labels == [words] * sees
    described = scenario.presentation.describe_targets(
        scenario.presentation.scene(scenario.state, 0)
    )
    assert described[pile_name(0)].endswith(f", chance {words}")
