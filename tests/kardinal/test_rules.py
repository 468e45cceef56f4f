"""The rules of play, in the order of the rules page; its rulings are in test_rulings.py."""

from collections import Counter

import pytest

from tests.kardinal.scenario import (
    BAYERN,
    BOARD,
    COLOURS,
    ENGLAND,
    FRANKEN,
    FRANKREICH,
    LOTHRINGEN,
    MONASTERIES,
    Scenario,
    abbeys_of,
    cards_of,
    game_of,
    owned,
)

# --- setup -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("num_players", "cards"), [(3, 45), (4, 50), (5, 55)])
def test_the_setup_is_that_of_the_rules(num_players, cards):
    game = game_of(num_players)
    dealt = game.to_dict(game.new(1))
    assert [sum(hand.values()) for hand in dealt["hands"]] == [3] * num_players
    assert all(dealt["face_up"])
    assert len(dealt["pile"]) == cards - 3 * num_players - 2
    assert cards_of(dealt) == BOARD.copies(num_players)
    removed = 5 - num_players
    assert dealt["removed"] == (dict.fromkeys(COLOURS, removed) if removed else {})
    assert (dealt["player"], dealt["stage"], dealt["step"]) == (0, "first pile", "place")
    assert dealt["abbeys"] == dealt["advisors"] == dealt["discard"] == {}
    assert (game.new(1)["abbeys_left"][:num_players] == 20).all()
    assert (game.new(1)["advisors_left"][:num_players] == 8).all()


def test_every_card_can_be_anywhere():
    game = game_of(3)
    dealt = [game.to_dict(game.new(seed)) for seed in range(100)]
    assert {position["face_up"][1] for position in dealt} == set(COLOURS)
    assert {position["pile"][0] for position in dealt} == set(COLOURS)
    assert {position["pile"][-1] for position in dealt} == set(COLOURS)


# --- placing: the rulebook's examples, Anne 0, Bertrand 1, Christian 2, Daniel 3 ---------------


def test_anne_is_first_in_franken_and_bertrand_follows():
    scenario = Scenario(
        hands=[{FRANKREICH: 1, FRANKEN: 2}, {FRANKEN: 1, BAYERN: 2}, {FRANKREICH: 3}],
        face_up=[ENGLAND, ENGLAND],
    )
    assert "advisor Franken" not in scenario.pieces()
    shown = scenario.do("abbey Chorin, pay 1 Franken/Aragon")
    assert scenario.legal() == {"end placing"}
    assert shown["hands"][0] == {FRANKREICH: 1, FRANKEN: 1}
    assert shown["discard"] == {FRANKEN: 1}
    scenario.do("end placing", "draw pile")
    shown = scenario.do("abbey Obra, pay 1 Franken/Aragon", "advisor Franken, pay 2 Bayern/Burgund")
    assert shown["abbeys"] == {"Chorin": 0, "Obra": 1}
    assert shown["advisors"] == {"Franken": [0, 1, 0, 0]}
    assert (shown["player"], shown["step"], shown["hands"][1]) == (1, "draw", {})
    assert shown["placed"] == [["abbey", "Obra"], ["advisor", "Franken"]]
    assert shown["discard"] == {FRANKEN: 2, BAYERN: 2}


def christian():
    abbeys = {"Bec": 0, "Fleury": 1, "Chorin": 0}
    return Scenario(player=2, hands=[{}, {}, {FRANKREICH: 3}], abbeys=abbeys)


@pytest.mark.parametrize("second", ["abbey Moissac", "advisor Frankreich"])
def test_christian_may_place_two_pieces_in_frankreich(second):
    scenario = christian()
    scenario.do("abbey Clairvaux, pay 1 Frankreich")
    assert scenario.pieces() == (
        abbeys_of("Frankreich") - {"abbey Bec", "abbey Fleury", "abbey Clairvaux"}
        | {"advisor Frankreich"}
    )
    assert scenario.payments(second) == {"1 Frankreich", "2 Frankreich"}
    shown = scenario.do(f"{second}, pay 1 Frankreich")
    assert (shown["step"], shown["hands"][2]) == ("draw", {FRANKREICH: 1})


