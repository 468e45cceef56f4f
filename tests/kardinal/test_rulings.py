"""One test for each ruling (KK-n) of the rules page."""

from collections import Counter
from itertools import count

import pytest
from hypothesis import given

from hofspiele.envs.core.rng import derived_seed
from hofspiele.envs.kardinal.rules import carry_out
from tests.kardinal.scenario import (
    BAYERN,
    COLOURS,
    ENGLAND,
    FRANKEN,
    FRANKREICH,
    LOTHRINGEN,
    MONASTERIES,
    Scenario,
    abbeys_of,
    every_game,
    game_of,
    owned,
)
from tests.kardinal.test_rules import SEALS, full_board, seals_of
from tests.play import random_action, seeds


def test_kk_1_the_first_seat_begins():
    """KK-1: seat order is turn order and seat 0 is the first player."""
    for seed in range(5):
        game = game_of(3)
        state = game.new(seed)
        assert state["player"] == 0
        views = [game.layout.decode(game.observe(state, seat)) for seat in range(3)]
        assert [view["first_seat"].argmax() for view in views] == [0, 2, 1]


@pytest.mark.parametrize("piece", ["abbey Fleury", "advisor Frankreich"])
def test_kk_2_a_joker_may_be_used_for_a_country_its_colour_names(piece):
    """KK-2: two cards may be spent where one would do."""
    scenario = Scenario(hands=[{FRANKREICH: 2, ENGLAND: 1}], abbeys={"Bec": 1})
    assert scenario.payments(piece) == {"1 Frankreich", "2 Frankreich"}
    assert scenario.do(f"{piece}, pay 2 Frankreich")["hands"][0] == {ENGLAND: 1}


def test_kk_3_an_empty_country_takes_a_single_abbey():
    """KK-3: in a country without a piece at the start of the turn there is no second piece."""
    scenario = Scenario(hands=[{FRANKREICH: 3}])
    assert not {piece for piece in scenario.pieces() if piece.startswith("advisor")}
    scenario.do("abbey Bec, pay 1 Frankreich")
    assert scenario.legal() == {"end placing"}
    scenario = Scenario(hands=[{FRANKREICH: 3}], abbeys={"Fleury": 0})
    scenario.do("abbey Bec, pay 1 Frankreich")
    assert scenario.pieces() == {
        "advisor Frankreich", *abbeys_of("Frankreich") - {"abbey Bec", "abbey Fleury"},
    }  # fmt: skip


def test_kk_4_face_up_cards_are_replaced_when_the_hand_is_full():
    """KK-4: so at most two of them can be drawn in a turn, then the pile."""
    scenario = Scenario(
        step="draw", hands=[{}], face_up=[FRANKEN, BAYERN],
        pile=[ENGLAND, FRANKREICH, LOTHRINGEN, FRANKREICH],
    )  # fmt: skip
    assert scenario.do("draw face-up 2")["face_up"] == [FRANKEN, None]
    assert scenario.legal() == {"draw face-up 1", "draw pile"}
    assert scenario.do("draw face-up 1")["face_up"] == [None, None]
    assert scenario.legal() == {"draw pile"}
    shown = scenario.do("draw pile")
    assert shown["hands"][0] == {FRANKEN: 1, BAYERN: 1, ENGLAND: 1}
    assert shown["face_up"] == [FRANKREICH, LOTHRINGEN]
    assert shown["pile"] == [FRANKREICH]


@pytest.mark.parametrize("face_up", [[None, None], [FRANKEN, None]])
def test_kk_5_nothing_to_shuffle_counts_as_the_second_time_too(face_up):
    """KK-5: there is the interim scoring, and the last round follows at once."""
    scenario = Scenario(
        3, step="draw", hands=[{FRANKREICH: 1}, {ENGLAND: 1}], face_up=face_up, pile=[BAYERN],
        abbeys=owned(Franken=[4, 2, 1]),
    )  # fmt: skip
    shown = scenario.do("draw pile")
    assert shown["stage"] == "last round"
    assert shown["scores"] == [7, 4, 2]
    assert (shown["player"], shown["step"]) == (1, "place")
    assert shown["hands"][0] == {FRANKREICH: 1, BAYERN: 1}
    assert shown["face_up"] == face_up
    assert not shown["over"]


