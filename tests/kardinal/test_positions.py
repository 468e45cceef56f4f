"""Written positions: defaults and errors; tests/contract.py checks that they are read back."""

import pytest

from tests.kardinal.scenario import BAYERN, ENGLAND, FRANKREICH, Scenario, game_of, owned
from tests.kardinal.test_rules import full_board


def read(num_players=4, /, *, vatikan=False, two_countries=False, **fields):
    game = game_of(num_players, vatikan=vatikan, two_countries=two_countries)
    return game.to_dict(game.from_dict({"game": "kardinal", **fields}))


@pytest.mark.parametrize(
    ("num_players", "removed"), [(3, {"removed": 2}), (4, {"removed": 1}), (5, {})]
)
def test_missing_fields_have_the_values_of_an_empty_table(num_players, removed):
    colours = game_of(3).components.colours
    assert read(num_players) == {
        "game": "kardinal",
        "num_players": num_players,
        "vatikan": False,
        "two_countries": False,
        "player": 0,
        "over": False,
        "stage": "first pile",
        "step": "place",
        "placed": [],
        "abbeys": {},
        "advisors": {},
        "cloister_table": {},
        "council_table": {},
        "hands": [{}] * num_players,
        "face_up": [None, None],
        "pile": [],
        "discard": {},
        "removed": dict.fromkeys(colours, removed["removed"]) if removed else {},
        "scores": [0] * num_players,
    }


def test_short_lists_are_filled_up():
    shown = read(
        vatikan=True, stage="second pile",
        hands=[{}, {FRANKREICH: 1}], advisors={"Burgund": [0, 1]},
        face_up=[BAYERN], scores=[4], abbeys={"Cluny": 3}, cloister_table={"Aragon": 3},
    )  # fmt: skip
    assert shown["hands"] == [{}, {FRANKREICH: 1}, {}, {}]
    assert shown["advisors"] == {"Burgund": [0, 1, 0, 0]}
    assert shown["face_up"] == [BAYERN, None]
    assert shown["scores"] == [4, 0, 0, 0]


def test_a_table_without_cards_can_be_played_to_the_end():
    """No turn starts with an empty pile in play, but the first turn of a written position may."""
    scenario = Scenario(3, pile=[], abbeys=owned(Franken=[2, 1]))
    shown = scenario.do("pass")
    assert (shown["stage"], shown["player"]) == ("last round", 1)
    assert shown["scores"] == [3, 2, 0]
    assert scenario.do("pass", "pass")["over"]


def test_an_empty_pile_is_made_of_the_discard_pile():
    scenario = Scenario(3, pile=[], hands=[{FRANKREICH: 1}], discard={ENGLAND: 5})
    shown = scenario.do("exchange Frankreich")
    assert (shown["stage"], shown["step"], shown["discard"]) == ("second pile", "draw", {})
    assert sorted(shown["pile"]) == [ENGLAND] * 5 + [FRANKREICH]


def test_pieces_of_this_turn_are_read():
    fields = {
        "vatikan": True, "two_countries": True, "step": "draw", "player": 2, "pile": [BAYERN],
        "abbeys": {"Bec": 2}, "council_table": {"Bayern": 2},
    }  # fmt: skip
    placed = [["council table", "Bayern"], ["abbey", "Bec"]]
    assert read(**fields, placed=placed)["placed"] == placed


