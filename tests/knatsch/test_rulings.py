"""At least one test for each ruling (KN-n) of the rules page."""

import pytest

from tests.component_files import line_of, own_file
from tests.knatsch.scenario import (
    CASTLES,
    COLOURS,
    OTHER_THREE,
    PILES,
    POOR,
    STOP,
    THREE,
    TWO,
    Scenario,
    dice_of,
    game_of,
    kind_of,
    named,
    on_the_table,
    seed_of,
    stopped,
    thrown,
)

BURIALS = {"bury pile 1", "bury pile 2"}


@pytest.mark.parametrize(
    ("num_players", "sizes"),
    [(2, [23, 23]), (3, [23, 22]), (4, [22, 22]), (5, [22, 21]), (6, [21, 21])],
)
def test_kn_1_the_first_pile_has_one_card_more(num_players, sizes):
    """KN-1: the piles hold all cards that nobody owns, an odd one is on the first pile."""
    game = game_of(num_players)
    for seed in range(5):
        assert [len(pile) for pile in game.to_dict(game.new(seed))["piles"]] == sizes


def test_kn_2_a_tournament_allows_at_most_four_throws():
    """KN-2: the organiser who owns the champion has four throws, not five."""
    actions = [["champion 444+3", "catapult 555+1"]]
    assert named("target pile 1", POOR, actions=actions).shown["attempt"]["throws_left"] == 3
    scenario = stopped("tournament", "555554", actions=[[], *actions], seed=seed_of(POOR))
    assert scenario.shown["attempt"]["throws_left"] == 3


# Dice with all kinds of results, from worse to better.
RESULTS = {
    "666666": (0, 0, 0), "166666": (1, 1, 0), "126666": (1, 2, 1), "566666": (1, 5, 0),
    "156666": (1, 5, 1), "123456": (1, 5, 4), "116666": (2, 1, 0), "115666": (2, 1, 5),
    "221166": (2, 2, 1), "556666": (2, 5, 0), "554466": (2, 5, 4), "111666": (3, 1, 0),
    "111266": (3, 1, 2), "111566": (3, 1, 5), "222666": (3, 2, 0), "333166": (3, 3, 1),
    "333266": (3, 3, 2), "333466": (3, 3, 4), "555166": (3, 5, 1), "555444": (3, 5, 4),
    "111166": (4, 1, 0), "111125": (4, 1, 5), "222216": (4, 2, 1), "222256": (4, 2, 5),
    "555516": (4, 5, 1), "555546": (4, 5, 4), "111116": (5, 1, 0), "222223": (5, 2, 3),
    "555556": (5, 5, 0), "555554": (5, 5, 4), "111111": (6, 1, 0), "222222": (6, 2, 0),
}  # fmt: skip
PLACES = [*enumerate(RESULTS.items())]


@pytest.mark.parametrize(("place", "own"), PLACES)
def test_kn_3_results_are_ordered_by_equal_dice_face_and_extra_die(place, own):
    """KN-3: more equal dice, then a higher face, then a higher extra die, down to nothing at all.

    Every result is compared with every other; only a strictly higher result beats.
    """
    dice, result = own
    for other_place, (_, other) in PLACES:
        about = {"beat": [*other], "leader": 0}
        attempt = stopped("tournament", dice, by=1, about=about).shown["attempt"]
        assert attempt["leader"] == (1 if place > other_place else 0)
        assert attempt["beat"] == [*(result if place > other_place else other)]


def test_kn_3_seven_of_a_kind_beat_six():
    """KN-3: six dice and a die card."""
    attempt = stopped("tournament", "222222", actions=[["die 2 222+1"]]).shown["attempt"]
    assert attempt["beat"] == [7, 2, 0]
    about = {"beat": [6, 5, 0], "leader": 0}
    scenario = stopped("tournament", "222222", by=1, about=about, actions=[[], ["die 2 222+1"]])
    assert scenario.shown["attempt"]["leader"] == 1


