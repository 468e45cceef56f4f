from itertools import pairwise
from xml.etree import ElementTree

import pytest

from hofspiele.envs.pictures.presentation import presentation_of
from hofspiele.envs.pictures.theme import LIGHT
from tests.knatsch.scenario import STOP, THREE, TWO, Scenario, game_of, on_the_table, owning
from tests.pictures.drawn import check_drawn, words

PLAYERS = pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
# The maximum numbers of colours, dice and cards, with long names.
LARGEST = """
tournaments = 15
king = "55555+4"
treason = "222+4"
[castles]
"""
COLOURS = ("red", "verdigris", "aquamarine", "Ultramarinblau", "ivory", "mmmmmmmm", "y", "black")


def picture(scenario, before=None, action=None, **options):
    return scenario.presentation.picture(scenario.shown, before=before, action=action, **options)


def after(scenario, action, **options):
    """Return the picture after an action, with the changes marked."""
    before = scenario.shown
    scenario.do(action)
    return picture(scenario, before, action, **options)


def named_group(canvas, *names):
    """Return the group with one name inside a group with another name."""
    found = ElementTree.fromstring(canvas.svg())
    for name in names:
        found = next(part for part in found.iter() if part.get("data-name") == name)
    return found


def is_marked(canvas, *names):
    parts = [*named_group(canvas, *names).iter()]
    return any(LIGHT.mark in (part.get("stroke"), part.get("fill")) for part in parts)


def is_well_drawn(canvas):
    check_drawn(canvas)
    cards = [box for box in canvas.boxes if box.kind == "card"]
    for box in canvas.boxes:
        middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        for card in cards:
            if box.kind in ("text", "dice") and is_within(*middle, card):
                assert is_within(box.left, box.top, card), box
                assert is_within(box.right, box.bottom, card), box


def is_within(x, y, box):
    return box.left <= x <= box.right and box.top <= y <= box.bottom


# --- much and little ----------------------------------------------------------------------------


@pytest.fixture
def largest(write):
    """Return a file with the maximum number of colours, and long names and combinations."""
    castles = [f'"{colour}" = ["55555+4"]' for colour in COLOURS]
    kinds = [*(f"die {face}" for face in range(1, 6)), "catapult", "champion", "stack"]
    kinds += ["castle guard", "action guard", "treason", "protection"]
    actions = [f'"{kind}" = ["44444+5", "55555+1", "55555+2"]' for kind in kinds]
    return write(LARGEST + "\n".join([*castles, "[actions]", *actions])), kinds


@PLAYERS
@pytest.mark.parametrize("dark", [False, True])
def test_a_player_with_all_cards_is_well_drawn(largest, num_players, dark):
    path, kinds = largest
    hands = [[f"{kind} {number}" for kind in kinds] for number in ("44444+5", "55555+1", "55555+2")]
    scenario = Scenario(
        num_players,
        components=str(path),
        castles=[[f"{colour} 55555+4" for colour in COLOURS]],
        actions=[*hands[: min(num_players, 3)]],
        tournaments=[11],
        guarded_castles=[COLOURS[:2]],
        guarded_action=["castle guard"],
        over=True,
    )
    canvas = picture(scenario, dark=dark)
    is_well_drawn(canvas)
    assert sum(box.label.endswith("55555+4") for box in canvas.boxes if box.kind == "card") == 8


@PLAYERS
def test_an_empty_table_is_well_drawn(num_players):
    game = game_of(num_players)
    presentation = presentation_of(game)
    canvas = presentation.picture({"game": "knatsch"})
    is_well_drawn(canvas)
    assert words(canvas).count("empty") == 2
    assert not any(box.kind in ("card", "badge") for box in canvas.boxes)


# --- what is shown ------------------------------------------------------------------------------