@pytest.mark.parametrize(
    "piece", ["abbey Obra", "advisor Franken", "abbey Ely", "abbey Novalesa", "advisor Frankreich"]
)
def test_christian_may_use_a_joker_in_any_country(piece):
    scenario = christian()
    shown = scenario.do(f"{piece}, pay 2 Frankreich")
    assert shown["hands"][2] == {FRANKREICH: 1}
    if piece != "advisor Frankreich":
        assert scenario.legal() == {"end placing"}


def test_single_cards_pay_for_the_countries_that_they_name_only():
    scenario = Scenario(hands=[{ENGLAND: 1, FRANKREICH: 1}])
    named = ("England", "Schwaben", "Frankreich")
    assert scenario.pieces() == set().union(*map(abbeys_of, named))
    assert scenario.payments("abbey Ely") == {"1 England/Schwaben"}
    assert scenario.payments("abbey Bec") == {"1 Frankreich"}


@pytest.mark.parametrize(
    ("hand", "payments", "left"),
    [
        ({FRANKREICH: 2}, ("1 Frankreich", "1 Frankreich"), {}),
        ({FRANKREICH: 3}, ("1 Frankreich", "2 Frankreich"), {}),
        ({FRANKREICH: 3}, ("2 Frankreich", "1 Frankreich"), {}),
        ({FRANKREICH: 1, ENGLAND: 2}, ("2 England/Schwaben", "1 Frankreich"), {}),
        ({FRANKREICH: 2, ENGLAND: 1}, ("1 Frankreich", "1 Frankreich"), {ENGLAND: 1}),
    ],
)
def test_up_to_three_cards_place_up_to_two_pieces(hand, payments, left):
    scenario = Scenario(hands=[hand], abbeys={"Bec": 1})
    scenario.do(f"abbey Fleury, pay {payments[0]}")
    shown = scenario.do(f"abbey Moissac, pay {payments[1]}")
    assert shown["hands"][0] == left
    assert shown["step"] == "draw"
    assert set(scenario.legal()) == {"draw pile"}


# --- advisors ----------------------------------------------------------------------------------


def test_anne_places_two_advisors_in_frankreich():
    """Bertrand has four abbeys there, he and Christian an advisor each: two more are allowed."""
    scenario = Scenario(
        hands=[{FRANKREICH: 1, ENGLAND: 2}],
        abbeys=owned(Frankreich=[0, 4]),
        advisors={"Frankreich": [0, 1, 1, 0]},
    )
    scenario.do("advisor Frankreich, pay 1 Frankreich")
    assert scenario.payments("advisor Frankreich") == {"2 England/Schwaben"}
    shown = scenario.do("advisor Frankreich, pay 2 England/Schwaben")
    assert shown["advisors"] == {"Frankreich": [2, 1, 1, 0]}
    assert shown["discard"] == {FRANKREICH: 1, ENGLAND: 2}


def test_the_seal_takes_no_more_advisors_than_the_most_abbeys_of_one_player():
    """Three red, two yellow and two blue abbeys in Frankreich: three advisors."""
    for seated, room in (([1, 1, 0], True), ([1, 1, 1], False), ([0, 3, 0], False)):
        scenario = Scenario(
            hands=[{FRANKREICH: 1}],
            abbeys=owned(Frankreich=[3, 2, 2]),
            advisors={"Frankreich": seated},
        )
        assert ("advisor Frankreich" in scenario.pieces()) == room


@pytest.mark.parametrize(
    "pieces",
    [
        ("advisor Italien", "advisor Italien"),
        ("abbey Farfa", "abbey Montecassino"),
        ("advisor Italien", "abbey Farfa"),
        ("abbey Farfa", "advisor Italien"),
    ],
)
def test_christian_may_place_any_two_pieces_in_italien(pieces):
    """Bertrand and Daniel have two abbeys each in Italien and nobody has an advisor there."""
    scenario = Scenario(
        player=2, hands=[{}, {}, {LOTHRINGEN: 3}], abbeys=owned(Italien=[0, 2, 0, 2])
    )
    shown = scenario.do(*(f"{piece}, pay 1 Lothringen/Italien" for piece in pieces))
    assert [f"{kind} {place}" for kind, place in shown["placed"]] == list(pieces)
    assert shown["step"] == "draw"