READINGS = [
    # The rulebook's examples.
    ("222216", "", (4, 2, 1)),
    ("555436", "", (3, 5, 4)),
    ("555226", "", (3, 5, 2)),
    ("333166", "", (3, 3, 1)),
    ("333466", "", (3, 3, 4)),
    ("441236", "4", (3, 4, 3)),
    ("333126", "4", (3, 3, 4)),
    # Further results, also with several dice cards.
    ("444446", "", (5, 4, 0)),
    ("444415", "", (4, 4, 5)),
    ("333444", "", (3, 4, 3)),
    ("555666", "", (3, 5, 0)),
    ("335544", "", (2, 5, 4)),
    ("113366", "", (2, 3, 1)),
    ("123456", "", (1, 5, 4)),
    ("266666", "", (1, 2, 0)),
    ("222336", "3", (3, 3, 2)),
    ("222336", "23", (4, 2, 3)),
    ("333666", "1", (3, 3, 1)),
    ("266666", "5", (1, 5, 2)),
    ("666666", "2", (1, 2, 0)),
    ("666666", "12345", (1, 5, 4)),
    ("444555", "4", (4, 4, 5)),
    # Dice with several readings.
    ("111555", "", (3, 5, 1)),
    ("222255", "", (4, 2, 5)),
    ("112233", "", (2, 3, 2)),
    ("333444", "3", (4, 3, 4)),
    ("333444", "5", (3, 4, 5)),
    ("112233", "1", (3, 1, 3)),
    ("112233", "12", (3, 2, 3)),
    ("111255", "45", (3, 5, 4)),
]


@pytest.mark.parametrize(("dice", "cards", "result"), READINGS)
def test_kn_4_the_best_of_several_readings_counts(dice, cards, result):
    """KN-4: the most equal dice, of these the highest face, and the highest extra die.

    The next player has to beat the result of the organiser of a tournament.
    """
    deck = {"1": "die 1 111+2", "2": "die 2 222+1", "3": "die 3 333+1", "4": "die 4 444+2",
            "5": "die 5 555+2"}  # fmt: skip
    actions = [[deck[face] for face in cards]]
    piles = [["tournament"], []]
    shown = stopped("tournament", dice, 3, actions=actions, piles=piles).shown
    assert (shown["player"], shown["step"], shown["attempt"]["by"]) == (1, "dice", 1)
    assert shown["attempt"]["beat"] == [*result]


def test_kn_5_an_attacker_may_try_for_a_higher_result():
    """KN-5: the owner then has to beat a higher result."""
    fields = {"castles": [[], TWO]}
    scenario = named("target castle red of +1", "333246", **fields)
    shown = scenario.shown
    assert (shown["player"], shown["attempt"]["throws_left"]) == (0, 2)
    assert len(scenario.legal()) == 4 * 2 * 2
    scenario = thrown("castle red of 1", "233346", "333346", throws_left=2, **fields)
    assert scenario.shown["player"] == 0
    assert scenario.shown["attempt"]["throws_left"] == 1
    scenario = thrown("castle red of 1", "233346", "333346", throws_left=1, **fields)
    assert scenario.shown["attempt"]["beat"] == [4, 3, 4]
    assert scenario.shown["player"] == 1


def test_kn_5_another_throw_may_lose_a_sufficient_result():
    """KN-5: the last dice count; without a sufficient result, there is no defence."""
    scenario = thrown("castle red of 1", "333246", "332466", throws_left=1, castles=[[], TWO])
    assert scenario.shown["castles"] == [[], TWO, [], []]
    assert (scenario.shown["player"], scenario.shown["active"], scenario.shown["attempt"]) == (
        1,
        1,
        None,
    )


GUARDS = {
    "castles": [THREE],
    "actions": [["castle guard 444+1", "action guard 333+1", "stack 222+4"]],
}