def test_the_cards_of_a_player():
    canvas = picture(
        Scenario(
            castles=[[], ["green 333+4", "red 333+1", "blue 333+2"]],
            actions=[[], ["castle guard 444+1", "action guard 333+1", "die 3 333+2"]],
            tournaments=[0, 2],
            guarded_castles=[[], ["blue", "green"]],
            guarded_action=[None, "castle guard"],
        )
    )
    cards = [box.label for box in canvas.boxes if box.kind == "card"]
    # The cards of the piles come first.
    assert cards[2:] == [
        "red 333+1", "blue 333+2", "green 333+4", "tournament", "die 3 333+2", "castle guard 444+1",
        "action guard 333+1",
    ]  # fmt: skip
    assert {"× 2", "5 points", "castle guard", "die 3"} <= {*words(canvas)}
    assert [box.kind for box in canvas.boxes].count("badge") == 3
    dice = [box.label for box in canvas.boxes if box.kind == "dice"]
    assert [*pairwise(dice)].count(("3 3 3", "4")) == 1  # This is the green castle.


@PLAYERS
def test_names_are_not_cut_short(num_players):
    """The size of cards depends on their number, so names just fit at some size."""
    kinds = ["castle guard", "action guard", "protection", "champion", "catapult", "stack"]
    for count in range(1, len(kinds) + 1):
        scenario = Scenario(num_players, actions=owning(*kinds[:count]), tournaments=[1])
        assert {*kinds[:count], "tournament"} <= {*words(picture(scenario))}


KING_BEATEN = {"castles": [THREE], **on_the_table("king", "555521")}
TOURNAMENT = on_the_table("tournament", "122356", 3)
DEFENCE = {
    "castles": [[], TWO],
    **on_the_table("defence", "126666", 1, 1, beat=[3, 4, 2], castle="red"),
}
DEFENDED = on_the_table("defence", "555566", 1, 1, beat=[3, 4, 2], castle="red")
BURY = {"piles": [THREE, ["tournament"]]}
GUARD = {"castles": [THREE], "actions": owning("castle guard"), "step": "guard castles"}
LAST_TURN = {"max_turns": 3, "turn": 2, "piles": [[], []]}


@pytest.mark.parametrize(
    ("fields", "lines"),
    [
        ({"piles": [["red 444+2", "tournament", "white 333+1"], []]},
         ["pile 1", "2 more below", "pile 2", "empty"]),
        ({"castles": [[], TWO], "actions": owning("die 5"),
          **on_the_table("castle red of 1", "125566", 2)},
         ["player 0 throws", "for castle red of player 1", "dice", "dice cards", "result",
          "✓ beaten", "to beat", "throws left", "2"]),
        (on_the_table("tournament", "666666", 1, 1, beat=[1, 2, 0], leader=0),
         ["result", "nothing", "× not yet", "to beat", "by"]),
        (on_the_table("tournament", "126666", 2), ["result", "to beat", "nothing", "throws left"]),
        ({"castles": [[], TWO], "tournaments": [0, 3], "over": True},
         ["player 1 wins", "with 2 castles and 3 tournaments", "castles", "wins"]),
        ({"castles": [[*THREE, "yellow 333+5"]], "over": True},
         ["player 0 wins", "with 4 castles"]),
    ],
)  # fmt: skip
def test_the_table_is_described(fields, lines):
    shown = iter(words(picture(Scenario(3, **fields))))
    assert [line for line in lines if line not in shown] == []


@pytest.mark.parametrize(
    ("target", "card"), [("castle red", "red 333+1"), ("castle guard", "castle guard 444+1")]
)
def test_the_target_of_an_attempt_is_marked(target, card):
    attempt = on_the_table(f"{target} of 1", "125566", 2)
    actions = [["die 5 555+2"], ["castle guard 444+1"]]
    canvas = picture(Scenario(castles=[[], TWO], actions=actions, **attempt))
    found = next(box for box in canvas.boxes if box.label == card)
    mark = next(box for box in canvas.boxes if box.label == "target")
    assert mark.left < found.right < mark.right
    assert mark.top < found.top < mark.bottom
    dice = [box.label for box in canvas.boxes if box.kind == "dice"]
    at = dice.index("6") - 4
    # These are the dice, the dice card, and their result.
    assert dice[at : at + 9] == [*"125566", "5", "5 5 5", "2"]