def test_kk_5_applies_while_face_up_cards_are_replaced():
    """KK-5: the second face-up card is not replaced any more."""
    scenario = Scenario(
        3, player=2, step="draw", hands=[{}, {}, {FRANKREICH: 1}], face_up=[FRANKEN, ENGLAND],
        pile=[BAYERN],
    )  # fmt: skip
    shown = scenario.do("draw face-up 1", "draw face-up 2")
    assert shown["over"]
    assert shown["face_up"] == [BAYERN, None]


@pytest.mark.parametrize("in_hand", [0, 1, 2])
def test_kk_6_the_second_exhaustion_ends_a_draw_at_once(in_hand):
    """KK-6: nobody draws any more, not even the player who drew the last card."""
    scenario = Scenario(
        stage="second pile", step="draw", hands=[{FRANKREICH: in_hand}], face_up=[FRANKEN, ENGLAND],
        pile=[BAYERN], discard={FRANKREICH: 4},
    )  # fmt: skip
    shown = scenario.do("draw pile")
    assert Counter(shown["hands"][0]) == +Counter({FRANKREICH: in_hand, BAYERN: 1})
    assert (shown["player"], shown["step"], shown["stage"]) == (1, "place", "last round")
    assert shown["face_up"] == [FRANKEN, ENGLAND]
    assert shown["discard"] == {FRANKREICH: 4}


def test_kk_7_a_player_without_cards_passes():
    """KK-7: a player with a card can always discard it; a player without cards can only pass."""
    scenario = Scenario(
        3, stage="last round", hands=[{}, {ENGLAND: 1}, {}], pile=[], face_up=[FRANKEN]
    )
    assert scenario.legal() == {"pass"}
    assert scenario.do("pass")["player"] == 1
    assert "pass" not in scenario.legal()
    assert "exchange England/Schwaben" in scenario.legal()
    shown = scenario.do("exchange England/Schwaben")
    assert (shown["player"], shown["hands"][1]) == (2, {})
    assert scenario.legal() == {"pass"}
    assert scenario.do("pass")["over"]


def test_kk_8_what_can_be_placed_does_not_depend_on_hands():
    """KK-8: a monastery that no hand could pay for keeps the game going."""
    fields = full_board(["Ely"])
    fields["advisors"]["Bayern"] = [1, 0, 0, 0, 0]
    hands = [{BAYERN: 1, FRANKREICH: 1}, {FRANKREICH: 1}, {FRANKEN: 1}, {LOTHRINGEN: 1}, {}]
    scenario = Scenario(5, stage="last round", pile=[], hands=hands, **fields)
    assert not scenario.do("advisor Bayern, pay 1 Bayern/Burgund", "end placing")["over"]
    assert scenario.pieces() == set()


def three_players_with_all_abbeys(in_aragon, **values):
    """Return a scenario in which only player 2 can place, an advisor; it has some in Aragon."""
    owners = (
        ("England", "Bayern", "Italien"),
        ("Franken", "Frankreich", "Schwaben"),
        ("Aragon", "Lothringen", "Burgund"),
    )
    abbeys = {
        name: seat
        for seat, countries in enumerate(owners)
        for country in countries
        for name in MONASTERIES[country]
    }
    advisors = {
        "England": [6, 0, 0], "Bayern": [2, 0, 0], "Frankreich": [0, 8, 0],
        "Aragon": [0, 0, in_aragon], "Lothringen": [0, 0, 1],
    }  # fmt: skip
    hands = [{}, {}, {LOTHRINGEN: 1}]
    return Scenario(3, player=2, hands=hands, abbeys=abbeys, advisors=advisors, **values)