MANY = owned(England=[6], Franken=[7], Bayern=[6], Frankreich=[1])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"num_players": 3}, "num_players is 3, expected 4 as in this game"),
        ({"vatikan": False}, "vatikan is false, expected true as in this game"),
        ({"two_countries": True}, "two_countries is true, expected false as in this game"),
        ({"player": 4}, "player is 4, expected an integer from 0 to 3"),
        ({"stage": "third pile"}, "stage is 'third pile', expected one of: first pile, second p"),
        ({"step": "pay"}, "step is 'pay', expected one of: place, draw"),
        ({"step": "draw"}, "step is 'draw', but there is no card to draw"),
        ({"step": "draw", "pile": [BAYERN], "hands": [{FRANKREICH: 3}]},
         "step is 'draw', but the hand of seat 0 is full"),
        ({"step": "draw", "face_up": [BAYERN], "stage": "last round"},
         "step is 'draw', but no player draws in the last round"),
        ({"stage": "last round", "pile": [BAYERN]}, "stage is 'last round', but there are cards"),
        ({"stage": "last round", "pile": [BAYERN], "over": True}, "stage is 'last round', but the"),
        ({**full_board(seats=4), "cloister_table": {"Bayern": 0, "Aragon": 0},
          "council_table": {"Bayern": 0, "Aragon": 0}},
         "over is false, but no piece can be placed any more"),
        # the pieces of the turn
        ({"placed": [["abbey", "Bec"]] * 3}, "placed has 3 entries, expected at most 2"),
        ({"placed": [["abbey"]]}, r"placed\[0\] is \['abbey'\], expected a pair"),
        ({"placed": [["king", "Bec"]]}, r"placed\[0\] is 'king', expected one of: abbey, advisor"),
        ({"placed": [["abbey", "Bayern"]]}, r"placed\[0\] is 'Bayern', expected one of: Lindisf"),
        ({"placed": [["abbey", "Bec"]]}, r"placed\[0\] is .*, but seat 0 has no such piece"),
        ({"placed": [["advisor", "Italien"]] * 2, "advisors": {"Italien": [1]},
          "abbeys": owned(Italien=[1])},
         r"placed\[1\] is .*, but seat 0 has no such piece"),
        ({"placed": [["abbey", "Bec"], ["abbey", "Fleury"]],
          "abbeys": {"Bec": 0, "Fleury": 0, "Moissac": 1}},
         "step is 'place', but all pieces of this turn are placed"),
        # pieces
        ({"abbeys": {"Camelot": 0}}, "abbeys is 'Camelot', expected one of: Lindisfarne"),
        ({"abbeys": {"Bec": 4}}, r"abbeys\['Bec'\] is 4, expected an integer from 0 to 3"),
        ({"abbeys": {**MANY, "Cluny": 0}}, "abbeys: seat 0 has placed 21, expected at most 20"),
        ({"advisors": {"Italien": [0] * 5}}, r"advisors\['Italien'\] has 5 entries"),
        ({"advisors": {"Italien": [-1]}}, r"advisors\['Italien'\] is -1, expected .* from 0 to 8"),
        ({"advisors": {"Italien": [5], "Bayern": [4]}}, "advisors: seat 0 has placed 9, exp"),
        ({"advisors": {"Italien": [1]}}, r"advisors\['Italien'\] has 1 advisor more than"),
        ({"advisors": {"Italien": [3, 4, 1]}, "abbeys": owned(Italien=[1])},
         r"advisors\['Italien'\] has 7 advisors more than"),
        ({"cloister_table": {"Frankreich": 0}}, "cloister_table: 'Frankreich' has no seal there"),
        ({"council_table": {"Bayern": 0, "England": 1}},
         "council_table: 'England' is the second seal in a column"),
        # cards
        ({"hands": [{}] * 5}, "hands has 5 entries, expected at most 4"),
        ({"hands": [{}, {"Bayern": 1}]}, r"hands\[1\] is 'Bayern', expected one of: Franken/Ara"),
        ({"hands": [{BAYERN: -1}]}, r"hands\[0\]\['Bayern/Burgund'\] is -1"),
        ({"hands": [{BAYERN: 2, ENGLAND: 2}]}, r"hands\[0\] has 4 cards, expected at most 3"),
        ({"face_up": BAYERN}, "face_up is 'Bayern/Burgund', expected a list"),
        ({"face_up": [BAYERN] * 3}, "face_up has 3 entries, expected at most 2"),
        ({"pile": [BAYERN] * 56}, "pile has 56 entries, expected at most 55"),
        ({"discard": {BAYERN: 13}}, r"discard\['Bayern/Burgund'\] is 13, expected .* from 0 to 12"),
        ({"removed": {BAYERN: 1}}, "removed is .*, expected .* with 4 players"),
        ({"hands": [{FRANKREICH: 2}], "pile": [FRANKREICH] * 2, "face_up": [FRANKREICH],
          "discard": {FRANKREICH: 4}},
         "card 'Frankreich' appears 9 times in hands, face_up, pile and discard together, exp"),
        # scores
        ({"scores": [0, -1]}, r"scores\[1\] is -1"),
        ({"scores": [0, 1]}, "scores are not all 0, but nothing is scored during the first pile"),
        ({"stage": "second pile", "over": True}, "over is true, but stage is 'second pile'"),
        ({"placed": [["abbey", "Bec"]], "abbeys": {"Bec": 0}, "hands": [{BAYERN: 3}]},
         "the deciding seat has 3 cards, but has paid for a piece"),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(fields, message):
    game = game_of(4, vatikan=True)
    with pytest.raises(ValueError, match=message):
        game.from_dict({"game": "kardinal", **fields})


