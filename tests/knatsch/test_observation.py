"""Each piece of the observation against written positions, and its chances against fractions."""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings

from tests.games import UNWRITTEN_MEMORY
from tests.knatsch.reference_dice import parts, reading, worths
from tests.knatsch.scenario import (
    BOX,
    CARD,
    COLOURS,
    KINDS,
    OTHER_THREE,
    THREE,
    TWO,
    Scenario,
    combination,
    game_of,
    keeping,
    on_the_table,
    owning,
    remember,
    stopped,
    thrown,
    written,
)
from tests.knatsch.test_invariants import MAX_TURNS, walk
from tests.play import seeds

SEATS, OFFSETS, PILES = range(6), range(1, 6), (1, 2)
FACES, LIVE = range(1, 7), range(1, 6)
SUITS = (*COLOURS, *KINDS, "tournament")
CARDS = (*BOX,)
# Each card of the box; the tournaments of a pile are numbered from the top.
SINGLE_CARDS = (*CARDS[:-1], *(f"tournament {number}" for number in range(1, 10)))
STEPS = ("target", "dice", "lose castle", "guard castles", "guard action")
TARGETS = ("castle", "action card", "tournament", "pile", "king", "defence")
PARTS = ("equal", "face", "extra")
PATTERNS = ["".join("x" if keep >> die & 1 else "." for die in range(6)) for keep in range(64)]

# The labels of the numbers of a piece, axis by axis.
AXES = {
    "num_players": (range(2, 7),),
    "step": (STEPS,),
    "decides": (SEATS,),
    "active": (SEATS,),
    "turn": (),
    "burials_left": (),
    "buried": (),
    "castles": (SEATS, COLOURS),
    "castle_strength": (SEATS, COLOURS),
    "castle_guarded": (SEATS, COLOURS),
    "actions": (SEATS, KINDS),
    "action_strength": (SEATS, KINDS),
    "action_guarded": (SEATS, KINDS),
    "tournaments": (SEATS,),
    "to_castles": (SEATS,),
    "to_tournaments": (SEATS,),
    "to_win": (SEATS,),
    "to_challenge": (SEATS,),
    "pile_size": (PILES,),
    "top_kind": (PILES, ("castle", "action card", "tournament")),
    "top": (PILES, SUITS),
    "top_strength": (PILES,),
    "top_asks": (PILES,),
    "known_cards": (PILES, SINGLE_CARDS),
    "unseen_cards": (CARDS,),
    "target": (TARGETS,),
    "target_pile": (PILES,),
    "target_owner": (SEATS,),
    "target_castle": (COLOURS,),
    "target_action": (KINDS,),
    "leader": (SEATS,),
    "throws_left": (range(4),),
    "dice": (FACES,),
    "live_dice": (LIVE,),
    "result": (PARTS,),
    "beat": (PARTS,),
    "aim": (PARTS,),
    "keep_chance": (PATTERNS,),
    "best_chance": (),
    "pile_chance": (PILES,),
    "castle_chance": (OFFSETS, COLOURS),
    "action_chance": (OFFSETS, KINDS),
    "king_chance": (),
    "castle_threat": (COLOURS,),
    "action_threat": (KINDS,),
}
BY_SEAT = [name for name, axes in AXES.items() if axes[:1] == (SEATS,)]
ATTEMPT = [*AXES][[*AXES].index("target") : [*AXES].index("throws_left")]
# Pieces that differ between seats even after rotation.
OWN = [
    "top_strength", "keep_chance", "best_chance", "pile_chance", "castle_chance", "action_chance",
    "king_chance", "castle_threat", "action_threat",
]  # fmt: skip
CHANCES = ["pile_chance", "castle_chance", "action_chance", "king_chance"]
THREATS = ["castle_threat", "action_threat"]


def words(name, piece):
    """Return the non-zero numbers of a piece by their labels, or the number of a scalar piece."""
    axes = AXES[name]
    if not axes:
        return float(piece)
    found = {}
    for place in np.argwhere(piece):
        labels = tuple(axis[at] for axis, at in zip(axes, place, strict=True))
        found[labels if len(labels) > 1 else labels[0]] = float(piece[tuple(place)])
    return found


def seen(scenario, name, player=0):
    """Return a piece of the observation in words."""
    return words(
        name, scenario.game.layout.decode(scenario.game.observe(scenario.state, player))[name]
    )


def positive(piece):
    """Return the numbers that are not 0."""
    return {label: number for label, number in piece.items() if number}


def near(expected):
    return pytest.approx(expected, abs=1e-6)


# --- the layout --------------------------------------------------------------------------------


def test_decode_names_every_piece():
    game = game_of(3)
    pieces = game.layout.decode(game.observe(game.new(0), 0))
    assert {name: piece.shape for name, piece in pieces.items()} == {
        name: tuple(map(len, axes)) for name, axes in AXES.items()
    }


def test_decode_takes_the_numbers_in_their_order():
    game = game_of(6)
    observation = np.arange(game.observation_size)
    start = 0
    for name, piece in game.layout.decode(observation).items():
        size = prod(map(len, AXES[name]))
        assert piece.ravel().tolist() == [*range(start, start + size)]
        start += size
    assert start == game.observation_size == 803


def test_all_player_counts_have_one_size():
    games = [game_of(number) for number in range(2, 7)]
    assert {game.observation_size for game in games} == {803}
    assert len({game.state_dtype for game in games}) == 1
    assert {game.observe(game.new(1), 0).shape for game in games} == {(803,)}


# --- the turn ----------------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", range(2, 7))
def test_the_number_of_players_is_one_hot(num_players):
    assert seen(Scenario(num_players), "num_players") == {num_players: 1}


@pytest.mark.parametrize(
    ("step", "fields"),
    [
        ("target", {}),
        ("dice", on_the_table("pile 1", "123456") | {"piles": [TWO, []]}),
        ("lose castle", {"castles": [THREE]}),
        ("guard castles", {"castles": [THREE], "actions": owning("castle guard")}),
        ("guard action", {"actions": owning("action guard", "stack", "champion")}),
    ],
)
def test_the_step_is_one_hot(step, fields):
    assert seen(Scenario(**{"step": step, **fields}), "step") == {step: 1}


