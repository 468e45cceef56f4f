"""Each piece of the observation, compared with written positions of random games, and by hand."""

from collections import Counter
from functools import cache
from itertools import product
from math import prod

import numpy as np
import pytest

from hofspiele.envs.knatsch.dice import NUM_RESULTS, dice_set_of, parts_of, result_of
from hofspiele.envs.knatsch.game import Knatsch
from hofspiele.envs.knatsch.odds.chances import chance_of, start_chance
from tests.knatsch.bookkeeper import Bookkeeper
from tests.knatsch.reference_dice import PARAMS, card_bits, parts, reading
from tests.knatsch.scenario import (
    BOX,
    COLOURS,
    KINDS,
    Scenario,
    combination,
    game_of,
    keeping,
    kind_of,
    on_the_table,
    owning,
    written,
)
from tests.knatsch.test_invariants import MAX_TURNS, walk

SEATS, OFFSETS, PILES = range(6), range(1, 6), (1, 2)
FACES, LIVE = range(1, 7), range(1, 6)
SUITS = (*COLOURS, *KINDS, "tournament")
CARDS = (*BOX,)
# Names of all cards of the box; the tournaments of a pile are numbered from the top.
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
    """Return the numbers of `piece` that are not 0, by label."""
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


# --- what the pieces should be, from a written position ----------------------------------------


def suit_kind(card):
    suit = kind_of(card)
    return "castle" if suit in COLOURS else "action card" if suit in KINDS else suit


def strength(card, treason=False):
    """Return the strength of a card; 111+2 is the first of 27 steps, 555+4 the last."""
    if card == "tournament":
        return 0
    _, face, extra = min(combination(card), (3, 2, 4)) if treason else combination(card)
    return (6 * face + extra - 7) / 27


def scaled(result):
    """Return the parts of a result as they are observed."""
    return dict(zip(PARTS, np.divide(result, (7, 5, 5)), strict=True))


def owns(shown, seat, kind):
    return kind in map(kind_of, shown["actions"][seat])


def dice_cards(shown, seat):
    """Return the faces of the dice cards of a seat."""
    return tuple(face for face in LIVE if owns(shown, seat, f"die {face}"))


def turn_pieces(shown, player):
    number, active = shown["num_players"], shown["active"]
    burials = 2 if owns(shown, active, "stack") else 1
    return {
        "num_players": {number: 1},
        "step": {shown["step"]: 1},
        "decides": {(shown["player"] - player) % number: 1},
        "active": {(active - player) % number: 1},
        "turn": shown["turn"] / MAX_TURNS,
        "burials_left": max(burials - shown["buried"], 0) / 2,
        "buried": shown["buried"] / 50,
    }


def seat_pieces(shown, player):
    number = shown["num_players"]
    names = [*AXES][[*AXES].index("castles") : [*AXES].index("pile_size")]
    pieces = {name: {} for name in names}
    for seat in range(number):
        at = (seat - player) % number
        for name, of in (("castles", "castle"), ("actions", "action")):
            for card in shown[name][seat]:
                pieces[name][at, kind_of(card)] = 1
                pieces[f"{of}_strength"][at, kind_of(card)] = strength(card)
        for colour in shown["guarded_castles"][seat]:
            pieces["castle_guarded"][at, colour] = 1
        if shown["guarded_action"][seat] is not None:
            pieces["action_guarded"][at, shown["guarded_action"][seat]] = 1
        castles, tournaments = len(shown["castles"][seat]), shown["tournaments"][seat]
        to_tournaments = max(2 - castles, 0) + max(3 - tournaments, 0)
        pieces["tournaments"][at] = tournaments / 9
        pieces["to_castles"][at] = (4 - castles) / 4
        pieces["to_tournaments"][at] = to_tournaments / 5
        pieces["to_win"][at] = min(4 - castles, to_tournaments) / 4
        pieces["to_challenge"][at] = max(3 - castles, 0) / 3
    return pieces


def pile_pieces(shown, seen, player):
    names = ("pile_size", "top_kind", "top", "top_strength", "top_asks", "known_cards")
    pieces = {name: {} for name in names}
    unseen = Counter()
    for pile, cards, known in zip(PILES, shown["piles"], seen, strict=True):
        pieces["pile_size"][pile] = len(cards) / 48
        for top in cards[:1]:
            treason = suit_kind(top) == "castle" and owns(shown, player, "treason")
            pieces["top_kind"][pile, suit_kind(top)] = 1
            pieces["top"][pile, kind_of(top)] = 1
            pieces["top_strength"][pile] = strength(top, treason)
            pieces["top_asks"][pile] = strength(top)
        tournaments = 0
        for place, card in [*enumerate(cards)][1:]:
            if not known[place]:
                unseen[card] += 1
                continue
            tournaments += card == "tournament"
            name = f"tournament {tournaments}" if card == "tournament" else card
            pieces["known_cards"][pile, name] = 1 - place / len(cards)
    return pieces | {"unseen_cards": {card: unseen[card] / BOX[card] for card in unseen}}