def test_kn_6_the_player_decides_at_the_end_of_the_turn():
    """KN-6: two castles by the castle guard, one action card by the action guard."""
    scenario = stopped("pile 1", POOR, piles=[["black 333+5"], []], **GUARDS)
    assert scenario.shown["step"] == "guard castles"
    assert scenario.legal() == {f"leave {colour} unguarded" for colour in ("red", "blue", "green")}
    assert scenario.do("leave red unguarded")["step"] == "guard action"
    assert scenario.legal() == {"guard castle guard", "guard stack"}
    shown = scenario.do("guard castle guard")
    assert shown["guarded_castles"][0] == ["blue", "green"]
    assert shown["guarded_action"][0] == "castle guard"
    assert scenario.targets() == {
        "pile 1", "castle red of +3", "action guard of +3", "stack of +3",
    }  # fmt: skip


def test_kn_6_a_lost_guard_stops_protecting_at_once():
    """KN-6: its protection ends even before the new owner places it."""
    scenario = thrown(
        "castle guard of 0", "155566", "555566", 3, by=1, active=1,
        guarded_castles=[["red", "green"]], guarded_action=["stack"],
        **{**GUARDS, "castles": [THREE, OTHER_THREE]},
    )  # fmt: skip
    shown = scenario.shown
    assert (shown["player"], shown["step"]) == (1, "guard castles")
    assert shown["guarded_castles"][0] == []
    assert shown["guarded_action"][0] == "stack"
    scenario.do("leave black unguarded")
    assert {name for name in scenario.targets() if name.startswith("castle ")} == {
        "castle red of +1", "castle blue of +1", "castle green of +1",
        "castle black of +2", "castle guard of +2",
    }  # fmt: skip
    shown = thrown(
        "action guard of 0", "155566", "555566", 3, by=1, active=1,
        guarded_castles=[["red", "green"]], guarded_action=["stack"], **GUARDS,
    ).shown  # fmt: skip
    assert shown["guarded_action"] == [None, None, None]
    assert shown["guarded_castles"][0] == ["red", "green"]


FORBIDDEN = {"castles": [["red 333+1"]], "actions": [["die 1 111+2"]]}


def test_kn_7_a_player_without_any_possible_target_passes():
    """KN-7: no card of the piles is a legal target, whatever is buried."""
    piles = [["red 444+2", "red 444+5"], ["die 1 111+3"]]
    scenario = Scenario(3, piles=piles, buried=1, **FORBIDDEN)
    assert scenario.legal() == {"pass"}
    shown = scenario.do("pass")
    assert (shown["player"], shown["active"], shown["turn"]) == (1, 1, 1)
    assert (shown["buried"], shown["attempt"], shown["piles"]) == (0, None, piles)
    assert scenario.targets() == {"pile 1", "pile 2", "die 1 of +2"}


def test_kn_7_with_empty_piles_there_may_be_nothing_to_do():
    """KN-7: nothing can be buried at all."""
    scenario = Scenario(3, piles=[[], []], **FORBIDDEN)
    assert scenario.legal() == {"pass"}
    assert Scenario(3, piles=[[], []], castles=[THREE]).legal() == {"challenge the king"}


def test_kn_7_burials_may_find_a_target_below():
    """KN-7: while either pile hides a target, cards of both may be buried."""
    piles = [["red 444+2", "tournament"], ["red 444+5", "die 1 111+3"]]
    scenario = Scenario(piles=piles, buried=1, **FORBIDDEN)
    assert scenario.legal() == BURIALS
    scenario.do("bury pile 2")
    assert scenario.legal() == BURIALS
    scenario.do("bury pile 1")
    assert scenario.legal() == {"target pile 1"}


def test_kn_8_treason_counts_only_where_it_is_lower(write):
    """KN-8: for a castle of three 2 and a 1, treason would do harm."""
    own = own_file("knatsch")
    path = write(own.replace(line_of(own, "red"), 'red = ["222+1", "222+3", "222+5"]'))
    for castle, beat in (("222+1", [3, 2, 1]), ("222+3", [3, 2, 3]), ("222+5", [3, 2, 4])):
        scenario = named(
            "target pile 1", POOR, components=str(path), actions=[["treason 555+2"]],
            piles=[[f"red {castle}"], []],
        )  # fmt: skip
        assert scenario.shown["attempt"]["beat"] == beat
    scenario = named("target pile 1", POOR, actions=[["treason 555+2"]], piles=[["red 333+1"], []])
    assert scenario.shown["attempt"]["beat"] == [3, 2, 4]


