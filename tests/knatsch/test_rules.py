"""Setup, dice, burying and turns; other chapters of the rules have their own files."""

from itertools import combinations

import pytest

from tests.knatsch.scenario import (
    BOX,
    COLOURS,
    OTHER_THREE,
    PILES,
    POOR,
    STOP,
    THREE,
    Scenario,
    cards_of,
    dice_of,
    game_of,
    keeping,
    kind_of,
    named,
    on_the_table,
    stopped,
    thrown,
    written,
)

# --- setup -------------------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_kn_19_castles_that_nobody_was_dealt_are_in_the_piles(num_players):
    """KN-19: each player has one castle, and all other cards of the box are in the piles."""
    game = game_of(num_players)
    for seed in range(10):
        dealt = game.to_dict(game.new(seed))
        assert [len(castles) for castles in dealt["castles"]] == [1] * num_players
        assert cards_of(dealt) == BOX
        assert dealt["actions"] == [[]] * num_players
        assert dealt["tournaments"] == [0] * num_players
        assert dealt["guarded_castles"] == [[]] * num_players
        assert dealt["guarded_action"] == [None] * num_players
        assert (dealt["player"], dealt["active"], dealt["turn"]) == (0, 0, 0)
        assert (dealt["step"], dealt["attempt"], dealt["buried"]) == ("target", None, 0)
        assert not dealt["over"]


def test_every_card_can_be_on_top_of_either_pile():
    game = game_of(2)
    dealt = [game.to_dict(game.new(seed)) for seed in range(800)]
    for pile in (0, 1):
        assert {position["piles"][pile][0] for position in dealt} == set(BOX)
        assert {position["piles"][pile][-1] for position in dealt} == set(BOX)


@pytest.mark.parametrize("num_players", [2, 6])
def test_kn_21_at_the_start_only_the_tops_of_the_piles_are_targets(num_players):
    """KN-21: nobody owns an action card yet, and a player's only castle cannot be attacked."""
    game = game_of(num_players)
    for seed in range(10):
        scenario = Scenario(num_players, **game.to_dict(game.new(seed)))
        castle = kind_of(scenario.shown["castles"][0][0])
        tops = [kind_of(pile[0]) for pile in scenario.shown["piles"]]
        allowed = {f"pile {number}" for number, top in enumerate(tops, 1) if top != castle}
        assert scenario.targets() == allowed
        assert scenario.legal() == {f"target {pile}" for pile in allowed} | {
            "bury pile 1", "bury pile 2",
        }  # fmt: skip


# --- the dice ----------------------------------------------------------------------------------

ATTEMPTS = {
    "target pile 1": {"piles": [["red 333+1"], []]},
    "target pile 2": {"piles": [[], ["die 1 111+2"]]},
    "target castle red of +1": {"castles": [[], ["red 333+1", "blue 333+2"]]},
    "target champion of +1": {"actions": [[], ["champion 444+3"]]},
    "challenge the king": {"castles": [THREE]},
}


@pytest.mark.parametrize(("action", "fields"), ATTEMPTS.items())
def test_a_target_is_named_then_six_dice_are_thrown_up_to_three_times(action, fields):
    scenario = named(action, POOR, **fields)
    shown = scenario.shown
    assert (shown["player"], shown["step"], shown["attempt"]["by"]) == (0, "dice", 0)
    assert (written(shown["attempt"]["dice"]), shown["attempt"]["throws_left"]) == (POOR, 2)
    shown = scenario.do(keeping(POOR, "2"))
    assert (shown["player"], shown["step"], shown["attempt"]["throws_left"]) == (0, "dice", 1)
    assert shown["attempt"]["dice"][0] == 1
    shown = scenario.do(keeping(written(shown["attempt"]["dice"]), "1"))
    assert shown["step"] == ("lose castle" if action == "challenge the king" else "target")
    assert shown["attempt"] is None


