"""Component files: the game's own, one with other cards, and invalid ones."""

import pytest

from hofspiele import envs
from tests.component_files import check_refusals, line_of, own_file
from tests.play import random_game

OWN = own_file("knatsch")


# --- other cards -------------------------------------------------------------------------------

OTHER = """
tournaments = 12
king = "44444+5"
treason = "11+5"
[actions]
stack = ["1+2"]
"die 5" = ["55555+4", "22+1"]
[castles]
gold = ["11+2"]
silver = ["33+1", "44+1", "55+1", "55+2"]
red = ["222+1"]
blue = ["222+3"]
green = ["222+4"]
white = ["222+5"]
Purpur = ["333+1"]
"grün" = ["333+2"]
"""


@pytest.mark.parametrize("num_players", [2, 6])
def test_another_set_of_cards_plays(write, num_players):
    game = envs.make("knatsch", num_players=num_players, components=write(OTHER))
    for seed in range(5):
        last = random_game(game, seed)[-1]
        assert game.to_dict(game.from_dict(game.to_dict(last))) == game.to_dict(last)
    assert game.components.num_cards == 11 + 3 + 12
    assert game != envs.make("knatsch", num_players=num_players)


def test_another_set_of_cards_is_dealt(write):
    """If there are more than six colours, six random colours are dealt."""
    game = envs.make("knatsch", num_players=6, components=write(OTHER))
    dealt = [game.to_dict(game.new(seed)) for seed in range(100)]
    castles = [[card for cards in shown["castles"] for card in cards] for shown in dealt]
    assert all(len({card.split()[0] for card in cards}) == 6 for cards in castles)
    assert {card for cards in castles for card in cards} == set(game.components.card_names[:11])
    assert all([len(pile) for pile in shown["piles"]] == [10, 10] for shown in dealt)


def test_another_set_of_cards_has_its_own_actions(write):
    game = envs.make("knatsch", components=write(OTHER))
    own = envs.make("knatsch")
    # Each of two more colours has 5 targets (opponents), 2 ways to be lost (piles), and 1 guard.
    assert game.num_actions == own.num_actions + 2 * (5 + 2 + 1)
    assert game.action_index("target castle grün of +5") > game.action_index(
        "target castle red of +1"
    )
    with pytest.raises(ValueError, match=r"castles\[0\] is 'yellow 333\+5', expected one of: gold"):
        game.from_dict({"game": "knatsch", "castles": [["yellow 333+5"]]})


def test_another_king_has_another_result_to_beat(write):
    game = envs.make("knatsch", components=write(OTHER))
    castles = [["gold 11+2", "red 222+1", "blue 222+3"]]
    attempt = {"target": "king", "dice": [1, 2, 3, 4, 5, 6], "throws_left": 1}
    state = game.from_dict(
        {"game": "knatsch", "castles": castles, "step": "dice", "attempt": attempt}
    )
    assert game.to_dict(state)["attempt"]["beat"] == [5, 4, 5]


# --- what is refused ---------------------------------------------------------------------------

RED, CHAMPION = line_of(OWN, "red"), line_of(OWN, "champion")
KING = line_of(OWN, "king")
CASTLES = OWN[OWN.index("[castles]") : OWN.index("# The combinations of the action")]


@pytest.mark.parametrize(
    ("old", "wrong", "message"),
    [
        ("[castles]", ["[castles"], "can't be read as a component file: "),
        (OWN[OWN.index("[castles]") :], ["[castles]"], "'actions' is missing"),
        ("tournaments = 9", ["", "tournaments = 2", "tournaments = 16"], "tournaments.* is "),
        ("tournaments = 9", ["weather = 1\ntournaments = 9"], "unknown field 'weather'"),
        (KING, [f"king = {king}" for king in ("'5555'", "'5554+1'", "'555555+1'", 5555)],
         "king: .* is not a combination"),
        (CASTLES, ["castles = 1\n"], r"\[castles\] is 1"),
        (RED, ["", "a = ['2+1']\nb = ['2+1']\nc = ['2+1']\n" + RED], r"\[castles\]: . colours"),
        (RED, [RED.replace("red", "stack"), RED.replace("red", '"light red"')], "is not a colour"),
        (RED, ["red = []", "red = ['1+2', '1+3', '1+4', '1+5', '2+1']"], r"\[castles\] red is"),
        (RED, ["red = ['333+1', '333']", "red = ['333+1', '333+1']"], r"\[castles\] red: '333"),
        ("champion =", ["knight ="], r"\[actions\]: unknown field 'knight'"),
        (CHAMPION, ["champion = 1", f"champion = {[f'1+{n}' for n in range(2, 6)] * 2}"],
         r"\[actions\] 'champion' is "),
    ],
)  # fmt: skip
def test_a_wrong_entry_is_named_with_the_file(write, old, wrong, message):
    check_refusals("knatsch", write(OWN), old, wrong, message)


def test_too_many_cards_are_refused(write):
    six = "['1+2', '1+3', '1+4', '1+5', '2+1', '2+3']"
    text = OWN.replace(line_of(OWN, "champion"), f"champion = {six}")
    text = text.replace(line_of(OWN, "protection"), f"protection = {six}")
    text = text.replace("tournaments = 9", "tournaments = 15")
    assert envs.make("knatsch", components=write(text)).components.num_cards == 64
    text = text.replace('"die 4" = ["444+2"]', '"die 4" = ["444+2", "444+1"]')
    with pytest.raises(ValueError, match="are 65 cards together, expected at most 64"):
        envs.make("knatsch", components=write(text))