def test_the_deciding_and_the_active_seat_are_relative():
    """Seat 3 throws in a tournament of seat 1."""
    attempt = on_the_table("tournament", "123456", by=3, active=1, beat=[3, 3, 1], leader=2)
    scenario = Scenario(5, **attempt)
    places = {0: (3, 1, 2), 1: (2, 0, 1), 2: (1, 4, 0), 3: (0, 3, 4), 4: (4, 2, 3)}
    for player, (decides, active, leader) in places.items():
        assert seen(scenario, "decides", player) == {decides: 1}
        assert seen(scenario, "active", player) == {active: 1}
        assert seen(scenario, "leader", player) == {leader: 1}


def test_the_turn_is_a_share_of_max_turns():
    assert seen(Scenario(turn=0), "turn") == 0
    assert seen(Scenario(turn=125), "turn") == 0.25
    assert seen(Scenario(max_turns=20, turn=15), "turn") == 0.75
    assert seen(Scenario(over=True, turn=500), "turn") == 1


@pytest.mark.parametrize(
    ("kinds", "buried", "left"),
    [
        ((), 0, 1), ((), 1, 0), ((), 2, 0),
        (("stack",), 0, 2), (("stack",), 1, 1), (("stack",), 2, 0), (("stack",), 3, 0),
    ],
)  # fmt: skip
def test_burials_left(kinds, buried, left):
    """These are the active player's burials, whoever observes."""
    scenario = Scenario(player=2, active=2, actions=owning(*kinds, seat=2), buried=buried)
    assert {seen(scenario, "burials_left", player) for player in range(4)} == {left / 2}
    others = Scenario(player=1, active=1, actions=owning("stack", seat=2))
    assert seen(others, "burials_left", 2) == 1 / 2


def test_burials_beyond_the_right_to_bury_are_counted():
    """KN-16 limits them."""
    for buried in (0, 1, 2, 7, 50):
        scenario = Scenario(buried=buried)
        for player in range(4):
            assert seen(scenario, "buried", player) == near(buried / 50)


# --- cards of players --------------------------------------------------------------------------


def test_castles_of_all_seats():
    scenario = Scenario(castles=[["red 333+1"], [], ["green 444+5", "black 333+2"], []])
    assert seen(scenario, "castles") == {(0, "red"): 1, (2, "green"): 1, (2, "black"): 1}
    assert seen(scenario, "castles", 2) == {(2, "red"): 1, (0, "green"): 1, (0, "black"): 1}
    assert seen(scenario, "castles", 3) == {(1, "red"): 1, (3, "green"): 1, (3, "black"): 1}


def test_the_strength_of_castles():
    """333+1 is the 12th step of 27, 333+2 the next, 444+5 the 22nd."""
    scenario = Scenario(castles=[["red 333+1"], [], ["green 444+5", "black 333+2"], []])
    asked = {(0, "red"): 12 / 27, (2, "green"): 22 / 27, (2, "black"): 13 / 27}
    assert seen(scenario, "castle_strength") == near(asked)
    turned = {(3, "red"): 12 / 27, (1, "green"): 22 / 27, (1, "black"): 13 / 27}
    assert seen(scenario, "castle_strength", 1) == near(turned)


def test_guarded_castles():
    scenario = Scenario(
        castles=[["white 333+1"], THREE], actions=owning("castle guard", seat=1),
        guarded_castles=[[], ["red", "green"]],
    )  # fmt: skip
    assert seen(scenario, "castle_guarded") == {(1, "red"): 1, (1, "green"): 1}
    assert seen(scenario, "castle_guarded", 1) == {(0, "red"): 1, (0, "green"): 1}
    assert seen(scenario, "castle_guarded", 2) == {(3, "red"): 1, (3, "green"): 1}


def test_action_cards_of_all_seats():
    scenario = Scenario(
        5, actions=[["die 1 111+3"], [], [], ["protection 555+4", "catapult 555+1"]]
    )
    owned = {(0, "die 1"): 1, (3, "catapult"): 1, (3, "protection"): 1}
    assert seen(scenario, "actions") == owned
    turned = {(1, "die 1"): 1, (4, "catapult"): 1, (4, "protection"): 1}
    assert seen(scenario, "actions", 4) == turned


def test_the_strength_of_action_cards():
    """The lowest and the highest card of the box are the first and the last step."""
    cards = [["die 1 111+2"], [], ["protection 555+4", "die 5 555+2", "die 1 111+3"]]
    scenario = Scenario(actions=cards)
    asked = {
        (0, "die 1"): 1 / 27, (2, "protection"): 27 / 27, (2, "die 5"): 25 / 27,
        (2, "die 1"): 2 / 27,
    }  # fmt: skip
    assert seen(scenario, "action_strength") == near(asked)
    turned = {((seat + 2) % 4, kind): step for (seat, kind), step in asked.items()}
    assert seen(scenario, "action_strength", 2) == near(turned)


def test_the_guarded_action_card():
    scenario = Scenario(
        actions=[["stack 222+4"], ["die 1 111+2", "action guard 333+1", "stack 222+5"]],
        guarded_action=[None, "die 1"],
    )  # fmt: skip
    assert seen(scenario, "action_guarded") == {(1, "die 1"): 1}
    assert seen(scenario, "action_guarded", 2) == {(3, "die 1"): 1}


# --- goals -------------------------------------------------------------------------------------


def test_cards_missing_for_each_goal():
    """Seats: nothing; one castle, two tournaments; three castles; two castles, two tournaments."""
    castles = [[], ["white 333+1"], THREE, ["red 444+2", "blue 444+1"]]
    scenario = Scenario(castles=castles, tournaments=[0, 2, 0, 2], piles=[])
    missing = {
        "to_castles": ([4, 3, 1, 2], 4),
        "to_tournaments": ([5, 2, 3, 1], 5),
        "to_win": ([4, 2, 1, 1], 4),
        "to_challenge": ([3, 2, 0, 1], 3),
    }
    for name, (cards, most) in missing.items():
        for player in range(4):
            places = {(seat - player) % 4: number / most for seat, number in enumerate(cards)}
            assert seen(scenario, name, player) == near(positive(places))


def test_tournament_cards():
    scenario = Scenario(tournaments=[0, 1, 2, 3], piles=[])
    assert seen(scenario, "tournaments") == near({1: 1 / 9, 2: 2 / 9, 3: 3 / 9})
    assert seen(scenario, "tournaments", 3) == near({0: 3 / 9, 2: 1 / 9, 3: 2 / 9})