@pytest.mark.parametrize(("in_aragon", "over"), [(6, True), (5, False)])
def test_kk_8_what_can_be_placed_depends_on_places_and_supplies(in_aragon, over):
    """KK-8: seals with free space keep the game going only while a player has advisors."""
    scenario = three_players_with_all_abbeys(in_aragon)
    shown = scenario.do("advisor Lothringen, pay 1 Lothringen/Italien")
    assert shown["over"] == over


def test_kk_9_a_majority_needs_an_advisor():
    """KK-9: nobody leads an empty seal, so its alliances score nobody."""
    scenario = Scenario(3, abbeys=owned(Italien=[2]), advisors={"Italien": [2]})
    assert scenario.game.score_sheet(scenario.state)["advisors"] == [0, 0, 0]


def test_kk_10_chains_are_disjoint_paths_of_at_least_four():
    """KK-10: chains score the maximum number of monasteries that such paths can cover."""
    ring = ["Mont-Saint-Michel", "Bec", "Saint-Denis", "Fleury", "Fontevraud"]
    branch = ["Clairvaux", "Cîteaux", "Saint-Sever"]
    scenario = Scenario(3, abbeys=dict.fromkeys([*ring, *branch], 0))
    # The ring is cut open: Clairvaux and Cîteaux extend it at one end, Saint-Sever at the other.
    assert scenario.game.score_sheet(scenario.state)["chains"] == [8, 0, 0]


@pytest.mark.parametrize(
    ("scores", "ranks", "outcome"),
    [([50, 50, 40], [1, 1, 3], [0.25, 0.25, -0.5]), ([50, 50, 50], [1, 1, 1], [0, 0, 0])],
)
def test_kk_11_equal_points_and_pieces_share_the_win(scores, ranks, outcome):
    """KK-11: there is no further tie-break; an abbey counts as much as an advisor."""
    scenario = Scenario(
        3, over=True, scores=scores, abbeys={"Bec": 0, "Fleury": 0, "Moissac": 1, "Chorin": 2},
        advisors={"Frankreich": [0, 1, 1]},
    )  # fmt: skip
    assert scenario.game.ranks(scenario.state).tolist() == ranks
    assert scenario.game.outcome(scenario.state) == pytest.approx(outcome)


def test_kk_12_with_two_countries_the_vatikan_is_one_of_the_two_places():
    """KK-12: a piece in the Vatikan and one on the main board, in either order."""
    options = {"vatikan": True, "two_countries": True}
    fields = {"hands": [{FRANKREICH: 2, BAYERN: 1}], "abbeys": {"Waldsassen": 1}}
    seal = "council table Italien, pay 2 Frankreich"
    scenario = Scenario(**options, **fields)
    scenario.do(seal)
    assert {"advisor Bayern", "abbey Cluny"} <= scenario.pieces()
    assert not {piece for piece in scenario.pieces() if " table " in piece}
    shown = scenario.do("advisor Bayern, pay 1 Bayern/Burgund")
    assert shown["placed"] == [["council table", "Italien"], ["advisor", "Bayern"]]
    scenario = Scenario(**options, **fields)
    shown = scenario.do("advisor Bayern, pay 1 Bayern/Burgund", seal)
    assert shown["placed"] == [["advisor", "Bayern"], ["council table", "Italien"]]
    assert shown["step"] == "draw"


def test_kk_12_only_one_seal_is_taken_per_turn():
    """KK-12: the Vatikan is one place, so it takes one piece per turn."""
    scenario = Scenario(
        vatikan=True, two_countries=True, hands=[{FRANKREICH: 2}],
        council_table={"Franken": 0}, placed=[["council table", "Franken"]],
    )  # fmt: skip
    assert not {piece for piece in scenario.pieces() if " table " in piece}