@pytest.mark.parametrize("dice", ["112345", "124566", "223366"])
@pytest.mark.parametrize(("action", "fields"), ATTEMPTS.items())
def test_dice_depend_on_the_seed_not_on_the_target(action, fields, dice):
    """Other tests rely on this if an attempt is over before its dice can be seen."""
    assert named(action, dice, **fields).shown["attempt"]["dice"] == dice_of(dice)
    target = named(action, dice, **fields).shown["attempt"]["target"]
    scenario = thrown(target, "112266", "125566", throws_left=2, **fields)
    assert scenario.shown["attempt"]["dice"] == dice_of("125566")


@pytest.mark.parametrize(
    ("dice", "choices"),
    [
        ("123456", 2**5),
        ("133566", 2 * 3 * 2),
        ("111111", 7),
        ("112233", 3 * 3 * 3),
        ("266666", 2),
        ("666666", 1),
    ],
)
def test_any_dice_may_be_thrown_again_but_never_a_six(dice, choices):
    """Of equal dice it makes no difference which are kept."""
    legal = Scenario(**on_the_table("tournament", dice, 2)).legal()
    live = dice.replace("6", "")
    parts = {"".join(part) for number in range(7) for part in combinations(live, number)}
    assert legal == {keeping(dice, part) for part in parts}
    assert len(legal) == choices
    assert STOP in legal
    assert all(name.endswith("x" * dice.count("6")) for name in legal)


def test_a_die_that_was_kept_may_be_thrown_again_later():
    scenario = thrown("tournament", "112266", "122266", throws_left=3)
    shown = scenario.shown["attempt"]
    assert (shown["dice"], shown["throws_left"]) == (dice_of("122266"), 2)
    assert {"keep x...xx", "keep ....xx", "keep .x..xx"} <= scenario.legal()
    shown = scenario.do("keep x...xx")["attempt"]
    assert 1 in shown["dice"]
    assert shown["throws_left"] == 1
    assert shown["dice"].count(6) >= 2


# --- burying -----------------------------------------------------------------------------------

DEEP = [["tournament", "red 333+1", "stack 222+4"], ["die 1 111+2", "blue 333+2"]]


def test_the_box_has_the_cards_of_the_rules():
    """16 castles, 9 tournaments and 23 action cards are in play."""
    assert BOX.total() == 48
    assert sum(copies for card, copies in BOX.items() if kind_of(card) in COLOURS) == 16
    assert BOX["tournament"] == 9


@pytest.mark.parametrize(
    ("action", "piles"),
    [
        ("bury pile 1", [["red 333+1", "stack 222+4", "tournament"], DEEP[1]]),
        ("bury pile 2", [DEEP[0], ["blue 333+2", "die 1 111+2"]]),
    ],
)
def test_the_top_of_a_pile_may_be_put_under_it_once_a_turn(action, piles):
    scenario = Scenario(piles=DEEP)
    assert scenario.legal() == {"bury pile 1", "bury pile 2", "target pile 1", "target pile 2"}
    shown = scenario.do(action)
    assert shown["piles"] == piles
    assert (shown["player"], shown["active"], shown["turn"]) == (0, 0, 0)
    assert (shown["step"], shown["buried"], shown["attempt"]) == ("target", 1, None)
    assert scenario.legal() == {"target pile 1", "target pile 2"}


@pytest.mark.parametrize("buried", [0, 1])
def test_one_burial_a_turn_even_if_several_cards_are_attacked(buried):
    piles = [["die 3 333+2", "tournament", "red 333+1"], PILES[1]]
    scenario = thrown("pile 1", "122266", "222266", piles=piles, buried=buried)
    burials = {"bury pile 1", "bury pile 2"}
    assert scenario.targets() == {"pile 1", "pile 2"}
    assert scenario.legal() & burials == (set() if buried else burials)
    if not buried:
        scenario.do("bury pile 1")
        assert scenario.targets() == {"pile 1", "pile 2"}
        assert not scenario.legal() & burials


def test_castles_and_cards_are_kept_from_turn_to_turn():
    fields = {
        "castles": [["red 333+1"], OTHER_THREE, THREE[1:], []],
        "actions": [["die 1 111+3"], [], ["champion 444+3", "stack 222+5"], []],
        "tournaments": [1, 0, 2, 3],
    }
    shown = stopped("pile 1", POOR, piles=[["black 333+5"], []], **fields).shown
    assert {name: shown[name] for name in fields} == fields
