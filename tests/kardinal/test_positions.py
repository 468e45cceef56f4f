"""Entries of written positions that depend on others.

tests/core/test_written_positions.py checks each entry alone.
"""

import pytest

from hofspiele.envs.core.text.written import EntryError
from tests.kardinal.scenario import BAYERN, ENGLAND, FRANKREICH, Scenario, game_of, owned
from tests.kardinal.test_rules import full_board


def read(num_players=4, /, *, vatikan=False, two_countries=False, **fields):
    game = game_of(num_players, vatikan=vatikan, two_countries=two_countries)
    return game.to_dict(game.from_dict({"game": "kardinal", **fields}))


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


MANY = owned(England=[6], Franken=[7], Bayern=[6], Frankreich=[1])


SEALS = {table: {"Bayern": 0, "Aragon": 0} for table in ("cloister_table", "council_table")}


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"vatikan": False}, "vatikan is false, expected true as in this game"),
        ({"player": 4}, "player is 4"),
        ({"step": "draw"}, "step is 'draw', but there is no card"),
        ({"step": "draw", "pile": [BAYERN], "hands": [{FRANKREICH: 3}]}, "step is 'draw', but the"),
        ({"step": "draw", "face_up": [BAYERN], "stage": "last round"}, "step is 'draw', but no"),
        ({"stage": "last round", "pile": [BAYERN]}, "stage is 'last round'"),
        ({"stage": "last round", "pile": [BAYERN], "over": True}, "stage is 'last round'"),
        ({**full_board(seats=4), **SEALS}, "over is false"),
        # the pieces of the turn
        ({"placed": [["abbey", "Bec"]] * 3}, "placed has 3 entries"),
        ({"placed": [["abbey"]]}, r"placed\[0\] is \['abbey'\], expected a pair"),
        ({"placed": [["abbey", "Bayern"]]}, r"placed\[0\] is 'Bayern'"),
        ({"placed": [["abbey", "Bec"]]}, r"placed\[0\] is .*, but seat 0 has no such piece"),
        ({"placed": [["advisor", "Italien"]] * 2, "advisors": {"Italien": [1]},
          "abbeys": owned(Italien=[1])}, r"placed\[1\] is .*, but seat 0 has no such piece"),
        ({"placed": [["abbey", "Bec"], ["abbey", "Fleury"]],
          "abbeys": {"Bec": 0, "Fleury": 0, "Moissac": 1}}, "step is 'place'"),
        # pieces
        ({"abbeys": {"Bec": 4}}, r"abbeys\['Bec'\] is 4"),
        ({"abbeys": {**MANY, "Cluny": 0}}, "abbeys: seat 0 has placed 21"),
        ({"advisors": {"Italien": [0] * 5}}, r"advisors\['Italien'\] has 5 entries"),
        ({"advisors": {"Italien": [5], "Bayern": [4]}}, "advisors: seat 0 has placed 9"),
        ({"advisors": {"Italien": [1]}}, r"advisors\['Italien'\] has 1 advisor more"),
        ({"advisors": {"Italien": [3, 4, 1]}, "abbeys": owned(Italien=[1])},
         r"advisors\['Italien'\] has 7 advisors more"),
        ({"cloister_table": {"Frankreich": 0}}, "cloister_table: 'Frankreich'"),
        ({"council_table": {"Bayern": 0, "England": 1}}, "council_table: 'England'"),
        # cards
        ({"hands": [{}] * 5}, "hands has 5 entries"),
        ({"hands": [{BAYERN: 2, ENGLAND: 2}]}, r"hands\[0\] has 4 cards"),
        ({"face_up": [BAYERN] * 3}, "face_up has 3 entries"),
        ({"pile": [BAYERN] * 56}, "pile has 56 entries"),
        ({"discard": {BAYERN: 13}}, r"discard\['Bayern/Burgund'\] is 13"),
        ({"removed": {BAYERN: 1}}, "removed is .*, expected .* with 4 players"),
        ({"hands": [{FRANKREICH: 2}], "pile": [FRANKREICH] * 2, "face_up": [FRANKREICH],
          "discard": {FRANKREICH: 4}}, "card 'Frankreich' appears 9 times"),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(fields, where):
    with pytest.raises(EntryError, match=where):
        game_of(4, vatikan=True).from_dict({"game": "kardinal", **fields})


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
    with pytest.raises(EntryError, match="council_table: 'Bayern' has no seal there in this game"):
        read(council_table={"Bayern": 0})