def test_more_tournaments_than_needed_are_seen_but_bring_no_goal_nearer():
    """With a single castle a player may win all nine."""
    for tournaments in (4, 8, 9):
        scenario = Scenario(tournaments=[tournaments], castles=[["red 333+1"]], piles=[])
        assert seen(scenario, "tournaments") == near({0: tournaments / 9})
    assert seen(scenario, "to_tournaments") == near({0: 1 / 5, 1: 1, 2: 1, 3: 1})
    assert seen(scenario, "to_win") == near({0: 1 / 4, 1: 1, 2: 1, 3: 1})


@pytest.mark.parametrize(
    ("castles", "tournaments"), [([*THREE, "white 333+1"], 0), (TWO, 3), (THREE, 4)]
)
def test_the_winner_misses_no_card(castles, tournaments):
    scenario = Scenario(castles=[[], castles], tournaments=[0, tournaments], piles=[], over=True)
    assert 1 not in seen(scenario, "to_win")
    assert 0 not in seen(scenario, "to_win", 1)
    assert seen(scenario, "to_challenge", 1).get(0, 0) == near(max(0, 3 - len(castles)) / 3)


# --- piles -------------------------------------------------------------------------------------

SIX = ["red 333+1", "blue 333+2", "green 333+4", "yellow 333+5", "white 333+1", "black 333+2"]


def test_the_size_of_the_piles():
    assert seen(Scenario(piles=[SIX[:4], SIX[4:]]), "pile_size") == near({1: 4 / 48, 2: 2 / 48})
    assert seen(Scenario(piles=[[], SIX]), "pile_size") == near({2: 6 / 48})


def test_the_top_cards():
    scenario = Scenario(piles=[["yellow 444+3", "red 333+1"], ["champion 444+3", "tournament"]])
    assert seen(scenario, "top_kind") == {(1, "castle"): 1, (2, "action card"): 1}
    assert seen(scenario, "top") == {(1, "yellow"): 1, (2, "champion"): 1}
    assert seen(scenario, "top_strength") == near({1: 20 / 27, 2: 20 / 27})


def test_a_tournament_has_no_strength():
    scenario = Scenario(piles=[[], ["tournament", "red 333+1"]])
    assert seen(scenario, "top_kind") == {(2, "tournament"): 1}
    assert seen(scenario, "top") == {(2, "tournament"): 1}
    assert seen(scenario, "top_strength") == {}


def test_treason_weakens_castles_on_piles():
    """222+4 is the ninth step; it counts for the owner of the card, and for castles only."""
    piles = [["yellow 333+5"], ["stack 333+4"]]
    scenario = Scenario(piles=piles, actions=owning("treason", seat=1))
    assert seen(scenario, "top_strength", 1) == near({1: 9 / 27, 2: 15 / 27})
    for player in (0, 2, 3):
        assert seen(scenario, "top_strength", player) == near({1: 16 / 27, 2: 15 / 27})
    for player in range(4):
        assert seen(scenario, "top_asks", player) == near({1: 16 / 27, 2: 15 / 27})


def test_treason_does_not_weaken_castles_of_players():
    scenario = Scenario(castles=[[], THREE], actions=owning("treason"))
    asked = {(1, "red"): 12 / 27, (1, "blue"): 13 / 27, (1, "green"): 15 / 27}
    assert seen(scenario, "castle_strength") == near(asked)


def test_no_card_below_the_top_is_known_at_first():
    scenario = Scenario(piles=[SIX[:4], SIX[4:]])
    assert seen(scenario, "known_cards") == {}
    assert seen(scenario, "unseen_cards") == dict.fromkeys([*SIX[1:4], SIX[5]], 1)


def test_buried_cards_are_known_with_their_places():
    """Two cards go under a pile of four: the first has two cards above it then, the other three."""
    scenario = Scenario(piles=[SIX[:4], SIX[4:]], actions=owning("stack"))
    scenario.do("bury pile 1")
    assert seen(scenario, "known_cards") == near({(1, SIX[0]): 1 / 4})
    scenario.do("bury pile 1")
    assert scenario.shown["piles"][0] == [*SIX[2:4], *SIX[:2]]
    known = {(1, SIX[0]): 2 / 4, (1, SIX[1]): 1 / 4}
    for player in range(4):
        assert seen(scenario, "known_cards", player) == near(known)
        assert seen(scenario, "unseen_cards", player) == {SIX[3]: 1, SIX[5]: 1}


def test_a_card_buried_under_a_single_card_comes_next():
    scenario = Scenario(piles=[[], ["white 333+1", "tournament"]])
    scenario.do("bury pile 2")
    assert seen(scenario, "known_cards") == near({(2, "white 333+1"): 1 / 2})
    assert seen(scenario, "unseen_cards") == {}


def test_known_cards_of_one_colour_are_distinguished():
    piles = [["tournament", "red 444+5", "red 333+1", "blue 333+2"], []]
    scenario = Scenario(piles=piles, actions=owning("stack"))
    scenario.do("bury pile 1", "bury pile 1")
    expected = {(1, "tournament 1"): 2 / 4, (1, "red 444+5"): 1 / 4}
    assert seen(scenario, "known_cards") == near(expected)
    assert seen(scenario, "unseen_cards") == {"blue 333+2": 1}


def test_known_tournaments_are_seen_from_the_top_down():
    piles = [["tournament", "tournament", "red 333+1", "tournament"], []]
    scenario = Scenario(piles=piles, actions=owning("stack"))
    scenario.do("bury pile 1", "bury pile 1")
    expected = {(1, "tournament 1"): 2 / 4, (1, "tournament 2"): 1 / 4}
    assert seen(scenario, "known_cards") == near(expected)
    assert seen(scenario, "unseen_cards") == near({"tournament": 1 / 9})


def test_a_fully_buried_pile_is_known_below_its_top():
    scenario = Scenario(piles=[SIX[:2], []], actions=owning("stack"))
    scenario.do("bury pile 1", "bury pile 1")
    assert scenario.shown["piles"][0] == SIX[:2]
    assert seen(scenario, "known_cards") == near({(1, SIX[1]): 1 / 2})
    assert seen(scenario, "unseen_cards") == {}


