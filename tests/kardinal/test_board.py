"""Board files: the game's own, other boards, and errors in files."""

from itertools import pairwise

import pytest

from hofspiele import envs
from hofspiele.envs.kardinal.chains import most_on_chains
from hofspiele.envs.kardinal.game import Kardinal
from hofspiele.envs.testing.contract import check_position
from tests.component_files import check_refusals, own_file
from tests.kardinal.scenario import BOARD, COLOURS, MONASTERIES
from tests.kardinal.test_chains import board_file
from tests.play import random_game

# --- the game's own board ----------------------------------------------------------------------


def test_the_games_own_board_has_the_documented_facts():
    assert len(BOARD.countries) == 9
    assert len(BOARD.monasteries) == 54
    assert BOARD.cards == dict(zip(COLOURS, (13, 12, 11, 10, 9), strict=True))
    assert BOARD.alliance_numbers == tuple(range(1, 16))
    sizes = {country: len(names) for country, names in MONASTERIES.items()}
    assert (sizes["Frankreich"], sizes["Schwaben"], sizes["Bayern"]) == (8, 4, 6)
    assert (max(sizes.values()), min(sizes.values())) == (8, 4)
    assert {"Chorin", "Obra"} <= {*MONASTERIES["Franken"]}
    alliances = [set(pair) for pair in BOARD.alliances]
    assert {"England", "Aragon"} in alliances
    assert {"Aragon", "Italien"} in alliances


# --- another board -----------------------------------------------------------------------------

SMALL = """
face_up_cards = 3
pieces_per_player = { abbeys = 4, advisors = 5 }
countries = ["Isle", "Coast", "Hills"]
[cards]
"Isle/Hills" = 12
"Coast" = 14
[monasteries.Isle]
Bay = [100, 250.5]
Rock = [200, 200]
[monasteries.Coast]
Dune = [300, 100]
Port = [300, 200]
Cliff = [300, 300]
[monasteries.Hills]
Peak = [400, 100]
[roads]
within = [["Bay", "Rock"], ["Dune", "Port"], ["Port", "Cliff"]]
across = [["Cliff", "Peak"]]
[alliances]
land = { 2 = ["Coast", "Hills"] }
sea = { 1 = ["Isle", "Coast"] }
[vatikan]
cloister_table = [["Hills", "Isle"]]
council_table = [["Isle"], ["Coast"]]
"""


def test_another_board_plays(write):
    game = envs.make("kardinal", num_players=3, vatikan=True, components=write(SMALL))
    ends = set()
    for seed in range(10, 20):
        history = random_game(game, seed)
        for state in history[seed % 7 :: 7] + history[-1:]:
            check_position(game, state, seed)
        ends.add(game.to_dict(history[-1])["stage"])
    # On this small board, some games end because no piece can be placed any more.
    assert len(ends) > 1
    assert game != envs.make("kardinal", num_players=3, vatikan=True)


def test_another_board_scores(write):
    game = envs.make("kardinal", num_players=3, vatikan=True, components=write(SMALL))
    state = game.from_dict(
        {
            "game": "kardinal",
            "abbeys": {"Dune": 0, "Port": 0, "Cliff": 0, "Peak": 0, "Bay": 1},
            "advisors": {"Coast": [1, 2], "Isle": [0, 1]},
            "cloister_table": {"Isle": 1},
        }
    )
    assert game.score_sheet(state) == {
        "abbeys": [4, 2, 0],
        "advisors": [0, 4, 0],
        "chains": [4, 0, 0],
        "total": [8, 6, 0],
    }


def test_another_board_has_its_own_actions(write):
    game = envs.make("kardinal", components=write(SMALL))
    # A piece costs 1 card that names its country or 2 of either colour, on a seal 2 of the other.
    assert game.num_actions == 6 * 3 + 3 * 3 + 4 * 1 + 1 + 2 + 3 + 1 + 1
    tables = [name for name in map(game.action_name, range(game.num_actions)) if " table " in name]
    assert tables == [
        "cloister table Hills, pay 2 Coast", "cloister table Isle, pay 2 Coast",
        "council table Isle, pay 2 Coast", "council table Coast, pay 2 Isle/Hills",
    ]  # fmt: skip
    assert game.action_name(0) == "abbey Bay, pay 1 Isle/Hills"
    with pytest.raises(ValueError, match="abbeys is 'Bec', expected one of: Bay"):
        game.from_dict({"game": "kardinal", "abbeys": {"Bec": 0}})