def test_kn_9_receiving_a_card_that_reaches_a_goal_wins_at_once():
    """KN-9: this holds out of turn too, and before the turn continues."""
    scenario = thrown(
        "tournament", "144566", "444566", 3, by=2, about={"beat": [3, 4, 3], "leader": 0},
        castles=[TWO, [], OTHER_THREE[:2]], tournaments=[2, 0, 2],
    )  # fmt: skip
    assert scenario.winners() == [2]
    assert (scenario.shown["active"], scenario.shown["turn"]) == (0, 0)
    assert scenario.shown["tournaments"] == [2, 0, 3]


def test_kn_9_applies_after_every_change_of_ownership():
    """KN-9: an opponent's castle may be the fourth, or the second next to three tournaments."""
    seed = seed_of(POOR)
    for own, tournaments in (
        (["black 333+2", "white 333+1", "yellow 333+5"], 0),
        (["black 333+2"], 3),
    ):
        scenario = stopped(
            "castle red of 1", "444566", seed=seed, castles=[own, TWO], tournaments=[tournaments]
        )
        scenario.do(STOP)
        assert scenario.winners() == [0]


def test_kn_10_after_max_turns_nobody_has_won():
    """KN-10: everyone then gets the outcome of a draw."""
    fields = {"castles": [THREE], "piles": [["black 333+5"], []], "max_turns": 5}
    assert not stopped("pile 1", POOR, turn=3, **fields).shown["over"]
    scenario = stopped("pile 1", POOR, turn=4, **fields)
    assert scenario.shown["over"]
    assert scenario.winners() == []
    assert scenario.game.outcome(scenario.state).tolist() == [0, 0, 0, 0]
    assert scenario.game.ranks(scenario.state).tolist() == [1, 1, 1, 1]
    assert scenario.game.truncated(scenario.state.reshape(1)).tolist() == [True]


def test_kn_10_a_win_in_the_last_turn_is_a_win():
    """KN-10: the limit applies only after the turn."""
    scenario = thrown(
        "pile 1", "155566", "555566", castles=[THREE], piles=[["yellow 333+5"], []], turn=4,
        max_turns=5,
    )  # fmt: skip
    assert scenario.winners() == [0]
    assert scenario.game.truncated(scenario.state.reshape(1)).tolist() == [False]


@pytest.mark.parametrize("end", ["pass", "king", "tournament", "action card"])
def test_kn_10_applies_however_the_last_turn_ends(end):
    """KN-10: every failure or success that does not win ends the game."""
    last = {"turn": 4, "max_turns": 5}
    if end == "pass":
        scenario = Scenario(piles=[[], []], **last)
        scenario.do("pass")
    elif end == "king":
        scenario = stopped("king", POOR, castles=[THREE], **last)
        scenario.do("lose red under pile 1")
    elif end == "tournament":
        about = {"beat": [3, 1, 2], "leader": 0}
        scenario = stopped("tournament", POOR, 3, by=2, about=about, **last)
        assert scenario.shown["tournaments"] == [1, 0, 0]
    else:
        scenario = thrown("stack of 1", "155566", "555566", actions=[[], ["stack 222+4"]], **last)
        assert scenario.shown["actions"][0] == ["stack 222+4"]
    assert scenario.winners() == []


def test_kn_10_the_limit_is_500_turns_by_default():
    """KN-10: the option's default."""
    fields = {"piles": [["black 333+5"], []]}
    assert not stopped("pile 1", POOR, turn=498, **fields).shown["over"]
    assert stopped("pile 1", POOR, turn=499, **fields).shown["over"]