def test_kk_13_an_advisor_in_the_vatikan_does_not_count_in_the_country():
    """KK-13: it is one of the eight, but takes no space on the seal and leads no majority."""
    scenario = Scenario(
        vatikan=True, hands=[{FRANKREICH: 2, ENGLAND: 1}],
        abbeys=owned(Italien=[1], Burgund=[1]), advisors={"Burgund": [1]},
    )  # fmt: skip
    shown = scenario.do("council table Italien, pay 2 Frankreich")
    assert scenario.state["advisors_left"][0] == 8 - 2
    assert shown["advisors"] == {"Burgund": [1, 0, 0, 0]}
    assert scenario.game.score_sheet(scenario.state)["advisors"] == [0, 0, 0, 0]
    scenario = Scenario(
        vatikan=True, hands=[{LOTHRINGEN: 1}], abbeys=owned(Italien=[1]),
        council_table={"Italien": 0},
    )  # fmt: skip
    assert "advisor Italien" in scenario.pieces()


def test_kk_14_a_single_legal_action_is_carried_out():
    """KK-14: for example, ending the placing when no piece can be paid, and drawing a card."""
    scenario = Scenario(
        hands=[{FRANKREICH: 1, ENGLAND: 1, FRANKEN: 1}], face_up=[BAYERN, None], abbeys={"Bec": 1}
    )
    state = scenario.state
    scenario.game.apply(state, "abbey Fleury, pay 1 Frankreich")
    assert (scenario.shown["step"], scenario.shown["placed"]) == ("draw", [["abbey", "Fleury"]])
    scenario.game.apply(state, "draw face-up 1")
    assert scenario.shown["player"] == 1
    scenario = Scenario(3, step="draw", hands=[{FRANKREICH: 1}], face_up=[BAYERN, None])
    scenario.game.apply(scenario.state, "draw face-up 1")
    assert sum(scenario.shown["hands"][0].values()) == 3
    assert scenario.shown["player"] == 1


def test_kk_14_applies_to_the_last_card_and_the_empty_hand():
    """KK-14: a player who can only exchange one colour does so; one without cards passes."""
    fields = full_board(["Ely"])
    hands = [{BAYERN: 1, FRANKREICH: 1}, {FRANKREICH: 1}, {}, {LOTHRINGEN: 1}, {ENGLAND: 1}]
    scenario = Scenario(5, stage="last round", pile=[], hands=hands, **fields)
    scenario.game.apply(scenario.state, "exchange Frankreich")
    assert scenario.shown["hands"] == [{BAYERN: 1}, {}, {}, {}, {ENGLAND: 1}]
    assert scenario.shown["player"] == 4
    assert "abbey Ely, pay 1 England/Schwaben" in scenario.legal()


def test_kk_14_nothing_follows_the_end():
    """KK-14: the player who ended the game could only exchange the card left, and keeps it."""
    hands = [{}, {}, {}, {}, {BAYERN: 1, FRANKREICH: 1}]
    fields = full_board(["Ely"]) | {"hands": hands, "pile": []}
    scenario = Scenario(5, player=4, stage="last round", **fields)
    scenario.game.apply(scenario.state, "exchange Bayern/Burgund")
    assert scenario.shown["over"]
    assert scenario.shown["hands"][4] == {FRANKREICH: 1}


def test_kk_14_applies_only_after_a_decision():
    """KK-14: in a written position the only legal action is still to be carried out."""
    scenario = Scenario(3, stage="last round", hands=[{}, {ENGLAND: 1}, {FRANKEN: 1}], pile=[])
    assert scenario.legal() == {"pass"}
    scenario.game.apply(scenario.state, "pass")
    assert scenario.shown["player"] == 1