def test_a_card_that_survived_an_attempt_is_known_under_its_pile():
    scenario = stopped("pile 2", "126666", piles=[["tournament"], SIX])
    assert seen(scenario, "known_cards", 3) == near({(2, SIX[0]): 1 / 6})


def test_a_castle_that_was_lost_to_the_king_is_known_under_its_pile():
    scenario = Scenario(castles=[THREE], piles=[[], OTHER_THREE], step="lose castle")
    scenario.do("lose green under pile 2")
    assert seen(scenario, "known_cards", 1) == near({(2, "green 333+4"): 1 / 4})
    assert seen(scenario, "unseen_cards", 1) == dict.fromkeys(OTHER_THREE[1:], 1)


def test_unseen_cards_are_counted_over_both_piles():
    piles = [["red 333+1", "red 444+2", "tournament"], ["die 4 444+2", "red 444+5", "tournament"]]
    unseen = {"red 444+2": 1, "red 444+5": 1, "tournament": 2 / 9}
    assert seen(Scenario(piles=piles), "unseen_cards") == near(unseen)


def test_only_dealt_castles_and_top_cards_are_seen_at_the_start():
    game = game_of(6)
    state = game.new(4)
    shown = game.to_dict(state)
    open_cards = [*(pile[0] for pile in shown["piles"]), *(card for (card,) in shown["castles"])]
    unseen = game.layout.decode(game.observe(state, 0))["unseen_cards"]
    expected = [(BOX[card] - open_cards.count(card)) / BOX[card] for card in CARDS]
    assert unseen == near(np.array(expected))


# --- what the attempt is at --------------------------------------------------------------------


def attempt_seen(scenario, player=0):
    """Return the labels of the one-hot pieces about the attempt that are not empty."""
    found = {name: seen(scenario, name, player) for name in ATTEMPT}
    assert all(piece in ({}, dict.fromkeys(piece, 1)) for piece in found.values())
    return {name: label for name, piece in found.items() for label in piece}


def test_there_is_no_attempt_before_a_target_is_named():
    assert attempt_seen(Scenario()) == {}


def test_an_attempt_at_a_pile():
    scenario = Scenario(piles=[[], SIX], **on_the_table("pile 2", "123456"))
    assert attempt_seen(scenario) == {"target": "pile", "target_pile": 2}


def test_an_attempt_at_a_castle():
    attempt = on_the_table("castle green of 2", "123456", by=1, active=1)
    scenario = Scenario(castles=[[], [], THREE], **attempt)
    for player, owner in enumerate([2, 1, 0, 3]):
        about = {"target": "castle", "target_owner": owner, "target_castle": "green"}
        assert attempt_seen(scenario, player) == about


def test_an_attempt_at_an_action_card():
    attempt = on_the_table("die 3 of 2", "123456", by=1, active=1)
    scenario = Scenario(actions=owning("die 3", seat=2), **attempt)
    for player, owner in enumerate([2, 1, 0, 3]):
        about = {"target": "action card", "target_owner": owner, "target_action": "die 3"}
        assert attempt_seen(scenario, player) == about


def test_an_attempt_at_the_king():
    scenario = Scenario(castles=[THREE], **on_the_table("king", "123456"))
    assert attempt_seen(scenario) == {"target": "king"}


def test_a_defence():
    """The owner of the castle throws and has to beat the attacker's result."""
    scenario = Scenario(
        castles=[[], [], THREE],
        **on_the_table("defence", "123456", by=2, active=1, castle="blue", beat=[3, 5, 4]),
    )
    for player, owner in enumerate([2, 1, 0, 3]):
        about = {"target": "defence", "target_owner": owner, "target_castle": "blue"}
        assert attempt_seen(scenario, player) == about
    assert seen(scenario, "beat") == near({"equal": 3 / 7, "face": 5 / 5, "extra": 4 / 5})


def test_a_tournament():
    attempt = on_the_table("tournament", "123456", by=3, active=1, pile=2, beat=[2, 5, 4], leader=1)
    scenario = Scenario(**attempt)
    about = {"target": "tournament", "target_pile": 2, "leader": 1}
    assert attempt_seen(scenario) == about
    assert attempt_seen(scenario, 3) == about | {"leader": 2}


def test_a_tournament_has_no_leader_while_the_organiser_throws():
    scenario = Scenario(**on_the_table("tournament", "123456", throws_left=3))
    assert attempt_seen(scenario) == {"target": "tournament", "target_pile": 1}
    assert seen(scenario, "beat") == {}


def test_an_attempt_that_won_an_action_card_stays_visible():
    scenario = thrown("pile 2", "444126", "444426", piles=[SIX, ["champion 444+3", "red 444+2"]])
    assert seen(scenario, "step") == {"target": 1}
    assert attempt_seen(scenario) == {"target": "pile", "target_pile": 2}
    assert seen(scenario, "actions") == {(0, "champion"): 1}
    assert seen(scenario, "dice") == seen(scenario, "throws_left") == {}


# --- the dice ----------------------------------------------------------------------------------

NO_DICE = ["throws_left", "dice", "live_dice", "result", "beat", "aim", "keep_chance"]


@pytest.mark.parametrize("throws_left", [1, 2, 3])
def test_throws_left(throws_left):
    scenario = Scenario(**on_the_table("tournament", "123456", throws_left))
    assert seen(scenario, "throws_left") == seen(scenario, "throws_left", 2) == {throws_left: 1}


def test_the_dice_on_the_table():
    scenario = Scenario(piles=[SIX, []], **on_the_table("pile 1", "112466"))
    assert seen(scenario, "dice") == near({1: 2 / 6, 2: 1 / 6, 4: 1 / 6, 6: 2 / 6})
    assert seen(scenario, "live_dice") == near({1: 2 / 7, 2: 1 / 7, 4: 1 / 7})
    assert seen(scenario, "result") == near({"equal": 2 / 7, "face": 1 / 5, "extra": 4 / 5})