def test_an_abbey_of_this_turn_makes_room():
    scenario = Scenario(hands=[{FRANKREICH: 2}], abbeys={"Bec": 0}, advisors={"Frankreich": [0, 1]})
    assert "advisor Frankreich" not in scenario.pieces()
    scenario.do("abbey Fleury, pay 1 Frankreich")
    assert "advisor Frankreich" in scenario.pieces()


# --- supplies ----------------------------------------------------------------------------------


def test_a_player_without_abbeys_places_advisors_only():
    many = owned(England=[6], Franken=[7], Bayern=[6], Schwaben=[1])
    scenario = Scenario(hands=[{FRANKEN: 3}, {FRANKEN: 1}], abbeys=many)
    assert scenario.pieces() == {
        "advisor England", "advisor Franken", "advisor Bayern", "advisor Schwaben",
    }  # fmt: skip
    scenario.do("advisor Franken, pay 2 Franken/Aragon", "end placing", "draw pile", "draw pile")
    assert any(piece.startswith("abbey") for piece in scenario.pieces())


def test_a_player_without_advisors_places_abbeys_only():
    scenario = Scenario(
        hands=[{FRANKREICH: 3}],
        vatikan=True,
        abbeys=owned(Frankreich=[4], Franken=[4], Bayern=[4]),
        advisors={"Franken": [4], "Bayern": [3]},
        council_table={"Italien": 0},
    )
    assert scenario.state["advisors_left"][0] == 0
    assert all(piece.startswith("abbey") for piece in scenario.pieces())


# --- exchange ----------------------------------------------------------------------------------


def test_an_exchange_draws_one_card_and_ends_the_turn():
    scenario = Scenario(hands=[{FRANKREICH: 1, ENGLAND: 2}], face_up=[FRANKEN, BAYERN])
    assert scenario.legal_after("exchange ") == {FRANKREICH, ENGLAND}
    assert not {"pass", "end placing"} & scenario.legal()
    shown = scenario.do("exchange Frankreich")
    assert (shown["player"], shown["step"], shown["discard"]) == (0, "draw", {FRANKREICH: 1})
    assert scenario.legal() == {"draw face-up 1", "draw face-up 2", "draw pile"}
    shown = scenario.do("draw face-up 2")
    assert shown["hands"][0] == {ENGLAND: 2, BAYERN: 1}
    assert (shown["player"], shown["step"]) == (1, "place")


# --- drawing -----------------------------------------------------------------------------------


def test_annes_draw():
    """She keeps Frankreich, draws Bayern/Burgund from the pile, then takes the one face up."""
    scenario = Scenario(
        step="draw", hands=[{FRANKREICH: 1}], face_up=[BAYERN, ENGLAND], pile=[BAYERN, FRANKEN] * 3
    )
    shown = scenario.do("draw pile")
    assert shown["hands"][0] == {BAYERN: 1, FRANKREICH: 1}
    assert (shown["player"], shown["step"]) == (0, "draw")
    shown = scenario.do("draw face-up 1")
    assert shown["hands"][0] == {BAYERN: 2, FRANKREICH: 1}
    assert shown["face_up"] == [FRANKEN, ENGLAND]
    assert shown["pile"] == [BAYERN, FRANKEN] * 2
    assert (shown["player"], shown["step"]) == (1, "place")