@pytest.mark.parametrize("num_players", [2, 4, 6])
def test_kn_11_castles_dealt_are_random_and_of_different_colours(num_players):
    """KN-11: the six castles to be dealt are drawn at random, one per colour."""
    game = game_of(num_players)
    seen = [set() for _ in range(num_players)]
    for seed in range(400):
        castles = [castles for (castles,) in game.to_dict(game.new(seed))["castles"]]
        assert len({kind_of(castle) for castle in castles}) == num_players
        for seat, castle in enumerate(castles):
            seen[seat].add(castle)
    all_castles = {f"{colour} {number}" for colour in COLOURS for number in CASTLES[colour]}
    assert len(all_castles) == 16
    assert seen == [all_castles] * num_players


@pytest.mark.parametrize(
    ("action", "fields"),
    [
        ("target pile 1", {"piles": [["red 333+1", "tournament"], []]}),
        ("target pile 1", {"piles": [["stack 222+4", "tournament"], []]}),
        ("target castle red of +1", {"castles": [[], TWO]}),
        ("target stack of +1", {"actions": [[], ["stack 222+4"]]}),
        ("challenge the king", {"castles": [THREE]}),
    ],
)
def test_kn_12_a_player_may_stop_at_any_time(action, fields):
    """KN-12: even after the first throw, and without a result that beats anything."""
    scenario = named(action, "112345", **fields)
    assert scenario.shown["attempt"]["throws_left"] == 2
    assert STOP in scenario.legal()
    shown = scenario.do(STOP)
    assert (shown["attempt"], shown["castles"][0], shown["actions"][0]) == (
        None, fields.get("castles", [[]])[0], [],
    )  # fmt: skip
    expected = (0, "lose castle") if action == "challenge the king" else (1, "target")
    assert (shown["player"], shown["step"]) == expected


@pytest.mark.parametrize("throws_left", [1, 2])
def test_kn_12_applies_in_defence_and_tournaments(throws_left):
    """KN-12: nobody is required to throw."""
    scenario = Scenario(castles=[[], TWO], **on_the_table(
        "defence", POOR, throws_left, by=1, beat=[3, 4, 2], castle="red"
    ))  # fmt: skip
    assert scenario.do(STOP)["castles"] == [TWO[:1], TWO[1:], [], []]
    scenario = Scenario(
        **on_the_table("tournament", POOR, throws_left, by=3, beat=[3, 4, 2], leader=2)
    )
    assert scenario.do(STOP)["tournaments"] == [0, 0, 1, 0]


def test_kn_13_a_pile_of_one_card_is_not_buried():
    """KN-13: nothing would change."""
    scenario = Scenario(piles=[["tournament"], ["stack 222+4", "tournament"]])
    assert scenario.legal() == {"bury pile 2", "target pile 1", "target pile 2"}
    scenario = Scenario(piles=[["tournament"], ["stack 222+4"]])
    assert scenario.legal() == {"target pile 1", "target pile 2"}
    scenario = Scenario(piles=[["red 444+2"], ["red 444+5"]], **FORBIDDEN)
    assert scenario.legal() == {"pass"}


@pytest.mark.parametrize(
    ("target", "fields", "before", "after"),
    [
        ("pile 1", {"piles": [["red 333+1"], []]}, "133366", "333366"),
        ("pile 1", {"piles": [["die 3 333+1"], []]}, "133366", "333366"),
        ("stack of 2", {"actions": [[], [], ["stack 222+4"]]}, "133566", "333566"),
        ("king", {"castles": [THREE]}, "255546", "255556"),
        ("defence", {"castles": [[], TWO], "by": 1,
                     "about": {"beat": [3, 4, 2], "castle": "red"}}, "144366", "444366"),
        ("tournament", {"by": 3, "about": {"beat": [3, 4, 2], "leader": 0}}, "144366", "444366"),
    ],
)  # fmt: skip
def test_kn_14_an_attempt_ends_if_another_throw_gains_nothing(target, fields, before, after):
    """KN-14: nobody is asked although throws are left."""
    shown = thrown(target, before, after, throws_left=2, **fields).shown
    assert (shown["step"] == "dice", shown["over"]) == (False, target == "king")
    if target == "pile 1" and shown["actions"][0]:
        assert (shown["player"], shown["turn"]) == (0, 0)  # The player names another target.
    elif not shown["over"]:
        assert (shown["player"], shown["turn"]) == (1, 1)