def test_each_table_has_its_own_columns(write):
    game = envs.make("kardinal", vatikan=True, components=write(SMALL))
    state = game.from_dict(
        {
            "game": "kardinal", "num_players": 4, "vatikan": True,
            "hands": [{"Coast": 2, "Isle/Hills": 1}], "pile": ["Coast"],
            "cloister_table": {"Hills": 1}, "council_table": {"Coast": 2},
        }
    )  # fmt: skip
    names = map(game.action_name, game.legal_actions(state))
    assert [name for name in names if " table " in name] == ["council table Isle, pay 2 Coast"]
    with pytest.raises(ValueError, match="cloister_table: 'Coast' has no seal there"):
        game.from_dict({"game": "kardinal", "vatikan": True, "cloister_table": {"Coast": 1}})


def test_a_board_has_its_own_numbers_of_pieces_and_face_up_cards(write):
    game = envs.make("kardinal", num_players=3, components=write(SMALL))
    start = game.new(0)
    assert None not in game.to_dict(start)["face_up"]
    assert len(game.to_dict(start)["face_up"]) == 3
    pieces = game.layout.decode(game.observe(start, 0))
    assert pieces["face_up"].sum() == 3
    assert pieces["abbeys_left"].tolist() == pieces["advisors_left"].tolist() == [1, 1, 1, 0, 0]
    used = {"abbeys": {"Bay": 0, "Rock": 0}, "advisors": {"Isle": [1]}}
    pieces = game.layout.decode(game.observe(game.from_dict({"game": "kardinal"} | used), 0))
    assert pieces["abbeys_left"][0] == 0.5
    assert pieces["advisors_left"][0] == pytest.approx(0.8)
    five = dict.fromkeys(["Bay", "Rock", "Dune", "Port", "Cliff"], 0)
    with pytest.raises(ValueError, match="seat 0 has placed 5, expected at most 4"):
        game.from_dict({"game": "kardinal", "abbeys": five})


def test_cards_of_six_colours_are_too_many_for_a_gpu(write):
    cards = '"England/Schwaben" = 10'
    text = own_file("kardinal").replace(cards, '"England" = 9\n"Schwaben" = 9')
    own = envs.make("kardinal", components=write(text))
    assert "6 colours, expected at most 5 on a GPU" in own.gpu_problem
    assert envs.make("kardinal").gpu_problem == ""


def test_a_board_may_lack_roads_and_seals(write):
    text = SMALL
    for entry in ('["Hills", "Isle"]', '["Isle"], ["Coast"]', 'land = { 2 = ["Coast", "Hills"] }'):
        text = text.replace(entry, "")
    text = text[: text.index("within")] + text[text.index("[alliances]") :]
    board = envs.make("kardinal", vatikan=True, components=write(text)).components
    assert board.roads == ()
    assert board.vatikan == {"cloister_table": (), "council_table": ()}
    assert board.alliances == (("Isle", "Coast"),)


def test_a_board_may_have_62_monasteries(write):
    cells = [f"Cell{number}" for number in range(61)]
    game = Kardinal(components=write(board_file(cells, [*pairwise(cells)])))
    assert len(game.components.monasteries) == 62
    assert most_on_chains(game.params[0], sum(1 << number for number in range(41, 61))) == 20


def test_a_monastery_has_at_most_five_roads(write):
    more = "\n".join(f"Cell{number} = [1, 1]" for number in range(8))
    text = SMALL.replace("Peak = [400, 100]", f"Peak = [400, 100]\n{more}")

    def with_roads(count):
        road = ", ".join(f'["Peak", "Cell{number}"]' for number in range(count))
        return write(text.replace("[roads]\nwithin = [", f"[roads]\nwithin = [{road}, "))

    assert len(envs.make("kardinal", components=with_roads(4)).components.roads) == 8
    with pytest.raises(ValueError, match="6 roads lead to 'Peak', expected at most 5"):
        envs.make("kardinal", components=with_roads(5))


# --- what is refused ---------------------------------------------------------------------------

NAMES = '["Isle", "Coast", "Hills"]'
HILLS = "[monasteries.Hills]\nPeak = [400, 100]"
ACROSS, WITHIN = '["Cliff", "Peak"]', '["Port", "Cliff"]'
COLUMN = '["Hills", "Isle"]]'


