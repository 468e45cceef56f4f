"""The targets that actions point at, and the reasons why targets are illegal."""

import pytest

from hofspiele.envs.pictures.presentation import presentation_of
from tests.knatsch.scenario import PILES, TWO, Scenario, on_the_table, owning


@pytest.mark.parametrize(
    ("action", "targets"),
    [
        ("bury pile 2", {"under pile 2"}),
        ("target pile 2", {"pile 2"}),
        ("target castle red of +1", {"castle red of 0"}),
        ("target die 1 of +2", {"die 1 of 1"}),
        ("challenge the king", {"the king"}),
        ("keep x..xx.", {"die 1", "die 4", "die 4 (2)"}),
        ("keep ......", set()),
        ("lose red under pile 1", {"castle red of 2", "under pile 1"}),
        ("leave red unguarded", {"castle red of 2"}),
        ("guard stack", {"stack of 2"}),
        ("pass", set()),
    ],
)
def test_actions_point_at_cards_piles_and_dice(action, targets):
    game = Scenario(3).game
    presentation = presentation_of(game)
    position = {"player": 2, "num_players": 3, "attempt": {"dice": [1, 2, 3, 4, 4, 6]}}
    assert presentation.targets(position, action) == targets


def test_dice_are_counted_upwards_wherever_they_lie():
    """Kept dice lie before thrown ones even if those are lower."""
    before = Scenario(3, **on_the_table("pile 1", "144556", 2), piles=[TWO, ["tournament"]])
    after = Scenario(3, **on_the_table("pile 1", "124456", 1), piles=[TWO, ["tournament"]])
    targets = after.presentation.picture(
        after.state, before=before.state, action="keep .xx..x"
    ).targets
    dice = sorted((name for name in targets if name[:4] == "die "), key=lambda die: targets[die])
    # The kept dice 4 4 6 come before the thrown dice 1 2 5.
    assert dice == ["die 4", "die 4 (2)", "die 6", "die 1", "die 2", "die 5"]


@pytest.mark.parametrize(
    ("fields", "target", "why"),
    [
        ({"piles": [[], PILES[0]]}, "pile 1", "pile 1 is empty"),
        ({"piles": [["tournament"], PILES[0]]}, "under pile 1", "pile 1 has only one card"),
        (
            {"actions": owning("stack"), "piles": [["stack 222+5"], PILES[0]]},
            "pile 1",
            "you already own stack",
        ),
        ({"castles": [TWO]}, "castle red of 0", "castle red is yours"),
        ({"castles": [[], TWO[:1]]}, "castle red of 1", "castle red is player 1's only castle"),
        (
            {
                "castles": [[], TWO],
                "actions": owning("castle guard", seat=1),
                "guarded_castles": [[], ["red", "blue"]],
            },
            "castle red of 1",
            "a guard protects castle red of player 1",
        ),
        (
            {"castles": [TWO]},
            "the king",
            "you need exactly 3 castles to challenge the king; you have 2",
        ),
        (
            {"step": "guard action", "actions": owning("stack", "treason", "action guard")},
            "action guard of 0",
            "the action guard can't protect itself",
        ),
        (
            {"step": "guard action", "actions": owning("stack", "treason", "action guard")},
            "pile 1",
            "you are asked to guard an action card",
        ),
        (
            {**on_the_table("pile 1", "123456"), "piles": [TWO, ["tournament"]]},
            "the king",
            "you are asked to keep dice and throw the others again, or keep all",
        ),
    ],
)  # fmt: skip
def test_illegal_targets_have_a_reason(fields, target, why):
    table = Scenario(3, **fields)
    assert target in table.presentation.picture(table.state).targets
    assert table.presentation.why_not(table.state, target).startswith(why)


def test_castles_of_two_players_have_their_own_reason():
    table = Scenario(2, castles=[[], TWO])
    why = "with two players castles can only be attacked if their owner has at least three"
    assert table.presentation.why_not(table.state, "castle red of 1") == why