@pytest.mark.parametrize(
    ("target", "fields"),
    [
        ("castle red of 1", {"castles": [[], TWO]}),
        ("tournament", {}),
        ("tournament", {"by": 1, "about": {"beat": [3, 1, 2], "leader": 0}}),
        ("tournament", {"by": 2, "about": {"beat": [3, 1, 2], "leader": 0}}),
    ],
)
def test_kn_14_players_who_can_still_be_beaten_are_asked(target, fields):
    """KN-14: attackers of castles, and all but the last in a tournament."""
    scenario = thrown(target, "144366", "444366", throws_left=2, **fields)
    shown = scenario.shown
    by = fields.get("by", 0)
    assert (shown["player"], shown["step"], shown["turn"]) == (by, "dice", 0)
    assert (shown["attempt"]["by"], shown["attempt"]["throws_left"]) == (by, 1)
    assert shown["attempt"]["dice"] == dice_of("444366")
    assert len(scenario.legal()) == 4 * 2


UNWANTED = [["red 444+2", "red 444+5"], ["die 1 111+3"]]


@pytest.mark.parametrize(
    ("fields", "legal"),
    [
        ({"piles": UNWANTED, **FORBIDDEN}, {"bury pile 1"}),
        ({"piles": UNWANTED, "castles": [THREE], "actions": FORBIDDEN["actions"]},
         {"bury pile 1", "challenge the king"}),
        ({"buried": 1}, {"target pile 1", "target pile 2"}),
        ({"buried": 1, "actions": [[], ["die 1 111+2"]], "piles": [[], []]},
         {"target die 1 of +1"}),
        ({"buried": 1, "piles": UNWANTED, **FORBIDDEN}, {"pass"}),
    ],
)  # fmt: skip
def test_kn_15_passing_is_legal_only_if_nothing_else_is(fields, legal):
    """KN-15: a player who can bury, challenge or name a target must not pass."""
    assert Scenario(**fields).legal() == legal


@pytest.mark.parametrize(("stack", "right"), [([], 1), (["stack 222+4"], 2)])
def test_kn_16_burying_ends_after_as_many_cards_as_both_piles_have(stack, right):
    """KN-16: a player who buries only cards of the wrong pile must then pass."""
    piles = [["red 444+2", "red 444+5"], ["die 1 111+3", "tournament", "blue 444+1"]]
    fields = {"castles": [["red 333+1", "blue 333+2"]], "actions": [["die 1 111+2", *stack]]}
    scenario = Scenario(3, piles=piles, **fields)
    for _ in range(right + 5):
        assert scenario.legal() == BURIALS
        scenario.do("bury pile 1")
    assert scenario.legal() == {"pass"}
    assert scenario.do("pass")["player"] == 1


def test_kn_16_every_card_can_be_turned_up():
    """KN-16: the last burials may find the target."""
    piles = [["red 444+2", "red 444+5"], ["die 1 111+3", "blue 444+1", "tournament"]]
    scenario = Scenario(3, piles=piles, castles=[TWO], actions=[["die 1 111+2"]])
    scenario.do(*["bury pile 1"] * 4, *["bury pile 2"] * 2)
    assert scenario.legal() == {"target pile 2"}


def test_kn_16_targets_deeper_than_the_burials_left_stay_out_of_reach():
    """KN-16: after five extra burials of the useless pile the player passes."""
    piles = [["red 444+2", "red 444+5"], ["die 1 111+3", "blue 444+1", "tournament"]]
    scenario = Scenario(3, piles=piles, castles=[TWO], actions=[["die 1 111+2"]])
    scenario.do(*["bury pile 1"] * 5)
    assert scenario.legal() == BURIALS
    shown = scenario.do("bury pile 2")
    assert shown["piles"][1] == ["blue 444+1", "tournament", "die 1 111+3"]
    assert scenario.legal() == {"pass"}
    assert scenario.do("pass")["active"] == 1
    assert scenario.targets() == {
        "pile 1",
        "pile 2",
        "die 1 of +2",
        "castle red of +2",
        "castle blue of +2",
    }