@pytest.mark.parametrize(
    ("face_up", "pile", "drawn", "left"),
    [
        ([FRANKEN, BAYERN], [], "draw face-up 1", "draw face-up 2"),
        ([None, None], [FRANKEN, BAYERN], "draw pile", "draw pile"),
    ],
)
def test_the_only_place_to_draw_from_is_legal(face_up, pile, drawn, left):
    """A written position may have a pile of no card or of one."""
    scenario = Scenario(step="draw", hands=[{ENGLAND: 1}], face_up=face_up, pile=pile)
    scenario.do(drawn)
    assert scenario.legal() == {left}
    assert scenario.do(left)["hands"][0] == {ENGLAND: 1, FRANKEN: 1, BAYERN: 1}


def test_a_draw_ends_when_there_is_nothing_left_to_draw():
    scenario = Scenario(step="draw", hands=[{}], face_up=[FRANKEN, None], pile=[])
    shown = scenario.do("draw face-up 1")
    assert (shown["player"], shown["step"], shown["hands"][0]) == (1, "place", {FRANKEN: 1})


# --- end of the pile ---------------------------------------------------------------------------

ABBEYS = owned(Franken=[4, 2, 1])
DISCARD = {FRANKREICH: 4, ENGLAND: 3}


def test_the_interim_scoring_comes_in_the_middle_of_a_draw():
    scenario = Scenario(
        step="draw", hands=[{}, {BAYERN: 1}], face_up=[FRANKEN, FRANKEN], pile=[BAYERN],
        discard=DISCARD, abbeys=ABBEYS,
    )  # fmt: skip
    shown = scenario.do("draw pile")
    assert (shown["player"], shown["step"], shown["stage"]) == (0, "draw", "second pile")
    assert shown["scores"] == [7, 4, 2, 0]
    assert shown["discard"] == {}
    assert Counter(shown["pile"]) == DISCARD
    assert shown["face_up"] == [FRANKEN, FRANKEN]
    following = shown["pile"][0]
    shown = scenario.do("draw pile", "draw face-up 2")
    assert shown["hands"][0] == Counter([BAYERN, FRANKEN, following])
    assert (shown["player"], shown["step"]) == (1, "place")
    assert len(shown["pile"]) == 7 - 2


def test_the_interim_scoring_comes_in_the_middle_of_replacing_face_up_cards():
    scenario = Scenario(
        step="draw", hands=[{FRANKREICH: 1}, {BAYERN: 1}], face_up=[FRANKEN, ENGLAND],
        pile=[BAYERN], discard=DISCARD, abbeys=ABBEYS,
    )  # fmt: skip
    assert scenario.do("draw face-up 1")["scores"] == [0] * 4
    shown = scenario.do("draw face-up 2")
    assert (shown["player"], shown["step"], shown["stage"]) == (1, "place", "second pile")
    assert shown["scores"] == [7, 4, 2, 0]
    assert shown["face_up"][0] == BAYERN
    assert Counter([*shown["pile"], shown["face_up"][1]]) == DISCARD


def test_the_interim_scoring_counts_only_abbeys():
    abbeys = owned(Italien=[4], Burgund=[3])
    scenario = Scenario(
        step="draw", hands=[{ENGLAND: 2}], pile=[BAYERN], discard=DISCARD, vatikan=True,
        abbeys=abbeys, advisors={"Italien": [2], "Burgund": [2]}, cloister_table={"Italien": 0},
    )  # fmt: skip
    assert scenario.do("draw pile")["scores"] == [4 + 3, 0, 0, 0]


def test_the_shuffle_is_random():
    found = set()
    for seed in range(20):
        scenario = Scenario(
            seed=seed, step="draw", hands=[{ENGLAND: 2}], pile=[BAYERN],
            discard={FRANKREICH: 8, FRANKEN: 8},
        )  # fmt: skip
        found.add(str(scenario.do("draw pile")["pile"]))
    assert len(found) > 15