def test_dice_cards_of_the_thrower_are_live_dice():
    """Seat 1 throws with die 4 and die 5; the die 2 of the observer does not count."""
    cards = [["die 2 222+1"], ["die 4 444+2", "die 5 555+2"]]
    scenario = Scenario(
        piles=[["tournament"], []], actions=cards,
        **on_the_table("tournament", "112466", by=1, active=0, beat=[1, 1, 0]),
    )  # fmt: skip
    for player in range(4):
        assert seen(scenario, "dice", player) == near({1: 2 / 6, 2: 1 / 6, 4: 1 / 6, 6: 2 / 6})
        live = {1: 2 / 7, 2: 1 / 7, 4: 2 / 7, 5: 1 / 7}
        assert seen(scenario, "live_dice", player) == near(live)
        result = {"equal": 2 / 7, "face": 4 / 5, "extra": 5 / 5}
        assert seen(scenario, "result", player) == near(result)


def test_seven_equal_dice_are_the_most():
    scenario = Scenario(
        castles=[[], TWO], actions=[["die 3 333+1"]],
        **on_the_table("castle red of 1", "333333"),
    )  # fmt: skip
    assert seen(scenario, "live_dice") == {3: 1}
    assert seen(scenario, "result") == near({"equal": 1, "face": 3 / 5})


def test_six_dead_dice_are_nothing():
    scenario = Scenario(piles=[SIX, []], **on_the_table("pile 1", "666666"))
    assert seen(scenario, "dice") == {6: 1}
    assert seen(scenario, "live_dice") == seen(scenario, "result") == {}


@pytest.mark.parametrize(
    ("target", "beat"),
    [("pile 1", (3, 3, 4)), ("castle red of 1", (3, 3, 1)), ("stack of 1", (3, 2, 4))],
)
def test_the_result_to_beat(target, beat):
    cards = {"castles": [[], TWO], "actions": owning("stack", seat=1)}
    scenario = Scenario(piles=[["green 333+4"], []], **cards, **on_the_table(target, "123456"))
    equal, face, extra = beat
    parts = near({"equal": equal / 7, "face": face / 5, "extra": extra / 5})
    assert seen(scenario, "beat") == seen(scenario, "beat", 1) == parts


def test_the_king_asks_for_four_5_and_a_1():
    scenario = Scenario(castles=[THREE], **on_the_table("king", "123456"))
    assert seen(scenario, "beat") == near({"equal": 4 / 7, "face": 1, "extra": 1 / 5})


def test_treason_lowers_the_result_to_beat():
    piles = [["green 333+4"], []]
    scenario = Scenario(piles=piles, actions=owning("treason"), **on_the_table("pile 1", "123456"))
    assert seen(scenario, "beat", 1) == near({"equal": 3 / 7, "face": 2 / 5, "extra": 4 / 5})


def test_there_are_no_dice_between_attempts():
    for scenario in (Scenario(), Scenario(castles=[THREE], step="lose castle")):
        assert {name: seen(scenario, name) for name in NO_DICE} == {name: {} for name in NO_DICE}
        assert seen(scenario, "best_chance") == 0


# --- chances against fractions -----------------------------------------------------------------


@cache
def rows_of(beat, cards=()):
    """Return, for each number of throws left, the chance to beat a result by set of dice kept."""
    return worths(lambda dice: Fraction(reading(dice, cards) > beat), 4)


def by_hand(beat, cards=(), throws=3):
    """Return the chance of a whole attempt."""
    return float(rows_of(beat, cards)[throws][()])


def kept_by_hand(dice, beat, cards, throws_left):
    """Return the chance of each keep, by its pattern."""
    rows = rows_of(beat, cards)
    return {
        pattern: float(rows[throws_left if "." in pattern else 0][kept])
        for kept in parts(dice)
        for pattern in [pattern_of(dice, kept)]
    }


def pattern_of(dice, kept):
    """Return the keep that leaves only `kept` of these dice, like "xx..xx"."""
    again = Counter(dice) - Counter(kept)
    return keeping(written(dice), written(again.elements())).removeprefix("keep ")


@pytest.mark.parametrize(
    ("dice", "throws_left", "cards", "card"),
    [
        ("122456", 2, (), "red 333+1"),
        ("122456", 1, (), "red 333+1"),
        ("333146", 2, (), "green 333+4"),
        ("334556", 2, (3, 5), "yellow 333+5"),
        ("111111", 1, (), "blue 444+3"),
        ("666666", 2, (), "blue 444+3"),
        ("366666", 2, (3,), "black 333+2"),
    ],
)
def test_the_chance_of_every_keep(dice, throws_left, cards, card):
    faces = tuple(sorted(map(int, dice)))
    scenario = Scenario(
        piles=[[card], []], actions=owning(*(f"die {face}" for face in cards)),
        **on_the_table("pile 1", dice, throws_left),
    )  # fmt: skip
    expected = kept_by_hand(faces, combination(card), cards, throws_left)
    assert seen(scenario, "keep_chance") == near(positive(expected))
    assert seen(scenario, "best_chance") == near(max(expected.values()))
    allowed = {name.removeprefix("keep ") for name in scenario.legal()}
    assert expected.keys() == allowed


def test_one_keep_by_hand():
    """333+4 is beaten by another 3, or by an extra 5; one or two dice are thrown for them."""
    scenario = Scenario(piles=[["green 333+4"], []], **on_the_table("pile 1", "123336", 1))
    chance = seen(scenario, "keep_chance")
    assert chance["..xxxx"] == near(1 - (4 / 6) ** 2)
    assert chance[".xxxxx"] == chance["x.xxxx"] == near(2 / 6)
    assert "xxxxxx" not in chance


def test_keeping_a_winning_result_is_certain():
    """Attackers may throw on after beating the castle, which leaves the owner little chance."""
    scenario = Scenario(castles=[[], TWO], **on_the_table("castle red of 1", "555554", 2))
    chance = seen(scenario, "keep_chance")
    assert chance["xxxxxx"] == chance[".xxxxx"] == seen(scenario, "best_chance") == 1
    assert chance["x....."] < chance["xx...."] < chance["xxx..."] < 1


def test_only_the_thrower_sees_chances_of_keeps():
    attempt = on_the_table("tournament", "123345", by=2, active=0, beat=[3, 3, 1])
    scenario = Scenario(**attempt)
    for player in (0, 1, 3):
        assert seen(scenario, "keep_chance", player) == {}
        assert seen(scenario, "best_chance", player) == 0
    assert "......" in seen(scenario, "keep_chance", 2)
    assert 0 < seen(scenario, "best_chance", 2) < 1


