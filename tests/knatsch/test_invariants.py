"""Properties of every ply of random games."""

from collections import Counter
from collections.abc import Iterator
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


def kinds_of(cards: list[str]) -> list[str]:
    return [kind_of(card) for card in cards]


def check_cards(before: dict[str, Any], after: dict[str, Any]) -> None:
    """Check that no card is lost, found, held twice or guarded by others."""
    assert cards_of(after) == cards_of(before)
    for seat in range(after["num_players"]):
        castles, actions = kinds_of(after["castles"][seat]), kinds_of(after["actions"][seat])
        assert max(Counter(castles + actions).values(), default=1) == 1
        assert len(castles) <= (4 if after["over"] else 3)
        guarded = after["guarded_castles"][seat]
        assert len(guarded) == len(set(guarded)) <= 2
        assert set(guarded) <= set(castles)
        assert not guarded or "castle guard" in actions
        card = after["guarded_action"][seat]
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


def check_decision(shown: dict[str, Any], legal: list[str]) -> None:
    """Check that the deciding player has legal actions of the step."""
    assert legal
    assert {name.split()[0] for name in legal} <= STEPS[shown["step"]]
    may_pass = shown["step"] == "target" and shown["attempt"] is not None
    assert "pass" not in legal or legal == ["pass"] or may_pass
    target = shown["attempt"]["target"] if shown["step"] == "dice" else None
    if target is not None:
        assert STOP in legal
        assert shown["attempt"]["by"] == shown["player"]
        assert 1 <= shown["attempt"]["throws_left"] <= 3
    assert target in ("defence", "tournament") or shown["player"] == shown["active"]
    assert target != "defence" or shown["player"] != shown["active"]


def check_turns(before: dict[str, Any], after: dict[str, Any]) -> None:
    """Check that turns are counted and pass to the left."""
    moved = after["turn"] - before["turn"]
    assert moved in (0, 1)
    assert after["active"] == (before["active"] + moved) % after["num_players"]
    if moved:
        assert (after["step"], after["buried"], after["attempt"]) == ("target", 0, None)
        assert after["player"] == after["active"]
    else:
        assert after["buried"] >= before["buried"]


@PLAYERS
@settings(max_examples=6)
@given(seed=seeds)
def test_every_ply_keeps_the_rules(num_players, seed):
    game = game_of(num_players, MAX_TURNS)
    for ply in walk(num_players, seed):
        after = game.to_dict(ply.after)
        check_cards(ply.shown, after)
        check_decision(ply.shown, sorted(map(game.action_name, game.legal_actions(ply.before))))
        assert not ply.shown["over"]
        if not after["over"]:
            check_turns(ply.shown, after)


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