@pytest.mark.parametrize(
    ("num_players", "player"), [(3, 0), (3, 1), (3, 2), (4, 2), (4, 3), (5, 0), (5, 4)]
)
def test_the_second_time_the_round_is_finished_without_drawing(num_players, player):
    hands = [{FRANKREICH: 1, FRANKEN: 1} for _ in range(num_players)]
    scenario = Scenario(
        num_players, player=player, step="draw", stage="second pile", hands=hands, pile=[BAYERN],
        face_up=[ENGLAND, None],
    )  # fmt: skip
    shown = scenario.do("draw pile")
    assert shown["stage"] == "last round"
    for seat in range(player + 1, num_players):
        assert not shown["over"]
        assert (shown["player"], shown["step"]) == (seat, "place")
        shown = scenario.do("exchange Frankreich")
        assert shown["hands"][seat] == {FRANKEN: 1}
    assert shown["over"]
    assert shown["face_up"] == [ENGLAND, None]
    assert scenario.legal() == set()


def test_the_second_time_may_come_with_a_face_up_card():
    scenario = Scenario(
        3, stage="second pile", step="draw", hands=[{ENGLAND: 2}, {FRANKREICH: 2}, {BAYERN: 2}],
        face_up=[FRANKEN, BAYERN], pile=[FRANKREICH], discard=DISCARD,
    )  # fmt: skip
    shown = scenario.do("draw face-up 2")
    assert shown["stage"] == "last round"
    assert shown["face_up"] == [FRANKEN, FRANKREICH]
    assert shown["hands"][0] == {ENGLAND: 2, BAYERN: 1}
    assert shown["discard"] == DISCARD


def test_in_the_last_round_pieces_are_placed_as_usual():
    scenario = Scenario(
        3, player=1, stage="last round", hands=[{}, {FRANKREICH: 3}, {FRANKREICH: 1}],
        pile=[], abbeys={"Bec": 0},
    )  # fmt: skip
    shown = scenario.do("abbey Fleury, pay 1 Frankreich", "advisor Frankreich, pay 2 Frankreich")
    assert (shown["player"], shown["step"], shown["hands"][1]) == (2, "place", {})
    scenario.do("abbey Moissac, pay 1 Frankreich")
    shown = scenario.do("end placing")
    assert shown["over"]
    assert shown["scores"] == [3, 3, 3]


# --- the game ends when nothing can be placed --------------------------------------------------


def full_board(without=(), seats=5):
    """Return a board with full seals and abbeys of `seats` in turn on all monasteries but some."""
    abbeys, advisors = {}, {}
    for country, names in MONASTERIES.items():
        abbeys |= {name: place % seats for place, name in enumerate(names) if name not in without}
        most = max(Counter(abbeys[name] for name in names if name in abbeys).values(), default=0)
        advisors[country] = [0] * seats
        for number in range(most):
            advisors[country][(len(advisors) + number) % seats] += 1
    return {"abbeys": abbeys, "advisors": advisors}


@pytest.mark.parametrize(
    ("country", "over"), [("Schwaben", True), ("Frankreich", True), ("England", False)]
)
def test_the_game_ends_with_the_last_abbey(country, over):
    """Only in England does the last abbey allow an advisor, because seat 4 has the most there."""
    last = MONASTERIES[country][-1]
    colour = FRANKREICH if country == "Frankreich" else ENGLAND
    scenario = Scenario(5, player=4, hands=[{}] * 4 + [{colour: 1}], **full_board([last]))
    assert scenario.do(f"abbey {last}, pay 1 {colour}")["over"] == over
    assert scenario.legal() == (set() if over else {"end placing"})


def test_the_game_ends_with_the_last_advisor():
    fields = full_board()
    fields["advisors"]["Bayern"] = [1, 0, 0, 0, 0]
    scenario = Scenario(5, hands=[{BAYERN: 2, ENGLAND: 1}], **fields)
    assert scenario.pieces() == {"advisor Bayern"}
    shown = scenario.do("advisor Bayern, pay 1 Bayern/Burgund")
    assert shown["over"]
    assert shown["stage"] == "first pile"
    assert shown["scores"] == scenario.game.score_sheet(scenario.state)["total"]
    assert min(shown["scores"]) > 0


# --- two countries -----------------------------------------------------------------------------


