"""Component files: the game's own, other cards, and errors in files."""

import pytest

from hofspiele import envs
from tests.component_files import check_refusals, line_of, own_file
from tests.play import random_game

OWN = own_file("kou_ka_roi")


# --- the game's own cards ----------------------------------------------------------------------


def test_the_game_has_the_documented_cards():
    components = envs.make("kou_ka_roi").components
    assert components.num_cards == 112
    animals = [kind for kind in components.kinds if kind.counts_as == "animal"]
    assert [(kind.copies, kind.stays) for kind in animals] == [(5, True)] * 8
    victory = [kind.points for kind in components.kinds if kind.counts_as == "victory"]
    assert victory == [2, 3, 4]
    returned = {kind.counts_as for kind in components.kinds if not kind.stays}
    assert returned == {"church", "victory", "farmer", "wife", "farmhouse"}


def test_each_number_of_players_has_its_setup():
    setups = envs.make("kou_ka_roi").components.setups
    assert {number: (s.rows, s.cards) for number, s in setups.items()} == {
        2: (6, 80),
        3: (7, 102),
        4: (8, 112),
    }


# --- other cards -------------------------------------------------------------------------------

OTHER = (
    OWN.replace(line_of(OWN, "sheep"), line_of(OWN, "sheep").replace("sheep", "unicorn"))
    .replace(line_of(OWN, "horse"), "")
    .replace(line_of(OWN, "king"), line_of(OWN, "king").replace("copies = 14", "copies = 20"))
    .replace('"victory 4"', '"victory 9"')
    .replace("points = 4", "points = 9")
    .replace("rows = 7, cards = 102", "rows = 5, cards = 50")
)


def test_another_set_of_cards_plays(write):
    game = envs.make("kou_ka_roi", num_players=3, components=write(OTHER))
    assert len(game.to_dict(game.new(0))["rows"]) == 5
    last = random_game(game, 3)[-1]
    assert game.observe(last, 0).max() == 1
    assert game.from_dict(game.to_dict(last)).tobytes()[16:] == last.tobytes()[16:]
    own = envs.make("kou_ka_roi", num_players=3)
    assert game != own
    assert game.observation_size == own.observation_size - (8 * 3 + 4 + 1 + 1)


def test_another_set_of_cards_scores(write):
    game = envs.make("kou_ka_roi", num_players=2, components=write(OTHER))
    collections = [{"unicorn": 3, "victory 9": 2}, {"king": 20}]
    state = game.from_dict({"game": "kou_ka_roi", "collections": collections})
    assert game.score_sheet(state)["total"] == [6 + 18, 36]
    with pytest.raises(ValueError, match="is 'horse'"):
        game.from_dict({"game": "kou_ka_roi", "collections": [{"horse": 1}]})


def test_the_order_of_kinds_is_free(write):
    start, end = OWN.index("[kinds]") + len("[kinds]\n"), OWN.index("\n[players]")
    kinds = OWN[start:end].splitlines()
    turned = "[kinds]\n" + "\n".join(reversed(kinds)) + OWN[end:]
    game = envs.make("kou_ka_roi", num_players=2, components=write(turned))
    collections = [{"church": 1, "farmer": 1, "wife": 1}, {"knight": 3, "hen": 2, "king": 3}]
    state = game.from_dict({"game": "kou_ka_roi", "collections": collections})
    assert game.score_sheet(state)["total"] == [10 + 7, 6 + 3 + 4]


# --- what is refused ---------------------------------------------------------------------------

CHURCH = "copies = 12"


@pytest.mark.parametrize(
    ("old", "wrong", "message"),
    [
        ("[kinds]", ["[kinds"], "can't be read as a component file: "),
        ("[kinds]", ["colour = 1\n[kinds]"], "unknown field 'colour'"),
        (OWN[OWN.index("[players]") :], [""], "'players' is missing"),
        (line_of(OWN, "church"), [""], r"\[kinds\]: 0 kinds count as 'church'"),
        ('"animal", copies = 5', ['"knight", copies = 5'], "9 kinds count as 'knight'"),
        ('counts_as = "church"', ['counts_as = "temple"'], "'church': counts_as is 'temple'"),
        ('"stays", source = "name', ['"burnt", source = "name'], "'sheep': after_first_scoring is"),
        ("points = 2", ["colour = 2"], r"\[kinds\] 'victory 2': unknown field 'colour'"),
        ("points = 2", ["points = 16"], "'victory 2': points is 16"),
        ("points = 2, ", [""], "'victory 2': points is"),
        (CHURCH, [f"{CHURCH}, points = 2"], "'church': points is given, but"),
        (CHURCH, ["copies = 0", "copies = 21"], "'church': copies is "),
        ("2 = { rows", ["5 = { rows"], r"\[players\]: unknown field '5'"),
        ("3 = { rows = 7, cards = 102 }", [""], r"\[players\] 3 is missing"),
        ("rows = 7", ["lines = 7"], r"\[players\] 3: unknown field 'lines'"),
        ("rows = 7", ["rows = 1", "rows = 9"], r"\[players\] 3: rows is "),
        ("cards = 102", ["cards = 20", "cards = 113"], r"\[players\] 3: cards is "),
    ],
)
def test_wrong_entries_are_reported_with_the_file(write, old, wrong, message):
    check_refusals("kou_ka_roi", write(OWN), old, wrong, message)