@pytest.mark.parametrize(
    ("cards", "full", "asked"),
    [(2, ["cloister_table"], True), (2, ["council_table"], True), (1, [], False)],
)
def test_kk_14_a_player_who_can_place_only_in_the_vatikan_is_asked(cards, full, asked):
    """KK-14: two cards of one colour are a joker; one card can only be exchanged."""
    fields = full_board() | {table: {"England": 1, "Aragon": 2} for table in full}
    fields["advisors"]["Bayern"] = [1, 0, 0, 0, 0]
    hands = [{BAYERN: 1}, {FRANKREICH: cards}, {FRANKEN: 1, ENGLAND: 1}]
    scenario = Scenario(5, stage="last round", vatikan=True, pile=[], hands=hands, **fields)
    scenario.game.apply(scenario.state, "advisor Bayern, pay 1 Bayern/Burgund")
    assert scenario.shown["player"] == (1 if asked else 2)


@every_game
@given(seed=seeds)
def test_kk_14_forced_actions_are_the_only_legal_ones(game, seed):
    """KK-14: the result is the same as if the only legal action were taken again and again."""
    params = game.params[0]
    state = game.new(seed)
    for ply in count():
        if state["over"]:
            break
        assert len(game.legal_actions(state)) > 1
        action = random_action(game, state, derived_seed(seed, ply))
        single = state.copy()
        carry_out(params, single, action)
        while not single["over"] and len(game.legal_actions(single)) == 1:
            carry_out(params, single, *game.legal_actions(single))
        game.apply(state, action)
        assert state.tobytes() == single.tobytes()


def test_kk_15_a_free_column_of_the_vatikan_keeps_the_game_alive():
    """KK-15: a free column on either table is enough while somebody has advisors, for any hands."""
    fields = full_board()
    fields["advisors"]["Bayern"] = [1, 0, 0, 0, 0]
    for council, over in (({"England": 1}, False), ({"England": 1, "Aragon": 2}, True)):
        scenario = Scenario(
            5, hands=[{BAYERN: 2}], vatikan=True, council_table=council,
            cloister_table={"Franken": 0, "Italien": 2}, **fields,
        )  # fmt: skip
        assert scenario.do("advisor Bayern, pay 1 Bayern/Burgund")["over"] == over


@pytest.mark.parametrize(("in_aragon", "over"), [(6, True), (5, False)])
def test_kk_15_free_columns_of_the_vatikan_need_advisors(in_aragon, over):
    """KK-15: free columns keep the game going only while a player has an unused advisor."""
    scenario = three_players_with_all_abbeys(in_aragon, vatikan=True)
    shown = scenario.do("advisor Lothringen, pay 1 Lothringen/Italien")
    assert shown["over"] == over


@pytest.mark.parametrize("colour", COLOURS)
def test_kk_16_a_seal_takes_a_joker_that_does_not_name_its_country(colour):
    """KK-16: of every other colour, two cards pay for the seal."""
    scenario = Scenario(vatikan=True, hands=[{colour: 2}])
    allowed = [country for country in SEALS if country not in colour.split("/")]
    assert seals_of(scenario) == {
        f"{kind} table {country}" for kind in ("cloister", "council") for country in allowed
    }
    for seal in seals_of(scenario):
        assert scenario.payments(seal) == {f"2 {colour}"}
    assert not seals_of(Scenario(vatikan=True, hands=[{colour: 1}]))
    assert not seals_of(Scenario(hands=[{colour: 2}]))


def test_kk_17_a_column_takes_one_advisor():
    """KK-17: the other columns of both tables stay free."""
    scenario = Scenario(
        vatikan=True, hands=[{FRANKREICH: 2}], cloister_table={"Franken": 1},
        council_table={"Schwaben": 0},
    )  # fmt: skip
    assert seals_of(scenario) == {
        *(f"cloister table {country}" for country in ("Aragon", "Burgund", "Italien", "Schwaben")),
        *(f"council table {country}" for country in ("Franken", "Bayern", "Lothringen", "England")),
    }
    shown = scenario.do("council table England, pay 2 Frankreich")
    assert shown["council_table"] == {"England": 0, "Schwaben": 0}
    assert shown["placed"] == [["council table", "England"]]
    assert scenario.state["advisors_left"][0] == 6