def target_of(attempt):
    """Return the kind of the target, its colour or kind of card, and its owner."""
    card, _, owner = attempt["target"].rpartition(" of ")
    if attempt["target"] == "defence":
        return "defence", attempt["castle"], attempt["by"]
    if not card:
        return attempt["target"].split()[0], None, None
    if card in KINDS:
        return "action card", card, int(owner)
    return "castle", card.removeprefix("castle "), int(owner)


def attempt_pieces(shown, player):
    names = [*AXES][[*AXES].index("target") : [*AXES].index("throws_left")]
    pieces, attempt = {name: {} for name in names}, shown["attempt"]
    if attempt is None:
        return pieces
    kind, of, owner = target_of(attempt)
    pieces["target"] = {kind: 1}
    if of is not None:
        pieces["target_action" if kind == "action card" else "target_castle"] = {of: 1}
        pieces["target_owner"] = {(owner - player) % shown["num_players"]: 1}
    if kind in ("pile", "tournament"):
        pieces["target_pile"] = {attempt.get("pile") or int(attempt["target"][-1]): 1}
    if attempt.get("leader") is not None:
        pieces["leader"] = {(attempt["leader"] - player) % shown["num_players"]: 1}
    return pieces


@cache
def chance(cards, beat, throws):
    """Return the chance that an attempt with `throws` throws beats the result with index `beat`."""
    return start_chance(PARAMS, card_bits(*cards), beat, throws)


@cache
def best_likely_beaten(followers):
    """Return the index of the best result that `followers` (dice cards, throws) probably beat."""
    best = 0 if followers else -1
    for result in range(1, NUM_RESULTS):
        stands = prod(1 - chance(cards, result, throws) for cards, throws in followers)
        best = result if stands < 0.5 else best
    return best


def tournament_aim(shown, player, organiser):
    followers = []
    while (player := (player + 1) % shown["num_players"]) != organiser:
        throws = 4 if owns(shown, player, "champion") else 3
        followers.append((dice_cards(shown, player), throws))
    return best_likely_beaten((*followers,))


def aim_of(shown):
    """Return the index of the result that the thrower should beat."""
    attempt, aim = shown["attempt"], -1
    kind, _, owner = target_of(attempt)
    if kind == "tournament":
        aim = tournament_aim(shown, attempt["by"], shown["active"])
    elif kind == "castle":
        aim = best_likely_beaten(((dice_cards(shown, owner), 3),))
    return max(aim, -1 if attempt["beat"] is None else result_of(*attempt["beat"]))


def dice_pieces(shown, player):
    names = ("throws_left", "dice", "live_dice", "result", "beat", "aim", "keep_chance")
    pieces = {name: {} for name in names} | {"best_chance": 0}
    if shown["step"] != "dice":
        return pieces
    attempt = shown["attempt"]
    dice, left = tuple(attempt["dice"]), attempt["throws_left"]
    cards, aim = dice_cards(shown, attempt["by"]), aim_of(shown)
    pieces["throws_left"] = {left: 1}
    pieces["dice"] = {face: dice.count(face) / 6 for face in FACES}
    pieces["live_dice"] = {face: (dice + cards).count(face) / 7 for face in LIVE}
    pieces["result"] = scaled(reading(dice, cards))
    pieces["beat"] = scaled(attempt["beat"] or (0, 0, 0))
    pieces["aim"] = scaled(parts_of(aim))
    if player == attempt["by"]:
        for kept in parts(dice):
            again = Counter(dice) - Counter(kept)
            pattern = keeping(written(dice), written(again.elements())).removeprefix("keep ")
            throws = left if again else 0
            worth = chance_of(PARAMS, card_bits(*cards), aim, throws, dice_set_of(kept))
            pieces["keep_chance"][pattern] = worth
        pieces["best_chance"] = max(pieces["keep_chance"].values())
    return pieces


def chance_at(shown, seat, card, throws=3, treason=False):
    asked = min(combination(card), (3, 2, 4)) if treason else combination(card)
    return chance(dice_cards(shown, seat), result_of(*asked), throws)


def chance_at_castle(shown, seat, castle):
    return chance_at(shown, seat, castle, 4 if owns(shown, seat, "catapult") else 3)


def kinds_owned(shown, seat):
    return {*map(kind_of, shown["castles"][seat] + shown["actions"][seat])}


