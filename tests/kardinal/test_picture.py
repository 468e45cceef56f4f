"""Pictures: what they show, to whom, and that nothing in them overlaps or sticks out."""

import numpy as np
import pytest

from hofspiele.envs.kardinal.components import load_components
from hofspiele.envs.kardinal.picture.map_layout import NAME_SIZE, layout_of
from hofspiele.envs.kardinal.picture.painting import paint
from hofspiele.envs.kardinal.wording import leaders, open_seats
from hofspiele.envs.pictures.presentation import presentation_of
from hofspiele.envs.pictures.scene import Scene
from hofspiele.envs.pictures.theme import DARK, SEATS
from tests.kardinal.scenario import BOARD, FRANKEN, FRANKREICH, MONASTERIES, abbeys_for, game_of
from tests.kardinal.test_board import SMALL
from tests.pictures.drawn import check_drawn
from tests.play import random_game

MANY = ",\n".join(f'"Cell of many, {number}"' for number in range(56))
ISLE = "An isle with a name that is longer than others"
PLACES, ROADS = SMALL.index("[monasteries"), SMALL.index("[roads]")
NO_PLACES = f"""{SMALL[:PLACES]}
[monasteries]
Isle = ["Bay", "Rock"]
Coast = ["Dune", "Port", "Cliff"]
Hills = ["Peak"]
{SMALL[ROADS:]}"""
BOARDS = {
    "small": SMALL,
    "no places": NO_PLACES,
    "as many monasteries as possible": NO_PLACES.replace('["Peak"', f'["Peak", {MANY}'),
    "long names": SMALL.replace("monasteries.Isle", f"monasteries.'{ISLE}'")
    .replace('"Isle', f'"{ISLE}')
    .replace("Bay", "TheBayThatHasNoEndAsFarAsAnybodyKnows"),
    "no roads": SMALL[:ROADS] + "[roads]\n" + SMALL[SMALL.index("[all") :],
    "as many face-up cards as possible": SMALL.replace("face_up_cards = 3", "face_up_cards = 5"),
    "at the edge": SMALL.replace("[200, 200]", "[0, 0]").replace("[400, 100]", "[728, 606]"),
}


def full_table(num_players=5):
    """Return a position with as much on the table as possible."""
    abbeys = {
        place: at % num_players
        for at, places in enumerate(MONASTERIES.values())
        for place in places
    }
    seats = range(num_players)
    return {
        "game": "kardinal", "num_players": num_players, "vatikan": True,
        "abbeys": abbeys,
        "advisors": {country: [1] * num_players for country in BOARD.countries[:7]},
        "cloister_table": {"Franken": 0, "Aragon": 1},
        "council_table": {"England": 2, "Italien": 3},
        "hands": [dict.fromkeys([*BOARD.colours][:3], 1) for _ in seats],
        "face_up": [FRANKREICH, FRANKREICH],
        "discard": dict.fromkeys(BOARD.colours, 2),
        "stage": "second pile", "scores": [1000] * num_players,
    }  # fmt: skip


# --- all positions ------------------------------------------------------------------------------


def test_nothing_overlaps_on_a_full_table():
    game = game_of(5, vatikan=True)
    presentation = presentation_of(game)
    position = full_table()
    canvas = presentation.picture(position, before={"game": "kardinal", "vatikan": True})
    check_drawn(canvas)
    assert len(canvas.svg()) < 475_000


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_partial_positions_are_drawn(num_players):
    presentation = presentation_of(game_of(num_players))
    check_drawn(presentation.picture({"game": "kardinal"}))
    ended = {"game": "kardinal", "abbeys": {"Obra": 2}, "over": True}
    check_drawn(presentation.picture(ended, 1, dark=True))


@pytest.mark.parametrize("text", BOARDS.values(), ids=BOARDS)
def test_other_boards_are_drawn(text, write):
    board = load_components(write(text))
    card = board.colours[0]
    position = {
        "player": 1, "over": False, "stage": "second pile", "step": "draw", "vatikan": True,
        "two_countries": True, "placed": [["advisor", "Coast"]],
        "abbeys": {place.name: at % 5 for at, place in enumerate(board.monasteries)},
        "advisors": {country: [1, 2, 3, 4, 5] for country in board.countries},
        "cloister_table": {"Hills": 3}, "council_table": {}, "hands": [{card: 3}] + [3] * 4,
        "face_up": [None, *[card] * (board.face_up_cards - 1)], "pile": 7, "discard": {card: 12},
        "scores": [0] * 5,
    }  # fmt: skip
    before = {**position, "abbeys": {}, "advisors": {}, "hands": [{}] + [0] * 4}
    sheet = {name: [99] * 5 for name in ("abbeys", "advisors", "chains", "total")}
    check_drawn(paint(board, Scene(position, before, {}, sheet, [1] * 5, 0, False), "an event"))


# --- the map ------------------------------------------------------------------------------------


def test_seals_are_where_the_board_says_or_below_their_countries(write):
    board = write(SMALL.replace("[roads]", "[seals]\nIsle = [99, 77]\n[roads]"))
    layout = layout_of(load_components(board))
    corner = layout.places["Peak"][0] - 400, layout.places["Peak"][1] - 100
    assert np.subtract(layout.seals["Isle"].middle, corner).tolist() == [99, 77]
    assert layout.seals["Hills"].middle[0] == layout.places["Peak"][0]
    assert layout.seals["Hills"].top > layout.names["Peak"][1] + NAME_SIZE / 2