def test_kn_17_the_king_is_challenged_before_anything_else():
    """KN-17: no challenge after a burial or an attempt of the same turn."""
    scenario = Scenario(castles=[THREE])
    assert "challenge the king" in scenario.legal()
    scenario.do("bury pile 1")
    assert scenario.legal() == {"target pile 1", "target pile 2"}
    piles = [["die 1 111+2", "tournament"], ["tournament"]]
    scenario = thrown("pile 1", "122366", "222366", castles=[THREE], piles=piles)
    assert scenario.shown["actions"][0] == ["die 1 111+2"]
    assert scenario.legal() == {"target pile 1", "target pile 2", "pass"}


def test_kn_17_the_king_can_be_challenged_again_in_the_next_turn():
    """KN-17: a new turn, a new challenge."""
    scenario = stopped(
        "pile 1", POOR, 2, by=1, active=1, castles=[THREE], piles=[["black 333+5"], PILES[0]]
    )
    assert "challenge the king" in scenario.legal()


WON = {"piles": [["die 1 111+2", "tournament", "red 333+1"], ["tournament"]]}


def test_kn_18_after_an_action_card_from_a_pile_another_target_may_be_named_but_need_not():
    """KN-18: it is a right, not a duty; passing ends the turn."""
    scenario = thrown("pile 1", "122366", "222366", **WON)
    assert scenario.legal() == {"target pile 1", "target pile 2", "bury pile 1", "pass"}
    shown = scenario.do("pass")
    assert shown["actions"][0] == ["die 1 111+2"]
    assert shown["piles"] == [["tournament", "red 333+1"], ["tournament"]]
    assert (shown["player"], shown["active"], shown["turn"]) == (1, 1, 1)
    assert (shown["step"], shown["buried"], shown["attempt"]) == ("target", 0, None)
    assert "pass" not in scenario.legal()


def test_kn_18_applies_after_a_burial_that_followed_the_card():
    """KN-18: the right remains as long as no other target is named."""
    scenario = thrown("pile 1", "122366", "222366", **WON)
    scenario.do("bury pile 1")
    assert scenario.legal() == {"target pile 1", "target pile 2", "pass"}
    assert scenario.do("pass")["piles"][0] == ["red 333+1", "tournament"]


def test_kn_18_passing_ends_the_turn():
    """KN-18: guards are placed after the pass."""
    scenario = thrown(
        "pile 1", "122366", "222366", castles=[THREE[1:] + OTHER_THREE[:1]],
        actions=[["castle guard 444+1"]], **WON,
    )  # fmt: skip
    assert scenario.do("pass")["step"] == "guard castles"
    assert scenario.do("leave blue unguarded")["player"] == 1


def test_kn_18_applies_only_to_action_cards_from_piles():
    """KN-18: an opponent's card ends the turn, and a turn cannot begin with passing."""
    scenario = thrown("stack of 1", "155566", "555566", actions=[[], ["stack 222+4"]])
    assert scenario.shown["active"] == 1
    assert "pass" not in scenario.legal()
    scenario = named("target pile 1", POOR)
    assert "pass" not in scenario.legal()


def test_kn_21_an_action_card_may_be_attacked_in_the_first_round():
    """KN-21: the second player may target the card that the first has just won."""
    castles = [[castle] for castle in (*THREE[1:], *OTHER_THREE[:2])]
    scenario = thrown("pile 1", "122366", "222366", castles=castles, **WON)
    shown = scenario.do("pass")
    assert (shown["turn"], shown["active"], shown["actions"][0]) == (1, 1, ["die 1 111+2"])
    assert scenario.targets() == {"pile 1", "pile 2", "die 1 of +3"}