def test_the_variant_allows_two_countries_in_one_turn():
    scenario = Scenario(
        two_countries=True, hands=[{FRANKREICH: 1, FRANKEN: 2}], abbeys={"Cluny": 1, "Bec": 1}
    )
    scenario.do("abbey Chorin, pay 1 Franken/Aragon")
    assert scenario.pieces() == {
        "advisor Frankreich",
        *abbeys_of("Franken") - {"abbey Chorin"},
        *abbeys_of("Aragon"),
        *abbeys_of("Frankreich") - {"abbey Bec"},
    }
    shown = scenario.do("advisor Frankreich, pay 1 Frankreich")
    assert shown["placed"] == [["abbey", "Chorin"], ["advisor", "Frankreich"]]


def test_the_variant_allows_two_abbeys_but_no_advisor_in_an_empty_country():
    scenario = Scenario(two_countries=True, hands=[{FRANKREICH: 3}])
    scenario.do("abbey Bec, pay 1 Frankreich")
    assert "advisor Frankreich" not in scenario.pieces()
    shown = scenario.do("abbey Fleury, pay 1 Frankreich")
    assert shown["abbeys"] == {"Bec": 0, "Fleury": 0}
    assert shown["step"] == "draw"


def test_two_pieces_in_one_country_are_allowed_in_the_variant_too():
    scenario = Scenario(
        two_countries=True, hands=[{FRANKREICH: 3}], abbeys=owned(Frankreich=[0, 2])
    )
    shown = scenario.do(
        "advisor Frankreich, pay 2 Frankreich", "advisor Frankreich, pay 1 Frankreich"
    )
    assert shown["advisors"] == {"Frankreich": [2, 0, 0, 0]}
    assert shown["step"] == "draw"


def test_every_country_but_frankreich_has_a_seal():
    assert sorted(SEALS) == sorted({*BOARD.countries} - {"Frankreich"})
    for columns in BOARD.vatikan.values():
        assert [len(column) for column in columns] == [4, 4]


# --- Der Vatikan -------------------------------------------------------------------------------

SEALS = [country for column in BOARD.vatikan["council_table"] for country in column]


def seals_of(scenario):
    return {piece for piece in scenario.pieces() if " table " in piece}


@pytest.mark.parametrize(("table", "other"), [("cloister", "council"), ("council", "cloister")])
def test_an_advisor_stands_on_one_table(table, other):
    scenario = Scenario(vatikan=True, player=1, hands=[{}, {FRANKREICH: 2}])
    shown = scenario.do(f"{table} table England, pay 2 Frankreich")
    assert shown[f"{table}_table"] == {"England": 1}
    assert shown[f"{other}_table"] == {}


def test_the_vatikan_is_the_only_place_of_its_turn():
    fields = {"vatikan": True, "hands": [{FRANKREICH: 3}], "abbeys": {"Bec": 1}}
    scenario = Scenario(**fields)
    scenario.do("cloister table Bayern, pay 2 Frankreich")
    assert scenario.legal() == {"end placing"}
    scenario = Scenario(**fields)
    scenario.do("abbey Fleury, pay 1 Frankreich")
    assert not seals_of(scenario)


# --- the win -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "fields", "ranks"),
    [
        ([50, 50, 40], {"abbeys": {"Bec": 0, "Fleury": 1}, "advisors": {"Frankreich": [0, 1, 0]}},
         [1, 2, 3]),
        ([50, 50, 0], {"vatikan": True, "cloister_table": {"Bayern": 0}}, [2, 1, 3]),
        # A point weighs more than all pieces.
        ([500, 499, 501], {"abbeys": owned(England=[6], Franken=[7], Bayern=[6])}, [2, 3, 1]),
    ],
)  # fmt: skip
def test_ties_go_to_the_player_with_more_unused_pieces(scores, fields, ranks):
    scenario = Scenario(3, over=True, scores=scores, **fields)
    assert scenario.game.ranks(scenario.state).tolist() == ranks
    assert scenario.game.scores(scenario.state).tolist() == scores
    best = [1 if rank == 1 else -0.5 for rank in ranks]
    assert scenario.game.outcome(scenario.state) == pytest.approx(best)