def test_the_map_of_the_games_own_board_fits_its_seals():
    """The test fails if bundled_map.json was not changed together with the seals."""
    layout = layout_of(BOARD)
    for pair, arc in zip(BOARD.alliances, layout.arcs, strict=True):
        for country, end in zip(pair, (arc.curve.start, arc.curve.end), strict=True):
            seal = layout.seals[country]
            outside = np.abs(np.subtract(end, seal.middle)) - np.divide(seal[2:], 2)
            assert (outside < 8).all(), (pair, country)
        assert arc.places


# --- what it says -------------------------------------------------------------------------------


def test_leaders_and_open_seats_are_those_of_the_rules():
    game = game_of(4)
    for state in random_game(game, 2)[::7]:
        position = game.to_dict(state)
        for at, country in enumerate(BOARD.countries):
            seats = {seat for seat in range(4) if int(state["leaders"][at]) >> seat & 1}
            assert leaders(position, country) == seats
            assert open_seats(BOARD, position, country) == state["room"][at]


@pytest.mark.parametrize(
    ("advisors", "council", "said"),
    [
        ({"Franken": [0, 1], "Bayern": [1, 1]}, {"Bayern": 0},
         "Bob has the most advisors in both and would score all 3 at the end"),
        ({"Franken": [0, 1], "Bayern": [1, 1]}, {"Bayern": 1},
         "Bob has the most advisors in both and would score all 3 at the end; "
         "Bob counts the 2 of Bayern twice (council table)"),
        ({"Franken": [1, 1], "Bayern": [1, 1]}, {},
         "Ada and Bob have the most advisors in both and would score all 4 at the end"),
        ({"Franken": [1, 0], "Bayern": [0, 1]}, {}, None),
    ],
)  # fmt: skip
def test_alliances_show_who_leads_in_both_countries(advisors, council, said):
    presentation = presentation_of(game_of(3, vatikan=True), ["Ada", "Bob", "Cem"])
    picture = presentation.picture(
        {
            "game": "kardinal", "vatikan": True, "advisors": advisors, "council_table": council,
            "abbeys": abbeys_for({"Franken": [2], "Bayern": [2]}),
        }
    )  # fmt: skip
    tips = {text for text, _ in picture.tips if "would score" in text}
    assert tips == ({f"alliance 7, Franken–Bayern: {said}"} if said else set())
    assert (f'fill="none" stroke="{SEATS[1]}"' in picture.svg()) == bool(said)


def test_changes_are_marked():
    game = game_of(3, vatikan=True)
    presentation = presentation_of(game)
    before = {
        "game": "kardinal", "vatikan": True, "abbeys": {"Obra": 1},
        "hands": [{FRANKEN: 2, FRANKREICH: 1}, {}, {}], "pile": [FRANKREICH],
    }  # fmt: skip
    assert DARK.mark not in presentation.picture(before, before=before, dark=True).svg()
    assert DARK.mark not in presentation.picture(before, dark=True).svg()
    for change in (
        {"abbeys": {"Obra": 1, "Chorin": 0}},
        {"advisors": {"Franken": [1]}},
        {"cloister_table": {"Franken": 2}},
        {"council_table": {"Italien": 0}},
        {"hands": [{FRANKEN: 2, FRANKREICH: 1}, {FRANKEN: 1}, {}]},
        {"face_up": [FRANKREICH, None]},
        {"pile": []},
        {"discard": {FRANKEN: 1}},
        {"stage": "second pile", "scores": [3, 0, 0]},
    ):
        for point_of_view in (None, 0, 2):
            drawn = presentation.picture(
                {**before, **change}, point_of_view, before=before, dark=True
            ).svg()
            assert DARK.mark in drawn


@pytest.mark.parametrize(
    ("action", "narration"),
    [
        ("abbey Obra, pay 1 Franken/Aragon", "an abbey on Obra and paid 1 Franken/Aragon"),
        ("advisor Franken, pay 2 Frankreich", "an advisor in Franken and paid 2 Frankreich"),
        ("draw face-up 2", "player 1 took the face-up card Franken/Aragon"),
    ],
)
def test_the_caption_describes_the_last_action(action, narration):
    game = game_of(3, vatikan=True)
    presentation = presentation_of(game)
    before = {"game": "kardinal", "player": 1, "face_up": [FRANKREICH, FRANKEN]}
    texts = check_drawn(presentation.picture({"game": "kardinal"}, before=before, action=action))
    assert any(narration in text for text in texts)
    later = {"game": "kardinal", "stage": "second pile"}
    texts = check_drawn(presentation.picture(later, before=before, action=action))
    assert any(text.endswith("the first pile is used up and abbeys score") for text in texts)


def test_phones_show_the_stage_above_the_map():
    presentation = presentation_of(game_of(3))
    scene = presentation.scene({"game": "kardinal"}, 0, narrow=True)
    assert [*presentation.paint(scene).regions][:2] == ["headline", "map"]


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({"over": True, "scores": [4, 9, 1]},
         {"wins": 1, "9 points": 1, "+7": 1, "total": 3, "the game is over": 1}),
        ({"over": True, "scores": [9, 9, 1]}, {"shares the win": 2}),
        ({"player": 2, "abbeys": {"Obra": 2}, "placed": [["abbey", "Obra"]]},
         {"to place, 1 piece placed": 1}),
    ],
)  # fmt: skip
def test_points_winners_and_the_deciding_player_are_named(fields, shown):
    presentation = presentation_of(game_of(3))
    before = {"game": "kardinal", "stage": "second pile", "scores": [4, 2, 1]}
    texts = check_drawn(presentation.picture({"game": "kardinal", **fields}, before=before))
    assert {text: texts.count(text) for text in shown} == shown