def test_the_chance_at_the_top_of_a_pile():
    piles = [["yellow 333+5"], ["champion 444+3"]]
    plain = {1: by_hand((3, 3, 5)), 2: by_hand((3, 4, 3))}
    scenario = Scenario(piles=piles)
    for player in range(4):
        assert seen(scenario, "pile_chance", player) == near(plain)
    scenario = Scenario(piles=piles, actions=[["die 4 444+2"], [CARD["treason"]]])
    with_die = {1: by_hand((3, 3, 5), (4,)), 2: by_hand((3, 4, 3), (4,))}
    assert seen(scenario, "pile_chance") == near(with_die)
    assert seen(scenario, "pile_chance", 1) == near({1: by_hand((3, 2, 4)), 2: plain[2]})
    assert seen(scenario, "pile_chance", 2) == near(plain)


def test_there_is_no_chance_at_duplicates_of_own_cards():
    piles = [["red 444+2"], ["stack 222+5"]]
    scenario = Scenario(piles=piles, castles=[["red 333+1"]], actions=[[], ["stack 222+4"]])
    assert seen(scenario, "pile_chance") == near({2: by_hand((3, 2, 5))})
    assert seen(scenario, "pile_chance", 1) == near({1: by_hand((3, 4, 2))})
    assert seen(Scenario(piles=[[], []]), "pile_chance") == {}


def test_the_chance_at_castles_of_others():
    """Only castles without a guard, of colours not owned, and never an only one."""
    castles = [["red 444+2"], THREE, ["white 333+1"], ["red 444+5", "black 333+5"]]
    scenario = Scenario(
        castles=castles, actions=owning("castle guard", seat=1), guarded_castles=[[], ["blue"]],
    )  # fmt: skip
    at_green, at_black = by_hand((3, 3, 4)), by_hand((3, 3, 5))
    assert seen(scenario, "castle_chance") == near({(1, "green"): at_green, (3, "black"): at_black})
    of_seat_2 = {
        (3, "red"): by_hand((3, 3, 1)), (3, "green"): at_green,
        (1, "red"): by_hand((3, 4, 5)), (1, "black"): at_black,
    }  # fmt: skip
    assert seen(scenario, "castle_chance", 2) == near(of_seat_2)
    assert seen(scenario, "castle_chance", 1) == near({(2, "black"): at_black})
    assert seen(scenario, "castle_chance", 3) == near({(2, "green"): at_green})


def test_the_catapult_gives_a_fourth_throw_at_castles_only():
    fields = {"castles": [[], TWO], "piles": [["red 444+2"], ["champion 444+3"]]}
    scenario = Scenario(actions=[["catapult 555+1", "die 5 555+2"], ["stack 222+4"]], **fields)
    chances = {
        (1, "red"): by_hand((3, 3, 1), (5,), 4),
        (1, "blue"): by_hand((3, 3, 2), (5,), 4),
    }
    assert seen(scenario, "castle_chance") == near(chances)
    assert seen(scenario, "action_chance") == near({(1, "stack"): by_hand((3, 2, 4), (5,))})
    piles = {1: by_hand((3, 4, 2), (5,)), 2: by_hand((3, 4, 3), (5,))}
    assert seen(scenario, "pile_chance") == near(piles)


@pytest.mark.parametrize(("num_players", "castles", "colours"), [(2, 2, 0), (2, 3, 3), (3, 2, 2)])
def test_with_two_players_there_is_no_chance_at_two_castles(num_players, castles, colours):
    scenario = Scenario(num_players, castles=[[], THREE[:castles]])
    assert len(seen(scenario, "castle_chance")) == colours


def test_the_chance_at_action_cards_of_others():
    """Not at one that is guarded, nor of a kind that is owned."""
    scenario = Scenario(
        actions=[["stack 222+4"], ["action guard 333+1", "die 1 111+2"], [],
                 ["stack 222+5", "die 4 444+2"]],
        guarded_action=[None, "die 1"],
    )  # fmt: skip
    expected = {(1, "action guard"): by_hand((3, 3, 1)), (3, "die 4"): by_hand((3, 4, 2))}
    assert seen(scenario, "action_chance") == near(expected)
    of_seat_3 = {(2, "action guard"): by_hand((3, 3, 1), (4,))}
    assert seen(scenario, "action_chance", 3) == near(of_seat_3)
    of_seat_1 = {
        (3, "stack"): by_hand((3, 2, 4), (1,)), (2, "stack"): by_hand((3, 2, 5), (1,)),
        (2, "die 4"): by_hand((3, 4, 2), (1,)),
    }  # fmt: skip
    assert seen(scenario, "action_chance", 1) == near(of_seat_1)


def test_the_chance_at_the_king_with_three_castles():
    scenario = Scenario(castles=[TWO, OTHER_THREE], actions=[[], ["die 5 555+2", "catapult 555+1"]])
    assert seen(scenario, "king_chance") == 0
    assert seen(scenario, "king_chance", 1) == near(by_hand((4, 5, 1), (5,)))


def test_chances_are_seen_while_targets_are_named_only():
    cards = {"castles": [THREE, OTHER_THREE], "actions": [[CARD["castle guard"]], [CARD["stack"]]]}
    piles = {"piles": [["champion 444+3"], ["tournament"]]}
    scenario = Scenario(**cards, **piles)
    assert all(seen(scenario, name) for name in CHANCES)
    assert not any(seen(scenario, name) for name in THREATS)
    scenario = Scenario(**cards, **piles, **on_the_table("pile 1", "123456"))
    assert not any(
        seen(scenario, name, player) for name in CHANCES + THREATS for player in range(4)
    )
    scenario = Scenario(**cards, **piles, step="guard castles")
    assert not any(seen(scenario, name) for name in CHANCES)
    assert all(seen(scenario, name) for name in THREATS)


# --- the aim -----------------------------------------------------------------------------------


def aim_seen(scenario, player=0):
    """Return the result that is observed as the aim."""
    parts = scenario.game.layout.decode(scenario.game.observe(scenario.state, player))["aim"]
    return tuple(int(part) for part in np.rint(parts * (7, 5, 5)))