@pytest.mark.parametrize(
    ("old", "wrong", "message"),
    [
        ("[cards]", ["[cards"], "can't be read as a component file: "),
        ("[cards]", ["weather = 1\n[cards]"], "unknown field 'weather'"),
        (SMALL[SMALL.index("[vatikan]") :], [""], "'vatikan' is missing"),
        # countries
        (NAMES, ['"Isle"', '["Isle"]'], "countries"),
        ('"Hills"]\n[cards]', ['"Isle"]\n[cards]', '"a/b"]\n[cards]'], "countries: '(Isle|a/b)'"),
        # pieces and face-up cards
        ("face_up_cards = 3", ["face_up_cards = 0", "face_up_cards = 6", "face_up_cards = 1.5"],
         "face_up_cards is .*, expected an integer from 1 to 5"),
        ("face_up_cards = 3", [""], "'face_up_cards' is missing"),
        ("abbeys = 4, ", ["abbeys = 0, ", "abbeys = 21, ", ""],
         r"\[pieces_per_player\] abbeys is .*, expected an integer from 1 to 20"),
        ("advisors = 5", ["monks = 5"], r"\[pieces_per_player\]: unknown field 'monks'"),
        # cards
        ('[cards]\n"Isle/Hills" = 12\n"Coast" = 14', ["cards = 5"], r"\[cards\] is 5"),
        ('"Isle/Hills"', ['"Isle/Moor"'], r"\[cards\] 'Isle/Moor': .*Moor"),
        ('"Isle/Hills"', ['"Isle"'], r"\[cards\]: 0 colours name 'Hills'"),
        ('"Coast" = 14', ['"Coast/Isle" = 14'], r"\[cards\]: 2 colours name 'Isle'"),
        ('"Coast" = 14', ['"Coast" = 2'], r"\[cards\] 'Coast' is 2"),
        ('"Coast" = 14', ['"Coast" = 3'], r"\[cards\]: 11 cards with 3 players"),
        # monasteries
        (HILLS, [""], r"\[monasteries.Hills\] is None"),
        ("Peak = [400, 100]", [""], r"\[monasteries.Hills\]: expected at least one monastery"),
        ("[monasteries.Hills]", ["[monasteries.Moor]"], r"\[monasteries.*Moor"),
        ("[400, 100]", ["4", "[4]", "[4, '1']", "[4, nan]", "[-1, 4]", "[4, 607]"],
         r"\[monasteries.Hills\] 'Peak' is .*, expected \[x, y\]"),
        ("Peak = [400, 100]", ["Port = [4, 1]"], r"\[monasteries\]: 'Port' appears"),
        (HILLS, ["[monasteries]\nHills = ['Peak']"], "the place of 'Peak' is missing"),
        (HILLS, ["[monasteries]\nHills = ['Peak', 'Peak']"], "'Peak' appears twice"),
        ("Peak = [400, 100]", ["\n".join(f"Peak{number} = [4, 1]" for number in range(58))],
         r"\[monasteries\]: 63 monasteries"),
        # seals
        ("[roads]", ["[seals]\nMoor = [4, 1]\n[roads]"], r"\[seals\]: unknown field 'Moor'"),
        # roads
        ("within = [", ["beside = ["], r"\[roads\]: unknown field 'beside'"),
        (f"across = [{ACROSS}]", ["across = 1"], r"\[roads\] across is 1"),
        (ACROSS, ['["Cliff", "Moor"]', '["Cliff"]', '["Cliff", "Dune"]'],
         r"\[roads\] across, road 1 "),
        (WITHIN, ['["Port", "Port"]', '["Port", "Dune"]', '["Port", "Bay"]'],
         r"\[roads\] within, road 3 "),
        # alliances
        ("land = {", ["air = {"], r"\[alliances\]: unknown field 'air'"),
        ("2 = [", ["two = ["], r"\[alliances\] land, alliance two"),
        ('["Coast", "Hills"]', ['["Coast", "Coast"]'], r"\[alliances\] land, alliance 2"),
        ("2 = [", ["1 = ["], r"\[alliances\] sea, alliance 1 .* number appears twice"),
        ('["Coast", "Hills"]', ['["Coast", "Isle"]'], r"\[alliances\] sea, alliance 1 "),
        ('land = { 2 = ["Coast", "Hills"] }\nsea = { 1 = ["Isle", "Coast"] }', [""],
         r"\[alliances\]: expected at least one"),
        # Der Vatikan
        ("cloister_table = ", ["columns = "],
         r"\[vatikan\]: unknown field 'columns'; fields: cloister_table, council_table"),
        ('council_table = [["Isle"], ["Coast"]]', [""], r"\[vatikan\] council_table is None"),
        (f"[{COLUMN}", ["[[]]"], r"\[vatikan\] cloister_table, column 1: "),
        (COLUMN, ['["Hills", "Moor"]]', '["Hills", "Hills"]]', '["Hills"], ["Isle", "Hills"]]'],
         r"\[vatikan\] cloister_table.*(Moor|'Hills' appears twice)"),
    ],
)  # fmt: skip
def test_wrong_entries_are_reported_with_the_file(write, old, wrong, message):
    check_refusals("kardinal", write(SMALL), old, wrong, message)
