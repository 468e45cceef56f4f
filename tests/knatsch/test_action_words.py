"""The words of buttons."""

import pytest

from tests.knatsch.scenario import THREE, Scenario, owning


def described(scenario, action):
    position = scenario.game.visible_part(scenario.shown, 0)
    return scenario.presentation.describe_action(position, action)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("bury pile 1", "bury die 1 under pile 1"),
        ("target pile 1", "throw for die 1 on pile 1 (3 × 1 and a 2 to beat)"),
        ("target pile 2", "start the tournament on pile 2"),
        ("target castle red of +1", "attack castle red of player 1 (3 × 3 and a 1 to beat)"),
        ("target stack of +1", "attack stack of player 1 (3 × 2 and a 4 to beat)"),
        ("challenge the king", "challenge the king (4 × 5 and a 1 to beat)"),
        ("lose red under pile 1", "put castle red under pile 1"),
        ("leave red unguarded", "leave castle red unguarded"),
        ("guard stack", "guard stack"),
        ("pass", "pass"),
    ],
)
def test_cards_are_named_with_what_is_to_beat(action, words):
    scenario = Scenario(
        3, castles=[[], THREE], actions=owning("stack", seat=1),
        piles=[["die 1 111+2", "tournament"], ["tournament"]],
    )  # fmt: skip
    assert described(scenario, action) == words


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