def is_best_likely_beaten(aim, followers):
    """Return whether `aim` is the best result that the followers likely beat.

    Followers are given as (dice cards, throws).
    """

    def stands(beat):
        return prod(1 - rows_of(beat, cards)[throws][()] for cards, throws in followers)

    higher = (*aim[:2], aim[2] + 1) if aim[2] < 5 else (*aim[:1], aim[1] + 1, 0)
    return stands(aim) < Fraction(1, 2) <= stands(higher)


def test_the_aim_is_the_result_to_beat_if_nobody_throws_afterwards():
    for target in ("pile 1", "stack of 1", "king"):
        scenario = Scenario(
            piles=[["white 333+4"], []], castles=[THREE], actions=owning("stack", seat=1),
            **on_the_table(target, "123456"),
        )  # fmt: skip
        assert seen(scenario, "aim") == seen(scenario, "beat") != {}


def test_a_defence_aims_at_the_result_of_the_attacker():
    scenario = Scenario(
        castles=[[], THREE], actions=[["die 1 111+2"], ["die 4 444+2"]],
        **on_the_table("defence", "123456", by=1, active=0, castle="red", beat=[3, 3, 2]),
    )  # fmt: skip
    assert aim_seen(scenario) == aim_seen(scenario, 1) == (3, 3, 2)
    expected = kept_by_hand((1, 2, 3, 4, 5, 6), (3, 3, 2), (4,), 1)
    assert seen(scenario, "keep_chance", 1) == near(positive(expected))


@pytest.mark.parametrize("cards", [(), (4, 5)])
def test_the_attacker_aims_at_a_result_that_the_owner_likely_beats(cards):
    """The owner has three throws, whatever their catapult."""
    kinds = (*(f"die {face}" for face in cards), "catapult")
    scenario = Scenario(
        castles=[[], TWO], actions=owning(*kinds, seat=1),
        **on_the_table("castle red of 1", "122456", 2),
    )  # fmt: skip
    aim = aim_seen(scenario)
    assert aim > (3, 3, 1)
    assert is_best_likely_beaten(aim, [(cards, 3)])
    expected = kept_by_hand((1, 2, 2, 4, 5, 6), aim, (), 2)
    assert seen(scenario, "keep_chance") == near(positive(expected))


def test_the_aim_at_a_strong_castle_is_its_combination():
    scenario = Scenario(
        castles=[[], ["red 444+5", "blue 333+2"]], **on_the_table("castle red of 1", "122456")
    )
    assert aim_seen(scenario) == (3, 4, 5)


def test_throwers_in_a_tournament_aim_at_a_result_that_others_likely_beat():
    """After seat 1 come seat 2, with die 3, and seat 3, with four throws by the champion."""
    actions = [[], [], ["die 3 333+1"], [CARD["champion"]]]
    attempt = on_the_table("tournament", "122456", by=1, active=0, beat=[2, 5, 4])
    scenario = Scenario(actions=actions, **attempt)
    assert is_best_likely_beaten(aim_seen(scenario), [((3,), 3), ((), 4)])


def test_a_tournament_needs_more_than_the_result_of_the_leader():
    attempt = on_the_table("tournament", "122456", by=1, active=0, beat=[6, 5, 0])
    assert aim_seen(Scenario(**attempt)) == (6, 5, 0)
    attempt = on_the_table("tournament", "122456", by=3, active=0, beat=[1, 2, 0])
    assert aim_seen(Scenario(**attempt)) == (1, 2, 0)


def test_the_chance_at_a_tournament_on_a_pile():
    """It is the chance to beat the aim with four throws."""
    scenario = Scenario(
        3, piles=[["tournament"], []], actions=[["die 2 222+1"], [CARD["champion"]]]
    )
    aim = aim_seen(
        Scenario(3, actions=scenario.shown["actions"], **on_the_table("tournament", "126666"))
    )
    assert is_best_likely_beaten(aim, [((), 4), ((), 3)])
    assert seen(scenario, "pile_chance") == near({1: by_hand(aim, (2,), 4)})


# --- threats -----------------------------------------------------------------------------------


def test_threats_to_castles_are_the_best_chances_of_others():
    """Seats 1 and 2 have a die, and a red and a green castle; seat 3 has the catapult."""
    scenario = Scenario(
        castles=[THREE, ["red 444+2"], ["green 444+2"]], step="guard castles",
        actions=[[CARD["castle guard"]], [CARD["die 3"]], [CARD["die 4"]], [CARD["catapult"]]],
    )  # fmt: skip
    threats = {
        "red": max(by_hand((3, 3, 1), (4,)), by_hand((3, 3, 1), (), 4)),
        "blue": max(by_hand((3, 3, 2), (3,)), by_hand((3, 3, 2), (4,)), by_hand((3, 3, 2), (), 4)),
        "green": max(by_hand((3, 3, 4), (3,)), by_hand((3, 3, 4), (), 4)),
    }
    assert seen(scenario, "castle_threat") == near(threats)


def test_threats_to_action_cards_are_the_best_chances_of_others():
    scenario = Scenario(
        step="guard action", castles=[[], [], [], THREE],
        actions=[
            ["action guard 333+1", "stack 222+4", "die 4 444+2"], ["stack 222+5", "die 2 222+1"],
            ["die 5 555+2"], [CARD["catapult"]],
        ],
    )  # fmt: skip
    chances = {
        "action guard": max(by_hand((3, 3, 1), cards) for cards in [(2,), (5,), ()]),
        "stack": max(by_hand((3, 2, 4), cards) for cards in [(5,), ()]),
        "die 4": max(by_hand((3, 4, 2), cards) for cards in [(2,), (5,), ()]),
    }
    assert seen(scenario, "action_threat") == near(chances)


def test_players_who_own_a_card_of_the_kind_do_not_threaten_it():
    """Neither seat 1 nor its good dice count."""
    scenario = Scenario(
        step="guard action",
        actions=[
            ["stack 222+4", "protection 555+4", CARD["action guard"]],
            ["stack 222+5", "die 4 444+2", "die 5 555+2"], ["die 1 111+2"],
        ],
    )  # fmt: skip
    threats = {
        "stack": max(by_hand((3, 2, 4), (1,)), by_hand((3, 2, 4))),
        "protection": by_hand((3, 5, 4), (4, 5)),
        "action guard": by_hand((3, 3, 1), (4, 5)),
    }
    assert seen(scenario, "action_threat") == near(threats)


