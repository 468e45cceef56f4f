"""Properties of every ply of random games."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings

from tests.knatsch.reference_dice import reading
from tests.knatsch.scenario import (
    BOX,
    COLOURS,
    KINDS,
    STOP,
    Scenario,
    cards_of,
    game_of,
    keeping,
    kind_of,
    written,
)
from tests.play import seeds

PLAYERS = pytest.mark.parametrize("num_players", [2, 3, 4, 6])
FEW = settings(max_examples=6)
MAX_TURNS = 25


class Ply(NamedTuple):
    """A position, also in written form, the action, and the next position."""

    before: np.record
    shown: dict[str, Any]
    action: str
    after: np.record


def dealt_out(num_players: int, chance: Random) -> dict[str, Any]:
    """Return a position in the middle of a game that nobody has won, at the start of a turn.

    Some positions have short piles, so that there may be nothing to do.
    """
    seats = range(num_players)
    castles, actions = [[] for _ in seats], [[] for _ in seats]
    tournaments, piles = [0] * num_players, [[], []]
    cards = [*BOX.elements()]
    chance.shuffle(cards)
    share = chance.random()
    for card in cards:
        seat, kind = chance.randrange(num_players), kind_of(card)
        if chance.random() > share or kind in map(kind_of, castles[seat] + actions[seat]):
            chance.choice(piles).append(card)
        elif kind in KINDS:
            actions[seat].append(card)
        elif kind in COLOURS and len(castles[seat]) < (3 if tournaments[seat] < 3 else 1):
            castles[seat].append(card)
        elif card == "tournament" and tournaments[seat] < (2 if len(castles[seat]) > 1 else 4):
            tournaments[seat] += 1
        else:
            chance.choice(piles).append(card)
    if chance.random() < 0.2:
        piles = [cards[: chance.randrange(4)] for cards in piles]
    guarded_castles = [
        [*map(kind_of, cards[:2])] if "castle guard" in map(kind_of, actions[seat]) else []
        for seat, cards in enumerate(castles)
    ]
    guarded_action = [
        chance.choice([*({*map(kind_of, cards)} - {"action guard"}), None])
        if "action guard" in map(kind_of, cards)
        else None
        for cards in actions
    ]
    seat = chance.randrange(num_players)
    return {
        "castles": castles, "actions": actions, "tournaments": tournaments, "piles": piles,
        "guarded_castles": guarded_castles, "guarded_action": guarded_action,
        "player": seat, "active": seat,
    }  # fmt: skip


def lively(shown: dict[str, Any], legal: list[str], chance: Random) -> str:
    """Draw an action: mostly keep the best equal dice, otherwise choose all kinds equally often."""
    if shown["step"] == "dice" and chance.random() < 0.7:
        attempt = shown["attempt"]
        cards = [kind_of(card) for card in shown["actions"][attempt["by"]]]
        faces = [int(kind[-1]) for kind in cards if kind.startswith("die ")]
        _, best, _ = reading(tuple(attempt["dice"]), tuple(faces))
        dice = written(attempt["dice"])
        return keeping(dice, dice.replace(str(best), "").replace("6", ""))
    first_words = sorted({name.split()[0] for name in legal})
    word = chance.choice(first_words)
    return chance.choice([name for name in legal if name.split()[0] == word])


def walk(num_players: int, seed: int) -> Iterator[Ply]:
    """Play a game to its end, from the deal or a position in the middle, and yield each ply."""
    chance = Random(seed)
    scenario = Scenario(
        num_players, seed=seed, max_turns=MAX_TURNS, **dealt_out(num_players, chance)
    )
    if chance.random() < 0.2:
        scenario.state = scenario.game.new(seed)
    while not scenario.state["over"]:
        before, shown = scenario.state.copy(), scenario.shown
        action = lively(shown, sorted(scenario.legal()), chance)
        scenario.do(action)
        yield Ply(before, shown, action, scenario.state.copy())


def names(num_players: int, state: np.record) -> set[str]:
    """Return the names of the legal actions."""
    game = game_of(num_players, MAX_TURNS)
    return {game.action_name(int(action)) for action in np.flatnonzero(game.legal_mask(state))}


def kinds_of(cards: list[str]) -> list[str]:
    return [kind_of(card) for card in cards]


@PLAYERS
@FEW
@given(seed=seeds)
def test_no_card_is_lost_found_held_twice_or_guarded_by_others(num_players, seed):
    game = game_of(num_players, MAX_TURNS)
    for ply in walk(num_players, seed):
        shown = game.to_dict(ply.after)
        assert cards_of(shown) == cards_of(ply.shown)
        for seat in range(num_players):
            castles, actions = kinds_of(shown["castles"][seat]), kinds_of(shown["actions"][seat])
            assert max(Counter(castles + actions).values(), default=1) == 1
            assert len(castles) <= (4 if shown["over"] else 3)
            guarded = shown["guarded_castles"][seat]
            assert len(guarded) == len(set(guarded)) <= 2
            assert set(guarded) <= set(castles)
            assert not guarded or "castle guard" in actions
            card = shown["guarded_action"][seat]
            assert card in [None, *actions]
            assert card is None or "action guard" in actions
            assert card != "action guard"


STEPS = {
    "target": {"bury", "target", "challenge", "pass"},
    "dice": {"keep"},
    "lose castle": {"lose"},
    "guard castles": {"leave"},
    "guard action": {"guard"},
}


@PLAYERS
@FEW
@given(seed=seeds)
def test_the_deciding_player_has_legal_actions_of_the_step(num_players, seed):
    for ply in walk(num_players, seed):
        shown, legal = ply.shown, names(num_players, ply.before)
        assert legal
        assert {name.split()[0] for name in legal} <= STEPS[shown["step"]]
        may_pass = shown["step"] == "target" and shown["attempt"] is not None
        assert "pass" not in legal or legal == {"pass"} or may_pass
        if shown["step"] == "dice":
            assert STOP in legal
            assert shown["attempt"]["by"] == shown["player"]
            assert 1 <= shown["attempt"]["throws_left"] <= 3
        of_others = shown["step"] == "dice" and shown["attempt"]["target"] in (
            "defence", "tournament",
        )  # fmt: skip
        assert of_others or shown["player"] == shown["active"]
        if shown["step"] == "dice" and shown["attempt"]["target"] == "defence":
            assert shown["player"] != shown["active"]


@PLAYERS
@FEW
@given(seed=seeds)
def test_turns_are_counted_and_pass_to_the_left(num_players, seed):
    game = game_of(num_players, MAX_TURNS)
    shown = [game.to_dict(ply.after) for ply in walk(num_players, seed)]
    for before, after in pairwise(shown):
        if after["over"]:
            break
        moved = after["turn"] - before["turn"]
        assert moved in (0, 1)
        assert after["active"] == (before["active"] + moved) % num_players
        if moved:
            assert (after["step"], after["buried"], after["attempt"]) == ("target", 0, None)
            assert after["player"] == after["active"]
        else:
            assert after["buried"] >= before["buried"]
    assert [position["over"] for position in shown] == [False] * (len(shown) - 1) + [True]


@PLAYERS
@given(seed=seeds)
def test_winners_have_reached_a_goal_or_beaten_the_king(num_players, seed):
    game = game_of(num_players, MAX_TURNS)
    *_, last = walk(num_players, seed)
    shown = game.to_dict(last.after)
    winners = np.flatnonzero(game.outcome(last.after) > 0).tolist()
    numbers = [*zip(map(len, shown["castles"]), shown["tournaments"], strict=True)]
    goals = [
        seat
        for seat, (castles, tournaments) in enumerate(numbers)
        if castles >= 4 or (castles >= 2 and tournaments >= 3)
    ]
    king = last.action == "challenge the king" or (
        last.shown["attempt"] is not None and last.shown["attempt"]["target"] == "king"
    )
    if goals:
        assert winners == goals
    elif winners:
        assert king
        assert winners == [last.shown["active"]]
        assert numbers[winners[0]][0] == 3
    else:
        assert last.shown["turn"] == MAX_TURNS - 1
    assert game.ranks(last.after).tolist() == [
        2 if winners and seat not in winners else 1 for seat in range(num_players)
    ]