def chance_pieces(shown, player):
    pieces = {name: {} for name in ("pile_chance", "castle_chance", "action_chance")}
    pieces["king_chance"] = 0
    if shown["step"] != "target":
        return pieces
    number, own = shown["num_players"], kinds_owned(shown, player)
    for pile, cards in zip(PILES, shown["piles"], strict=True):
        for top in cards[:1]:
            if top == "tournament":
                aim = tournament_aim(shown, player, player)
                pieces["pile_chance"][pile] = chance(dice_cards(shown, player), aim, 4)
            elif kind_of(top) not in own:
                treason = suit_kind(top) == "castle" and owns(shown, player, "treason")
                pieces["pile_chance"][pile] = chance_at(shown, player, top, 3, treason)
    for offset in range(1, number):
        owner = (player + offset) % number
        castles = shown["castles"][owner]
        for card in castles if len(castles) >= (3 if number == 2 else 2) else []:
            if kind_of(card) not in own and kind_of(card) not in shown["guarded_castles"][owner]:
                found = chance_at_castle(shown, player, card)
                pieces["castle_chance"][offset, kind_of(card)] = found
        for card in shown["actions"][owner]:
            if kind_of(card) not in own and kind_of(card) != shown["guarded_action"][owner]:
                pieces["action_chance"][offset, kind_of(card)] = chance_at(shown, player, card)
    if len(shown["castles"][player]) >= 3:
        pieces["king_chance"] = chance(dice_cards(shown, player), result_of(4, 5, 1), 3)
    return pieces


def threat_pieces(shown, player):
    pieces = {"castle_threat": {}, "action_threat": {}}
    if shown["step"] in ("target", "dice"):
        return pieces
    for name, cards, found in (
        ("castle_threat", shown["castles"][player], chance_at_castle),
        ("action_threat", shown["actions"][player], chance_at),
    ):
        for card in cards:
            others = {*range(shown["num_players"])} - {player}
            pieces[name][kind_of(card)] = max(
                (
                    found(shown, seat, card)
                    for seat in others
                    if kind_of(card) not in kinds_owned(shown, seat)
                ),
                default=0,
            )
    return pieces


def expected(shown, seen, player):
    """Return the pieces of a written position; `seen` says which cards of the piles are known."""
    return {
        **turn_pieces(shown, player),
        **seat_pieces(shown, player),
        **pile_pieces(shown, seen, player),
        **attempt_pieces(shown, player),
        **dice_pieces(shown, player),
        **chance_pieces(shown, player),
        **threat_pieces(shown, player),
    }


def pieces_not_empty(game, state, seen, player):
    """Check the observation of a position, and return the names of the pieces that are not 0."""
    pieces = game.layout.decode(game.observe(state, player))
    found = {name: words(name, piece) for name, piece in pieces.items()}
    shown = game.to_dict(state)
    wanted = expected(shown, seen, player)
    for name, piece in found.items():
        number = wanted[name]
        number = positive(number) if isinstance(number, dict) else number
        assert piece == near(number), (name, shown, player)
    return {name for name, piece in found.items() if piece}


def test_every_piece_matches_the_written_position():
    """Nothing else is in an observation: absent seats and unknown cards are zeros."""
    not_empty = set()
    for num_players, seed in product(range(2, 7), range(2)):
        game, bookkeeper = game_of(num_players, MAX_TURNS), None
        for number, ply in enumerate(walk(num_players, seed)):
            bookkeeper = bookkeeper or Bookkeeper(ply.shown)
            for player in {ply.shown["player"], number % num_players}:
                not_empty |= pieces_not_empty(game, ply.before, bookkeeper.seen, player)
            bookkeeper.record(ply.shown, game.to_dict(ply.after))
        for player in range(num_players):
            pieces_not_empty(game, ply.after, bookkeeper.seen, player)
    assert not_empty == {*AXES}


# --- examples by hand --------------------------------------------------------------------------

SIX = ["red 333+1", "blue 333+2", "green 333+4", "yellow 333+5", "white 333+1", "black 333+2"]


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
        assert (observation >= scenario.game.layout.low()).all()
        assert (observation <= scenario.game.layout.high()).all()


def test_known_and_unseen_cards_under_a_pile_look_different():
    """The written position is the same; only the memory differs."""
    scenario = Scenario(piles=[SIX[:3], SIX[3:]])
    scenario.do("bury pile 1")
    forgotten = Scenario(**scenario.shown)
    assert forgotten.shown == scenario.shown
    different = {name for name in AXES if seen(scenario, name) != seen(forgotten, name)}
    assert different == {*Knatsch.unwritten_pieces} == {"known_cards", "unseen_cards"}