def test_a_dead_die_is_crossed_out():
    scenario = Scenario(**on_the_table("tournament", "126666", 2))
    lines = ElementTree.fromstring(picture(scenario).svg()).iter("{http://www.w3.org/2000/svg}line")
    assert sum(line.get("stroke-width") == "4" for line in lines) == 2 * 4


# --- what happened ------------------------------------------------------------------------------


def test_kept_dice_lie_apart_from_thrown_dice():
    scenario = Scenario(**TOURNAMENT)
    before = scenario.shown
    assert "thrown" not in words(picture(scenario, before))
    canvas = after(scenario, "keep .xx..x")
    dice = [box for box in canvas.boxes if box.kind == "dice" and box.right - box.left == 46]
    assert [die.label for die in dice[:3]] == ["2", "2", "6"]
    gaps = [b.left - a.right for a, b in pairwise(dice)]
    assert gaps.index(max(gaps)) == 2
    # Without the action, equal dice count as kept.
    assert "thrown" in words(picture(scenario, before))


@pytest.mark.parametrize(
    ("fields", "action", "shown", "absent"),
    [
        ({}, "target pile 1",
         {"player 0 started the tournament on pile 1", "thrown"}, {"kept"}),
        (TOURNAMENT, "keep .xx..x", {"player 0 threw 3 dice again", "kept", "thrown"}, set()),
        (DEFENCE, STOP,
         {"player 1 stopped throwing; player 0 won castle red", "+1", "−1"}, set()),
        (BURY, "bury pile 1",
         {"player 0 buried the top card of pile 1", "1 card buried this turn"}, set()),
        (GUARD, "leave red unguarded", {"player 0 left castle red unguarded"}, set()),
        ({"castles": [THREE], **on_the_table("king", "126666")}, STOP,
         {"player 0 stopped throwing; the king was not beaten"}, set()),
        ({"castles": [[], TWO], **on_the_table("castle red of 1", "444456")}, STOP,
         {"player 0 stopped throwing; player 1 defends castle red"}, set()),
        (on_the_table("tournament", "444456", 2), STOP,
         {"player 0 stopped throwing; player 0 leads; player 1 throws"}, set()),
        ({"castles": [[], TWO], **DEFENDED}, STOP,
         {"player 1 stopped throwing; castle red was defended"}, set()),
        ({"piles": [[], []]}, "pass", {"player 0 passed"}, set()),
        (KING_BEATEN, STOP,
         {"player 0 stopped throwing; player 0 wins the game", "player 0 wins",
          "by beating the king", "kept"}, set()),
        (LAST_TURN, "pass",
         {"player 0 passed; the game ends in a draw: the turn limit was reached", "a draw",
          "the turn limit was reached"}, {"wins"}),
    ],
)  # fmt: skip
def test_decisions_are_narrated(fields, action, shown, absent):
    said = {*words(after(Scenario(**fields), action))}
    assert shown <= said
    assert not absent & said


@pytest.mark.parametrize(
    ("fields", "action", "marked", "unmarked"),
    [
        (DEFENCE, STOP, ("player 0", "red 333+1"), ("player 1", "blue 333+2")),
        (BURY, "bury pile 1", ("pile 1",), ("pile 2",)),
        (GUARD, "leave red unguarded", ("player 0", "blue 333+2"), ("player 0", "red 333+1")),
    ],
)
def test_changes_are_marked(fields, action, marked, unmarked):
    canvas = after(Scenario(**fields), action)
    assert is_marked(canvas, *marked)
    assert not is_marked(canvas, *unmarked)
