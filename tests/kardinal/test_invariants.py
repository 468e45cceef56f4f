"""Invariants that hold at every decision of every game."""

from collections import Counter
from itertools import pairwise

from hypothesis import given

from tests.kardinal import reference_scoring as reference
from tests.kardinal.scenario import BOARD, FRANKREICH, cards_of, every_game
from tests.play import random_game, seeds


@every_game
@given(seed=seeds)
def test_random_games_keep_the_rules(game, seed):
    states = random_game(game, seed)
    shown = [game.to_dict(state) for state in states]
    for state, position in zip(states, shown, strict=True):
        check_cards_and_pieces(game, state, position)
    check_hands(shown)
    check_progress(game, shown)
    check_scorings(game, shown)
    check_turns(game, shown)


def check_cards_and_pieces(game, state, shown):
    """Check that no card or piece is lost or found."""
    assert cards_of(shown) == BOARD.copies(game.num_players)
    for seat in range(game.num_players):
        abbeys, advisors = reference.pieces_of(shown, seat)
        assert state["abbeys_left"][seat] == 20 - abbeys >= 0
        assert state["advisors_left"][seat] == 8 - advisors >= 0
    assert (state["room"] >= 0).all()


def check_hands(shown):
    """Check that hands are full until the last round."""
    for before, after in pairwise(shown):
        assert all(sum(hand.values()) <= 3 for hand in after["hands"])
        if after["stage"] == "last round" or after["over"]:
            assert after["step"] == "place"
            continue
        for seat, hand in enumerate(after["hands"]):
            if seat != after["player"] or (after["step"], after["placed"]) == ("place", []):
                assert sum(hand.values()) == 3
        if after["player"] != before["player"]:
            assert all(after["face_up"])
        assert after["pile"]


def check_progress(game, shown):
    """Check that the game only moves forward."""
    stages = ("first pile", "second pile", "last round")
    for before, after in pairwise(shown):
        assert stages.index(after["stage"]) >= stages.index(before["stage"])
        assert len(after["abbeys"]) >= len(before["abbeys"])
        left = (before["player"] + 1) % game.num_players
        assert after["player"] in (before["player"], left)
        if after["player"] != before["player"]:
            assert (after["step"], after["placed"]) == ("place", [])
        scored = (before["stage"], after["stage"]) == ("first pile", "second pile")
        if not scored and not after["over"]:
            assert after["scores"] == before["scores"]
    assert [position["over"] for position in shown] == [False] * (len(shown) - 1) + [True]
    assert shown[-1]["stage"] == "last round"
    assert shown[-1]["player"] == game.num_players - 1


def check_scorings(game, shown):
    """Check that abbeys score when the first pile is exhausted, and everything at the end."""
    stages = [position["stage"] for position in shown]
    seats = range(game.num_players)
    interim = shown[stages.index("second pile")]
    assert interim["scores"] == [
        reference.abbey_points(interim, seat, final=False) for seat in seats
    ]
    final = [reference.final_points(shown[-1], seat) for seat in seats]
    scores = [a + b for a, b in zip(interim["scores"], final, strict=True)]
    assert shown[-1]["scores"] == scores


def check_turns(game, shown):
    """Check that at most two pieces are placed in a turn, in allowed places, and paid for."""
    options = game.options
    for before, after in pairwise(shown):
        placed = after["placed"]
        assert len(placed) <= 2
        places = {
            reference.COUNTRY_OF[at]
            if kind == "abbey"
            else (at if kind == "advisor" else "Vatikan")
            for kind, at in placed
        }
        assert len(places) <= (2 if options["two_countries"] else 1)
        if len(placed) > len(before["placed"]) and placed[:-1] == before["placed"]:
            seat = before["player"]
            paid = Counter(before["hands"][seat]) - Counter(after["hands"][seat])
            assert len(paid) == 1
            ((colour, cards),) = paid.items()
            kind, at = placed[-1]
            country = reference.COUNTRY_OF.get(at, at)
            if cards == 1:
                assert country in colour.split("/")
                assert " table" not in kind
            if " table" in kind:
                assert country not in colour.split("/")
                assert country != FRANKREICH
        elif not options["vatikan"]:
            assert not after["cloister_table"]
            assert not after["council_table"]
