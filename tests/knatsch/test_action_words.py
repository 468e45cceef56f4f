"""The words of buttons."""

import pytest

from tests.knatsch.scenario import Scenario, owning


def described(scenario, action):
    position = scenario.game.visible_part(scenario.shown, 0)
    return scenario.presentation.describe_action(position, action)


@pytest.mark.parametrize(
    ("top", "beat", "without"),
    [
        ("yellow 444+3", "3 × 2 and a 4", "3 × 4 and a 3"),
        ("die 3 333+1", "3 × 3 and a 1", "3 × 3 and a 1"),  # no castle
    ],
)
def test_treason_lowers_what_is_to_beat_for_a_castle_on_a_pile(top, beat, without):
    """KN-8: treason helps its owner against castles on piles."""
    scenario = Scenario(3, actions=owning("treason"), piles=[[top, "tournament"], ["tournament"]])
    words = f"throw for {top.rpartition(' ')[0]} on pile 1 ({beat} to beat)"
    assert described(scenario, "target pile 1") == words
    for seat, combination in ((0, beat), (1, without), (None, without)):
        scene = scenario.presentation.scene(scenario.state, seat)
        label = scenario.presentation.describe_targets(scene)["pile 1"]
        assert f", {combination} to beat" in label