def test_guards_do_not_lower_threats():
    """A guard may be moved, so threats are those to an unguarded card."""
    fields = {
        "castles": [THREE],
        "actions": [[CARD["castle guard"], CARD["action guard"], CARD["stack"]]],
    }
    guards = {"guarded_castles": [["red", "blue"]], "guarded_action": ["stack"]}
    for name in THREATS:
        scenario, guarded = (
            Scenario(step="guard castles", **fields, **more) for more in ({}, guards)
        )
        assert seen(scenario, name) == seen(guarded, name) != {}


def test_there_is_no_threat_if_all_others_own_the_colour():
    scenario = Scenario(2, castles=[THREE, ["red 444+2", "blue 444+1"]], step="lose castle")
    assert seen(scenario, "castle_threat") == near({"green": by_hand((3, 3, 4))})


def test_threats_concern_the_observers_cards():
    scenario = Scenario(
        castles=[THREE, ["white 333+4"]], step="lose castle", actions=owning("stack", seat=2)
    )
    assert seen(scenario, "castle_threat", 1) == near({"white": by_hand((3, 3, 4))})
    assert seen(scenario, "action_threat", 2) == near({"stack": by_hand((3, 2, 4))})
    assert seen(scenario, "castle_threat", 3) == seen(scenario, "action_threat", 0) == {}


# --- whole games and extremes ------------------------------------------------------------------

ALL_COUNTS = pytest.mark.parametrize("num_players", range(2, 7))
FEW = settings(max_examples=4)


def assert_in_range(game, observation):
    assert (observation >= game.layout.low()).all()
    assert (observation <= game.layout.high()).all()


@pytest.mark.parametrize(
    "fields",
    [
        {"turn": 500, "over": True},
        {"buried": 50, "tournaments": [9], "piles": []},
        {"piles": [[*BOX.elements()], []]},
        on_the_table("tournament", "333333", by=1, active=0, beat=[7, 5, 0])
        | {"actions": owning("die 1", "die 3", "die 5", seat=1)},
    ],
)
def test_extremes_are_within_their_range(fields):
    """The maximum that the components allow is observed as 1.0."""
    scenario = Scenario(**fields)
    for player in range(4):
        observation = scenario.game.observe(scenario.state, player)
        assert_in_range(scenario.game, observation)


@pytest.mark.parametrize("num_players", range(2, 6))
@FEW
@given(seed=seeds)
def test_absent_seats_are_zeros(num_players, seed):
    game = game_of(num_players, MAX_TURNS)
    for ply in walk(num_players, seed):
        pieces = game.layout.decode(game.observe(ply.after, num_players - 1))
        for name in BY_SEAT:
            assert not pieces[name][num_players:].any(), name
        for name in ("castle_chance", "action_chance"):
            assert not pieces[name][num_players - 1 :].any(), name


# --- what is known to whom ---------------------------------------------------------------------


@ALL_COUNTS
@FEW
@given(seed=seeds)
def test_what_is_public_is_seen_by_all_from_their_seats(num_players, seed):
    game = game_of(num_players, MAX_TURNS)
    for ply in walk(num_players, seed):
        first = game.layout.decode(game.observe(ply.after, 0))
        for player in range(1, num_players):
            pieces = game.layout.decode(game.observe(ply.after, player))
            for name in AXES.keys() - set(OWN):
                expected = first[name]
                if name in BY_SEAT:
                    present, absent = np.split(expected, [num_players])
                    expected = np.concatenate([np.roll(present, -player, 0), absent])
                assert np.array_equal(pieces[name], expected), name


def moved_on(shown, offset):
    """Return the same position with every player `offset` seats further to the left."""
    number = shown["num_players"]

    def to(seat):
        return None if seat is None else (seat + offset) % number

    by_seat = ("castles", "actions", "tournaments", "guarded_castles", "guarded_action")
    moved = {name: shown[name][-offset:] + shown[name][:-offset] for name in by_seat}
    attempt = shown["attempt"]
    if attempt:
        what, of, owner = attempt["target"].rpartition(" of ")
        target = f"{what}{of}{to(int(owner))}" if of else attempt["target"]
        attempt = attempt | {"by": to(attempt["by"]), "target": target}
        if "leader" in attempt:
            attempt["leader"] = to(attempt["leader"])
    seats = {"player": to(shown["player"]), "active": to(shown["active"])}
    return shown | moved | seats | {"attempt": attempt}


@ALL_COUNTS
@FEW
@given(seed=seeds)
def test_observations_do_not_depend_on_the_absolute_seat(num_players, seed):
    game = game_of(num_players, MAX_TURNS)
    for number, ply in enumerate(walk(num_players, seed)):
        offset, player = 1 + number % (num_players - 1), number % num_players
        state = game.from_dict(moved_on(game.to_dict(ply.after), offset))
        remember(state, ply.after["known_below"])
        seat = (player + offset) % num_players
        assert (game.observe(state, seat) == game.observe(ply.after, player)).all()


def test_the_order_of_unseen_cards_cannot_be_seen_but_that_of_known_ones_can():
    one = Scenario(piles=[SIX[:3], SIX[3:]], actions=owning("stack"))
    mixed = [[SIX[0], SIX[4], SIX[2]], [SIX[3], SIX[5], SIX[1]]]
    other = Scenario(piles=mixed, actions=owning("stack"))
    views = [
        [scenario.game.observe(scenario.state, seat) for seat in range(4)]
        for scenario in (one, other)
    ]
    assert np.array_equal(*views)
    for scenario in (one, other):
        scenario.do("bury pile 1")
    assert seen(one, "top") != seen(other, "top")
    known = near({(1, "red 333+1"): 1 / 3})
    assert seen(one, "known_cards") == seen(other, "known_cards") == known


def test_known_and_unseen_cards_under_a_pile_look_different():
    """The written position is the same; only the memory differs."""
    scenario = Scenario(piles=[SIX[:3], SIX[3:]])
    scenario.do("bury pile 1")
    forgotten = Scenario(**scenario.shown)
    assert forgotten.shown == scenario.shown
    different = {name for name in AXES if seen(scenario, name) != seen(forgotten, name)}
    assert different == {*UNWRITTEN_MEMORY["knatsch"].pieces} == {"known_cards", "unseen_cards"}