IN_FRANKEN = {"abbeys": owned(Franken=[2, 1]), "advisors": {"Franken": [1, 1]}}


@pytest.mark.parametrize(
    ("two_countries", "placed", "fields", "wrong"),
    [
        (False, [["abbey", "Corvey"], ["abbey", "Fulda"]], {"abbeys": owned(Franken=[2])}, 1),
        (False, [["abbey", "Corvey"], ["abbey", "Bec"]], {"abbeys": {"Corvey": 0, "Bec": 0}}, 1),
        (False, [["abbey", "Corvey"], ["advisor", "Franken"]],
         {"abbeys": owned(Franken=[1]), "advisors": {"Franken": [1]}}, 1),
        (False, [["advisor", "Franken"], ["abbey", "Corvey"]], IN_FRANKEN, 0),
        (False, [["abbey", "Corvey"], ["advisor", "Franken"]], IN_FRANKEN, None),
        (False, [["abbey", "Corvey"], ["council table", "Bayern"]],
         {"abbeys": owned(Franken=[1]), "council_table": {"Bayern": 0}}, 1),
        (True, [["council table", "Bayern"], ["abbey", "Corvey"]],
         {"abbeys": owned(Franken=[1]), "council_table": {"Bayern": 0}}, None),
        (True, [["council table", "Bayern"], ["cloister table", "Bayern"]],
         {"council_table": {"Bayern": 0}, "cloister_table": {"Bayern": 0}}, 1),
        (True, [["abbey", "Corvey"], ["abbey", "Fulda"]], {"abbeys": owned(Franken=[2])}, None),
        (True, [["abbey", "Corvey"], ["advisor", "Franken"]],
         {"abbeys": owned(Franken=[1]), "advisors": {"Franken": [1]}}, 1),
    ],
)  # fmt: skip
def test_pieces_of_a_turn_follow_the_rules(two_countries, placed, fields, wrong):
    """`wrong` is the index of the piece that is refused, or None if the position is possible."""
    fields |= {"vatikan": True, "two_countries": two_countries, "over": True, "placed": placed}
    if wrong is None:
        assert read(**fields)["placed"] == placed
    else:
        with pytest.raises(ValueError, match=rf"placed\[{wrong}\] is .* may not place"):
            read(**fields)


def test_seals_of_the_vatikan_need_its_option():
    with pytest.raises(ValueError, match="council_table: 'Bayern' has no seal there in this game"):
        read(council_table={"Bayern": 0})


def test_a_finished_game_may_list_the_pieces_of_the_last_turn():
    abbeys = {"Bec": 0, "Fleury": 0, "Moissac": 1}
    placed = [["abbey", "Bec"], ["abbey", "Fleury"]]
    assert read(over=True, abbeys=abbeys, placed=placed)["placed"] == placed
